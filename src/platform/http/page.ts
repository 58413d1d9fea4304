// Pages for people: their routes, the data that handlers get, who has to log in first, and the frame around each page.

import type { TString } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { VNode } from 'preact';
import type { Failure } from '../lib/failure.ts';
import { asStaff } from '../lib/roles.ts';
import type { AccountVisitor, Caller, Visitor, VisitorAccount } from '../lib/visitor.ts';
import { accountPath } from '../messages/paths.ts';
import { EMPTY_FORM, type FormState } from '../views/form-fields.tsx';
import type { Frame, Site } from '../views/layout.tsx';
import { ADMIN_PATH } from '../views/staff-paths.ts';
import type { ClientPorts } from './address-limit.ts';
import type { CookieJar } from './cookies.ts';
import { noteBusy, type ReportPorts } from './errors.ts';
import type { AnswerOnce } from './form-repeats.ts';
import { answerSitePage } from './html.ts';
import { currentTheme } from './negotiation.ts';
import { leadTo, leadToLogin, loginPath, parseNextPath, withNext } from './next-path.ts';
import { HIDDEN_FORM } from './openapi.ts';
import {
  answerForm,
  answerFormOnce,
  NO_FORM,
  type PageForm,
  readPageForm,
  readUploadForm,
  requireOwnForm,
} from './page-form.ts';
import { type MismatchedRequest, pathParameter, queryParameters } from './parameters.ts';
import { pathOf } from './path.ts';
import { describeBrowser, findVisitor, openSession, type SessionPorts } from './session.ts';
import {
  admitStaff,
  type StaffAdmission,
  type StaffEntry,
  type StaffPorts,
} from './staff-admission.ts';

/** The ports of all pages: the visitor and client of a request, and the content of the frame. */
export interface PagePorts<Account extends VisitorAccount = VisitorAccount>
  extends SessionPorts<Account>,
    ClientPorts,
    ReportPorts {
  answerOnce: AnswerOnce;
  /** The current content of a page's frame, in the current language. */
  readFrame(): Frame;
  staff: StaffPorts;
  parts?: { requiredPages?: readonly FindRequiredPage[] };
}

/** Finds the page that an account has to read before it opens the page at `path`; `undefined` for none. */
export type FindRequiredPage = (accountId: number, path: string) => string | undefined;

export interface PageRequest<Account extends VisitorAccount = VisitorAccount> {
  request: Request;
  set: CookieJar;
  params: Readonly<Partial<Record<string, string>>>;
  query: Readonly<Partial<Record<string, string>>>;
  /** The fields of a POST from a page of this site; otherwise empty. */
  form: PageForm;
  visitor: Visitor<Account>;
  /** The visitor's account; `undefined` if not logged in. */
  account: Account | undefined;
  /** The value of the visitor's session; empty on pages for anybody. */
  sessionValue: string;
  /** The page to go to at the end, from the query or the form. */
  next: string;
  /** The frame of the page. `path` is where to return after a login. */
  site(path?: string): Site;
  /** The visitor's browser, for sessions, logins and the account log. */
  caller(): Caller;
}

export type OwnerRequest<Account extends VisitorAccount = VisitorAccount> = PageRequest<Account> & {
  visitor: AccountVisitor<Account>;
  account: Account;
};

/** A request from staff whose role was checked. */
export interface StaffRequest extends Omit<OwnerRequest, 'query'>, StaffAdmission {
  /** The value of `:id` or `:hash` in the path; empty if it has none. */
  key: string;
}

/** A page, or another answer. */
type Shown = VNode | string | Response;
type Handler<R> = (requested: R) => Shown | Promise<Shown>;

interface RouteOf<R> {
  /** Ends with a slash, as in links. */
  path: string;
  query?: readonly string[];
  /** Valid values of `:name` in the path, how they are parsed, and the answer to all others. */
  parameter?: { schema: TString; read?(raw: string): string; otherwise: Handler<R> };
  /** Whether the form contains a file or a long text, so that it may be larger than other forms. */
  takesFiles?: boolean;
  /** Whether the script of an open page gets data here, for its form. No page that has to be read first comes before. */
  isForForm?: boolean;
  get?: Handler<R>;
  post?: Handler<R>;
}

