// Routes of administration: each names the role that it needs, and one check in front of all routes enforces it.

import { Elysia } from 'elysia';
import type { Actor } from '../../../accounts/audit.ts';
import { asStaff, isAtLeast, type StaffRole } from '../../../accounts/roles.ts';
import { adminMessages, messages } from '../../../messages/messages.ts';
import { type AdminFrame, renderFactorNeededPage } from '../../../views/admin/frame.tsx';
import type { HttpContext } from '../../context.ts';
import { answerFailure } from '../../errors.ts';
import { decodeField } from '../../form.ts';
import { answerSitePage } from '../../html.ts';
import { HIDDEN } from '../../openapi.ts';
import { HASH, matching, pathParameter, queryParameters } from '../../parameters.ts';
import { pathOf } from '../../path.ts';
import { findVisitor } from '../../session.ts';
import { describeSite, leadToLogin } from '../page.ts';
import { NO_FORM, type PageForm, readPageForm, readUploadForm } from '../page-form.ts';

/** A request to a route, once the check has admitted it. */
export interface AdminRequest {
  /** Who sends the request, as actions need it. */
  actor: Extract<Actor, { kind: 'account' }>;
  role: StaffRole;
  /** E-mail address of the actor; a secret. */
  ownAddress: string;
  frame: AdminFrame;
  /** What stands in the path in the place of `:id` or `:hash`; empty without. */
  key: string;
  query: URLSearchParams;
  /** The form of a POST; it came from a page of this site. */
  form: PageForm;
}

/** One route. Actions are under the path of the page that has their form: `/admin/accounts/:id/suspend`. */
export interface AdminRoute {
  method: 'GET' | 'POST';
  /** Without a slash at the end. It may have one parameter: `:id` or `:hash`. */
  path: `/admin${string}`;
  role: StaffRole;
  /** Whether its form sends a file or a long text, and is larger than other forms may be. */
  takesFiles?: boolean;
  answer(requested: AdminRequest): Response | Promise<Response>;
}

export const ENTRY_ID = /^[1-9][0-9]{0,14}$/;

/** The parameters that paths may have, and what the framework lets pass as each. */
const PARAMETERS = { id: matching(ENTRY_ID, { description: 'Number of the entry.' }), hash: HASH };

/** What queries may say on the pages of administration, whichever it is. */
const QUERY = queryParameters(
  ...(['done', 'text', 'standing', 'before', 'state', 'kind', 'page'] as const),
  ...(['actor', 'act', 'subject'] as const),
);

interface Given {
  request: Request;
  /** `undefined` on paths without any. */
  params: Readonly<Record<string, string>> | undefined;
  query: Readonly<Record<string, string>>;
}

/** Puts the check of roles in front of the routes. No other code declares routes under `/admin`. */
export function guardAdminRoutes(context: HttpContext, routes: readonly AdminRoute[]) {
  const app = new Elysia({ name: 'administration' });
  for (const route of routes) {
    const { method, path } = route;
    const hook = { ...HIDDEN, ...QUERY, parse: 'none' as const, transform: [QUERY.transform] };
    const [, name, behind = ''] = /:(id|hash)(.*)/.exec(path) ?? [];
    if (name !== undefined) {
      const { params, transform } = pathParameter(name, PARAMETERS[name as 'id' | 'hash'], {
        read: (raw) => decodeField(raw).toLowerCase(),
        segmentsBehind: behind.split('/').length - 1,
        // What is no id or hash is told to those alone who may use the route.
        answerMismatch: ({ request }) => {
          const refused = { ...route, answer: () => answerNothingHere(request) };
          return answer(context, refused, { request, params: {}, query: {} });
        },
      });
      Object.assign(hook, { params, transform: [QUERY.transform, transform] });
    }
    app[method === 'GET' ? 'get' : 'post'](
      path,
      ({ request, params, query }: Given) => answer(context, route, { request, params, query }),
      hook,
    );
  }
  return app;
}

/** The answer of the route when the request may have it; players get 404. */
async function answer(
  context: HttpContext,
  route: AdminRoute,
  { request, params, query: given }: Given,
): Promise<Response> {
  const path = pathOf(request);
  const isForm = route.method === 'POST';
  const visitor = await findVisitor(context, request);
  if (visitor.kind !== 'account') {
    // An action leads to the page with its form.
    return leadToLogin(request, isForm ? path.replace(/[^/]+\/?$/, '') : path);
  }
  const { id, name, email: ownAddress, role: held } = visitor.account;
  const role = asStaff(held);
  if (role === undefined) return answerNothingHere(request);
  if (!isAtLeast(role, route.role)) {
    return answerFailure(request, 403, adminMessages.onlyAdministrators);
  }
  const site = describeSite(context, visitor, path);
  if (context.isStaffTwoFactorRequired && !(await context.accounts.hasTwoFactor(id))) {
    return answerSitePage(renderFactorNeededPage({ site, role, openReports: 0 }), 403);
  }
  const query = new URLSearchParams(given);
  const openReports = await context.moderation.countOpenReports();
  const readForm = route.takesFiles ? readUploadForm : readPageForm;
  return route.answer({
    ...{ role, ownAddress, query, actor: { kind: 'account', id, name } },
    frame: { site, role, openReports, done: query.get('done') ?? undefined },
    key: params?.id ?? params?.hash ?? '',
    form: isForm ? await readForm(request, context) : NO_FORM,
  });
}

function answerNothingHere(request: Request): Response {
  return answerFailure(request, 404, messages.failure.nothingHere);
}
