// The page where people log in with the accounts and sessions of the API, and the button that logs out.

import { type Context, Elysia } from 'elysia';
import { LOGIN_ERRORS, type Visitor } from '../../accounts/accounts.ts';
import { EMPTY_FORM, type FormState } from '../../pages/forms.tsx';
import { LOGOUT_PATH } from '../../pages/layout.tsx';
import { renderLoginCodePage } from '../../pages/login-code-page.tsx';
import { LOGIN_PATH, renderLoggedInPage, renderLoginPage } from '../../pages/login-page.tsx';
import { pauseBusy } from '../busy-pause.ts';
import { findVisitor, type HttpContext } from '../context.ts';
import { sessionCookie } from '../cookies.ts';
import { answerOwnPage } from '../html.ts';
import { describePage } from '../openapi.ts';
import { giveSession } from '../session.ts';
import { tellRefusal } from './login-problems.ts';
import { loginPath, parseNextPath } from './next-path.ts';
import { readOwnForm, seeOther } from './own-form.ts';
import { describeSite } from './site.ts';

/** Longest name that is shown again; what is longer was no name. */
const KEPT_LENGTH = 100;

type CookieJar = Pick<Context['set'], 'cookie'>;

/** Routes of `/acc/login/` and `/acc/logout/`. */
export function loginPageRoutes(context: HttpContext) {
  const { accounts, baseUrl, events, timers } = context;
  const isSecure = baseUrl.startsWith('https:');

  /** The frame without a way to log in: this is the place. */
  function frame(visitor: Visitor) {
    const { loginPath: _here, ...site } = describeSite(context, visitor);
    return site;
  }

  async function show(request: Request, set: CookieJar): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const asked = new URL(request.url, baseUrl).searchParams.get('next') ?? '';
    const next = parseNextPath(asked);
    const site = frame(visitor);
    giveSession(context, visitor, set);
    if (visitor.kind !== 'account') {
      return answerOwnPage(renderLoginPage({ site, next, state: EMPTY_FORM }));
    }
    const { name, verifiedAt } = visitor.account;
    return answerOwnPage(renderLoggedInPage({ site, name, isVerified: verifiedAt !== null, next }));
  }

  async function logIn(request: Request, set: CookieJar): Promise<Response> {
    const form = await readOwnForm(request, context);
    const visitor = await findVisitor(context, request);
    const username = form.field('username');
    const typed = {
      username,
      password: form.field('password'),
      loginCode: form.field('login_code'),
    };
    const next = parseNextPath(form.field('next'));
    const address = context.addressOf(request);
    const outcome = await accounts.logIn(visitor, typed, address);
    if (!('error' in outcome)) {
      const { account, sessionValue } = outcome;
      events.loggedIn(account.name);
      set.cookie = sessionCookie(sessionValue, isSecure);
      return seeOther(account.verifiedAt === null ? loginPath(next) : next);
    }
    events.loginFailed(outcome.error, address);
    if (outcome.error === LOGIN_ERRORS.busy) await pauseBusy(timers);
    set.cookie = sessionCookie(accounts.describeLogin(visitor).sessionValue, isSecure);
    const { status, problems, retryAfterSeconds } = tellRefusal(outcome, typed);
    const state: FormState = { values: { username: username.slice(0, KEPT_LENGTH) }, problems };
    const render = outcome.error === LOGIN_ERRORS.loginCode ? renderLoginCodePage : renderLoginPage;
    const answer = answerOwnPage(render({ site: frame(visitor), next, state }), status);
    if (retryAfterSeconds !== undefined) answer.headers.set('retry-after', `${retryAfterSeconds}`);
    return answer;
  }

  async function logOut(request: Request, set: CookieJar): Promise<Response> {
    await readOwnForm(request, context);
    const visitor = await findVisitor(context, request);
    await accounts.logOut(visitor);
    if (visitor.kind === 'account') events.loggedOut(visitor.account.name);
    giveSession(context, { kind: 'none' }, set);
    return seeOther('/');
  }

  const path = LOGIN_PATH.slice(0, -1);
  return new Elysia({ name: 'login page' })
    .get(path, ({ request, set }) => show(request, set), {
      detail: describePage({
        operationId: 'getAccLogin',
        summary: 'Where people log in, and see who is logged in',
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