/**
 * A page for anybody, or `unseen` if the visitor does not matter; for visitors, who get a session; for owners
 * of accounts, who have to log in first, and return to `page` if the path only accepts forms; or
 * for staff from a role on. Nobody else learns that the page exists.
 */
export type PageRoute<Account extends VisitorAccount = VisitorAccount> =
  | (RouteOf<PageRequest<Account>> & { who: 'unseen' | 'anybody' | 'visitor' })
  | (RouteOf<OwnerRequest<Account>> & { who: 'owner'; page?: string })
  | StaffRoute;

export type StaffRoute = RouteOf<StaffRequest> & StaffEntry & { who: 'staff' };

type Given = MismatchedRequest & Partial<Pick<PageRequest, 'params' | 'query'>>;

/** Declares pages. Their handlers return the page or another answer. */
export function pageRoutes<Account extends VisitorAccount>(
  context: PagePorts<Account>,
  routes: readonly PageRoute<Account>[],
) {
  const app = new Elysia();
  const staffRoutes = routes.filter((route) => route.who === 'staff');
  for (const route of routes) {
    const { path, query = [], parameter } = route;
    const answerBy = (handler: unknown) => (given: Given) =>
      answer(context, staffRoutes, route, handler as Handler<PageRequest<Account>>, given);
    const name = /:(\w+)/.exec(path)?.[1];
    const values = queryParameters(...query);
    const hook = { ...values, transform: [values.transform] };
    if (name !== undefined && parameter !== undefined) {
      const { schema, read = (raw) => raw, otherwise } = parameter;
      const { params, transform } = pathParameter(name, schema, {
        read,
        segmentsBehind: (/:\w+(.*?)\/?$/.exec(path)?.[1] ?? '').split('/').length - 1,
        answerMismatch: answerBy(otherwise),
      });
      Object.assign(hook, { params, transform: [values.transform, transform] });
    }
    for (const method of ['get', 'post'] as const) {
      const handler = route[method];
      if (handler === undefined) continue;
      const handle = answerBy(handler);
      app[method](
        path === '/' ? path : path.replace(/\/$/, ''),
        ({ request, set, params, query }: Required<Given>) =>
          handle({ request, set, params, query }),
        { ...hook, ...HIDDEN_FORM },
      );
    }
  }
  return app;
}

async function answer<Account extends VisitorAccount>(
  context: PagePorts<Account>,
  staffRoutes: readonly StaffRoute[],
  route: PageRoute<Account>,
  handler: Handler<PageRequest<Account>>,
  { request, set, params = {}, query = {} }: Given,
): Promise<Response> {
  const isForm = request.method === 'POST';
  const visitor: Visitor<Account> =
    route.who === 'unseen' ? { kind: 'none' } : await findVisitor(context, request);
  const isLed = !isForm && !route.isForForm;
  const lead = isLed ? leadToRequired(context, visitor, request) : undefined;
  if (lead !== undefined) return lead;
  const staff =
    route.who === 'staff'
      ? await admitStaff(context.staff, staffRoutes, {
          needed: route.role,
          visitor,
          request,
          siteAt: (path) => describeSite(context, visitor, path),
          countBy: (count) => readAdded(context, count, 0),
        })
      : undefined;
  if (staff instanceof Response) return staff;
  const { takesFiles = false } = route;
  const read = takesFiles ? readUploadForm : readPageForm;
  if (isForm) requireOwnForm(request, context);
  // Files of visitors who have to log in first are not read.
  const isRead = isForm && (visitor.kind === 'account' || !takesFiles);
  const form = isRead ? await read(request, context) : NO_FORM;
  const session: CookieJar = {};
  const hasSession = route.who === 'visitor' || route.who === 'owner';
  const sessionValue = hasSession ? openSession(context, visitor, session) : '';
  const requested = {
    request,
    set,
    params,
    query,
    form,
    visitor,
    sessionValue,
    account: visitor.kind === 'account' ? visitor.account : undefined,
    next: parseNextPath(isForm ? form.field('next') : (query.next ?? '')),
    site: (path?: string) => describeSite(context, visitor, path),
    caller: () => describeBrowser(context, request),
    ...(staff && { ...staff, key: params.id ?? params.hash ?? '' }),
  };
  const handle = async () =>
    route.who === 'owner' && visitor.kind !== 'account'
      ? leadToLogin(request, route.page)
      : asAnswer(await handler(requested as PageRequest<Account>));
  const answered = await (isForm ? answerFormOnce(context, request, form, set, handle) : handle());
  // Set last: a failed page has no form that needs the session, and a login's session takes precedence.
  if (session.cookie !== undefined) set.cookie = { ...session.cookie, ...set.cookie };
  return answered;
}

