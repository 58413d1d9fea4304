// The page where people log in with the accounts and sessions of the API, and the button that logs out.

import { Elysia } from 'elysia';
import { LoginFailure, unknownSender } from '../../../accounts/accounts.ts';
import { Failure } from '../../../lib/failure.ts';
import { loginMessages } from '../../../messages/messages.ts';
import {
  LOGIN_PATH,
  renderLoggedInPage,
  renderLoginPage,
} from '../../../views/account/login-pages.tsx';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import { LOGOUT_PATH } from '../../../views/layout.tsx';
import { describeBrowser } from '../../caller.ts';
import type { HttpContext } from '../../context.ts';
import { findVisitor, sessionCookie } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { noteLoginFailure } from '../../login-failures.ts';
import { describePage } from '../../openapi.ts';
import { queryParameters } from '../../query-parameters.ts';
import { type CookieJar, giveSession, isWithoutCookies } from '../../session.ts';
import { answerForm } from '../form-failures.ts';
import { parseNextPath } from '../public/next-path.ts';
import { readPageForm, seeOther } from '../public/page-form.ts';
import { describeLoginSite } from '../public/site.ts';
import { completeLoginOnPage } from './account-answers.ts';
import { loginCodePath } from './login-code.ts';

/** Longest name that is shown again; what is longer was no name. */
const KEPT_LENGTH = 100;

/** Routes of `/acc/login/` and `/acc/logout/`. */
export function loginPageRoutes(context: HttpContext) {
  const { accounts, baseUrl, events } = context;
  const isSecure = baseUrl.startsWith('https:');

  async function show(request: Request, set: CookieJar, requested: string): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const next = parseNextPath(requested);
    const site = describeLoginSite(context, next, visitor);
    giveSession(context, visitor, set);
    if (visitor.kind !== 'account') {
      return answerSitePage(renderLoginPage({ site, next, state: EMPTY_FORM }));
    }
    const { name, verifiedAt } = visitor.account;
    return answerSitePage(
      renderLoggedInPage({ site, name, isVerified: verifiedAt !== null, next }),
    );
  }

  async function logIn(request: Request, set: CookieJar): Promise<Response> {
    const form = await readPageForm(request, context);
    const visitor = await findVisitor(context, request);
    // Keyboards of telephones leave a space behind a name.
    const username = form.field('username').trim();
    const typed = { username, password: form.field('password') };
    const next = parseNextPath(form.field('next'));
    const caller = describeBrowser(context, request);
    return answerForm(
      async () => {
        if (context.refuseProxy(request) !== undefined) throw unknownSender();
        if (isWithoutCookies(request)) {
          // No password is looked at: its owner would seem to be logged in, and be nobody on the next page.
          throw new Failure('invalid', loginMessages.problems.noCookies);
        }
        const outcome = await checkLogin(visitor, typed, caller);
        if ('account' in outcome) return completeLoginOnPage(context, outcome, next, set);
        set.cookie = sessionCookie(outcome.sessionValue, isSecure);
        return seeOther(loginCodePath(next));
      },
      {
        values: { username },
        keptLength: KEPT_LENGTH,
        show(state, status) {
          giveSession(context, visitor, set);
          const site = describeLoginSite(context, next, visitor);
          return answerSitePage(renderLoginPage({ site, next, state }), status);
        },
      },
    );
  }

  /** The first step of a login; one that fails is noted. */
  async function checkLogin(...[visitor, typed, caller]: Parameters<typeof accounts.logIn>) {
    try {
      return await accounts.logIn(visitor, typed, caller);
    } catch (error) {
      if (error instanceof LoginFailure) await noteLoginFailure(context, error, caller.address);
      throw error;
    }
  }

  async function logOut(request: Request, set: CookieJar): Promise<Response> {
    await readPageForm(request, context);
    const visitor = await findVisitor(context, request);
    await accounts.logOut(visitor);
    if (visitor.kind === 'account') events.loggedOut(visitor.account.name);
    giveSession(context, { kind: 'none' }, set);
    return seeOther('/');
  }

  const path = LOGIN_PATH.slice(0, -1);
  return new Elysia({ name: 'login page' })
    .get(path, ({ request, query, set }) => show(request, set, query.next ?? ''), {
      ...queryParameters('next'),
      detail: describePage({
        operationId: 'getAccLogin',
        summary: 'Login page; shows who is logged in',
      }),
    })
    .post(path, ({ request, set }) => logIn(request, set), {
      parse: 'none',
      detail: { hide: true },
    })
    .post(LOGOUT_PATH.slice(0, -1), ({ request, set }) => logOut(request, set), {
      parse: 'none',
      detail: { hide: true },
    });
}
