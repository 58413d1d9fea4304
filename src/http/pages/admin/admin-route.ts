// Routes of administration: each names the role that it needs, and one check in front of all routes enforces it.

import { Elysia } from 'elysia';
import type { Actor } from '../../../accounts/audit.ts';
import { asStaff, isAtLeast, type StaffRole } from '../../../accounts/roles.ts';
import { adminMessages, messages } from '../../../messages/messages.ts';
import type { AdminFrame } from '../../../views/admin/frame.tsx';
import { renderFactorNeededPage } from '../../../views/admin/frame.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerFailure } from '../../errors.ts';
import { decodeField } from '../../form.ts';
import { answerSitePage } from '../../html.ts';
import { HASH, matching, pathParameter, queryParameters } from '../../parameters.ts';
import { pathOf } from '../../path.ts';
import { describeSite, leadToLogin } from '../page.ts';
import { NO_FORM, type PageForm, readPageForm, readUploadForm } from '../page-form.ts';
import { ENTRY_ID } from './search.ts';

/** A request to a route, once the check has admitted it. */
export interface AdminRequest {
  request: Request;
  /** Who sends the request, as actions need it. */
  actor: Extract<Actor, { kind: 'account' }>;
  role: StaffRole;
  /** E-mail address of the actor; a secret. */
  ownAddress: string;
  frame: AdminFrame;
  /** What stands in the path in the place of `:name`. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The form of a POST; it came from a page of this site. */
  form: PageForm;
}

/** One route. Actions are under the path of the page that has their form: `/admin/accounts/:id/suspend`. */
export interface AdminRoute {
  method: 'GET' | 'POST';
  /** Without a slash at the end. It may have one parameter: `:id` or `:hash`. */
  path: `/admin${string}`;
  /** The lowest role that may use it. */
  role: StaffRole;
  /** Whether its form sends a file or a long text, and is larger than other forms may be. */
  takesFiles?: boolean;
  answer(requested: AdminRequest): Response | Promise<Response>;
}

/** The parameters that paths may have, and what the framework lets pass as each. */
const PARAMETERS = { id: matching(ENTRY_ID, { description: 'Number of the entry.' }), hash: HASH };

/** What queries may say on the pages of administration, whichever it is. */
const QUERY = queryParameters(
  ...(['done', 'text', 'standing', 'before', 'state', 'kind', 'page'] as const),
  ...(['actor', 'act', 'subject'] as const),
);

/** Puts the check of roles in front of the routes. No other code declares routes under `/admin`. */
export function guardAdminRoutes(context: HttpContext, routes: readonly AdminRoute[]) {
  async function answer(
    route: AdminRoute,
    request: Request,
    params: Readonly<Record<string, string>>,
    query: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const requested = await admit(context, route, request, query);
    if (requested instanceof Response) return requested;
    const readForm = route.takesFiles ? readUploadForm : readPageForm;
    const form = route.method === 'POST' ? await readForm(request, context) : NO_FORM;
    return route.answer({ ...requested, params, form });
  }

  function parameterOf(route: AdminRoute) {
    const [, name, behind = ''] = /:(\w+)(.*)/.exec(route.path) ?? [];
    if (name === undefined) return undefined;
    if (name !== 'id' && name !== 'hash') throw new Error(`No schema for ${route.path}.`);
    return pathParameter<string>(name, PARAMETERS[name], {
      read: (raw) => decodeField(raw).toLowerCase(),
      segmentsBehind: behind.split('/').length - 1,
      // What is no id or hash is told to those alone who may use the route.
      answerMismatch: ({ request }) =>
        answer({ ...route, answer: answerNothingHere }, request, {}, {}),
    });
  }

  const app = new Elysia({ name: 'administration' });
  for (const route of routes) {
    const parameter = parameterOf(route);
    const hook = {
      parse: 'none' as const,
      detail: { hide: true },
      ...QUERY,
      ...parameter,
      transform: [QUERY.transform, ...(parameter === undefined ? [] : [parameter.transform])],
    };
    const handle = ({
      request,
      params,
      query,
    }: {
      request: Request;
      params: Readonly<Record<string, string>>;
      query: Readonly<Record<string, string>>;
    }) => answer(route, request, params, query);
    if (route.method === 'GET') app.get(route.path, handle, hook);
    else app.post(route.path, handle, hook);
  }
  return app;
}

/** The request when it may be answered; otherwise the answer, which is 404 for players. */
async function admit(
  context: HttpContext,
  route: AdminRoute,
  request: Request,
  given: Readonly<Record<string, string>>,
): Promise<Omit<AdminRequest, 'params' | 'form'> | Response> {
  const path = pathOf(request);
  const visitor = await findVisitor(context, request);
  if (visitor.kind !== 'account') {
    // The page with the form of an action.
    return leadToLogin(request, route.method === 'POST' ? path.replace(/[^/]+\/?$/, '') : path);
  }
  const { id, name, email: ownAddress, role: held } = visitor.account;
  const role = asStaff(held);
  if (role === undefined) return answerNothingHere({ request });
  if (!isAtLeast(role, route.role)) {
    return answerFailure(request, 403, adminMessages.onlyAdministrators);
  }
  const site = describeSite(context, visitor, path);
  if (context.isStaffTwoFactorRequired && !(await context.accounts.hasTwoFactor(id))) {
    return answerSitePage(renderFactorNeededPage({ site, role, openReports: 0 }), 403);
  }
  const query = new URLSearchParams(given);
  const openReports = await context.moderation.countOpenReports();
  const frame = { site, role, openReports, done: query.get('done') ?? undefined };
  return { request, actor: { kind: 'account', id, name }, role, ownAddress, frame, query };
}

function answerNothingHere({ request }: { request: Request }): Response {
  return answerFailure(request, 404, messages.failure.nothingHere);
}