/** Redirects to the page that the visitor has to read first, and from there back; `undefined` if there is none. */
export function leadToRequired(
  { parts: { requiredPages = [] } = {} }: Pick<PagePorts, 'parts'>,
  visitor: Visitor,
  request: Request,
): Response | undefined {
  if (visitor.kind !== 'account') return undefined;
  for (const find of requiredPages) {
    const path = find(visitor.account.id, pathOf(request));
    if (path !== undefined) return leadTo(path, request);
  }
  return undefined;
}

const asAnswer = (shown: Shown, status = 200) =>
  shown instanceof Response ? shown : answerSitePage(shown, status);

/** The handlers of a page with a form, which is shown again if `submit` throws a failure that the visitor can fix. */
export function formPage<R extends PageRequest | StaffRequest>(page: {
  show(requested: R, state: FormState, status: number): Shown | Promise<Shown>;
  submit(requested: R): Shown | Promise<Shown>;
  /** The typed texts to show again. Never a password or a code. */
  keep?(form: PageForm): Record<string, string>;
  keptLength?: number;
  onFailure?(failure: Failure, requested: R): void | Promise<void>;
}) {
  const { keep = () => ({}), keptLength, onFailure } = page;
  const show = async (requested: R, state: FormState, status: number) =>
    asAnswer(await page.show(requested, state, status), status);
  return {
    get: (requested: R) => show(requested, EMPTY_FORM, 200),
    post: (requested: R) =>
      answerForm(async () => asAnswer(await page.submit(requested)), {
        values: keep(requested.form),
        keptLength,
        onFailure(failure) {
          noteBusy(requested.request, failure);
          return onFailure?.(failure, requested);
        },
        show: (state, status) => show(requested, state, status),
      }),
  };
}

/** Reads an optional part of a page. If that fails, the page is shown without it. */
export async function readPart<Part>(
  { report }: ReportPorts,
  name: string,
  read: () => Promise<Part>,
): Promise<Part | undefined> {
  try {
    return await read();
  } catch (error) {
    report('page_part_failed', { part: name, error });
    return undefined;
  }
}

/** Reads what another module adds to a page of staff. If that fails, `otherwise` stands in its place. */
export async function readAdded<Part>(
  context: ReportPorts,
  read: () => Promise<Part>,
  otherwise: NoInfer<Part>,
): Promise<Part> {
  const part = await readPart(context, 'administration', async () => ({ read: await read() }));
  return part === undefined ? otherwise : part.read;
}

/** The frame of a page for this visitor. `path` is where to return after a login. */
export function describeSite(
  { baseUrl, readFrame }: PagePorts,
  visitor: Visitor,
  path = '/',
): Site {
  const { isRegistrationOpen, ...frame } = readFrame();
  const account = visitor.kind === 'account' ? visitor.account : undefined;
  const isStaff = account !== undefined && asStaff(account.role) !== undefined;
  return {
    ...frame,
    baseUrl,
    theme: currentTheme(),
    accountName: account?.name,
    loginPath: loginPath(path),
    verifyPath: withNext(accountPath('verify'), path),
    registerPath: isRegistrationOpen ? withNext(accountPath('register'), path) : undefined,
    adminPath: isStaff ? ADMIN_PATH : undefined,
  };
}
