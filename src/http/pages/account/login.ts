// The pages where people log in, with their second step, and the button that logs out.

import { Elysia } from 'elysia';
import { type CodeStep, LoginFailure, unknownSender } from '../../../accounts/accounts.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Failure } from '../../../lib/failure.ts';
import { loginMessages } from '../../../messages/messages.ts';
import {
  LOGIN_CODE_PATH,
  LOGIN_CODE_SEND_PATH,
  LOGIN_PATH,
  renderLoggedInPage,
  renderLoginCodePage,
  renderLoginPage,
} from '../../../views/account/login-pages.tsx';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { LOGOUT_PATH } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor, sessionCookie } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import { describePage, HIDDEN, HIDDEN_FORM } from '../../openapi.ts';
import { type MismatchedRequest, queryParameters } from '../../parameters.ts';
import {
  type CookieJar,
  describeBrowser,
  giveSession,
  isWithoutCookies,
  noteLoginFailure,
} from '../../session.ts';
import { answerForm, readPageForm, seeOther } from '../public/page-form.ts';
import { loginPath, parseNextPath, type Requested } from '../public/require-account.ts';
import { describeLoginSite } from '../public/site.ts';
import { completeLoginOnPage } from './account-answers.ts';

/** Longest name that is shown again; what is longer was no name. */
const KEPT_LENGTH = 100;

/** Where the second step is, on the way to `next`. */
function loginCodePath(next: string): string {
  return next === '/' ? LOGIN_CODE_PATH : `${LOGIN_CODE_PATH}?next=${encodeURIComponent(next)}`;
}

/** Routes of `/acc/login/`, `/acc/login/code/` and `/acc/logout/`. */
export function loginPageRoutes(context: HttpContext, clock: Clock) {
  const { accounts, baseUrl, events } = context;
  const isSecure = baseUrl.startsWith('https:');

  async function show({ request, set, query }: Requested): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const next = parseNextPath(query.next ?? '');
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

  async function logIn({ request, set }: MismatchedRequest): Promise<Response> {
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

  async function logOut({ request, set }: MismatchedRequest): Promise<Response> {
    await readPageForm(request, context);
    const visitor = await findVisitor(context, request);
    await accounts.logOut(visitor);
    if (visitor.kind === 'account') events.loggedOut(visitor.account.name);
    giveSession(context, { kind: 'none' }, set);
    return seeOther('/');
  }

  async function open(request: Request) {
    const visitor = await findVisitor(context, request);
    return { visitor, caller: describeBrowser(context, request) };
  }

  const waitSecondsOf = (step: CodeStep) =>
    Math.max(0, Math.ceil((step.nextMailAt - clock.now()) / 1_000));

  function showStep(step: CodeStep, next: string, state: FormState, status = 200): Response {
    const site = describeLoginSite(context, next);
    const facts = { ...step, waitSeconds: waitSecondsOf(step) };
    return answerSitePage(renderLoginCodePage({ site, next, state, step: facts }), status);
  }

  async function showCode({ request, query }: Requested): Promise<Response> {
    const { visitor, caller } = await open(request);
    const next = parseNextPath(query.next ?? '');
    const step = await accounts.findCodeStep(visitor, caller);
    return step === undefined ? seeOther(loginPath(next)) : showStep(step, next, EMPTY_FORM);
  }

  /** The login is over and starts again; the answer does not show whether there ever was one. */
  async function startOver(request: Request, set: CookieJar, next: string): Promise<Response> {
    const { visitor } = await open(request);
    // Sent once more after it was right, by the back button, say.
    if (visitor.kind === 'account') return seeOther(next);
    giveSession(context, visitor, set);
    const state = { values: {}, problems: [{ message: loginMessages.problems.loginGone }] };
    return answerSitePage(
      renderLoginPage({ site: describeLoginSite(context, next), next, state }),
      400,
    );
  }

  async function enter({ request, set }: MismatchedRequest): Promise<Response> {
    const form = await readPageForm(request, context);
    const { visitor, caller } = await open(request);
    const next = parseNextPath(form.field('next'));
    const loginCode = form.field('login_code');
    return answerForm(
      async () => {
        const entered = await accounts.enterCode(visitor, loginCode, caller);
        return entered === undefined
          ? startOver(request, set, next)
          : completeLoginOnPage(context, entered, next, set);
      },
      {
        async onFailure(failure) {
          if (failure instanceof LoginFailure) {
            await noteLoginFailure(context, failure, caller.address);
          }
        },
        async show(state, status) {
          const step = await accounts.findCodeStep(visitor, caller);
          return step === undefined
            ? startOver(request, set, next)
            : showStep(step, next, state, status);
        },
      },
    );
  }

  async function send({ request, set }: MismatchedRequest): Promise<Response> {
    const form = await readPageForm(request, context);
    const { visitor, caller } = await open(request);
    const next = parseNextPath(form.field('next'));
    const before = await accounts.findCodeStep(visitor, caller);
    if (before === undefined) return startOver(request, set, next);
    return answerForm(
      async () => {
        const waitSeconds = waitSecondsOf(before);
        if (before.mail === 'open' && waitSeconds > 0) {
          const message = loginMessages.problems.codeTooSoon(waitSeconds);
          throw new Failure('rate_limited', message, { retryAfterSeconds: waitSeconds });
        }
        await accounts.mailLoginCode(visitor, caller);
        return seeOther(loginCodePath(next));
      },
      { show: (state, status) => showStep(before, next, state, status) },
    );
  }

  const path = LOGIN_PATH.slice(0, -1);
  const codePath = LOGIN_CODE_PATH.slice(0, -1);
  const next = queryParameters('next');
  return new Elysia({ name: 'login page' })
    .get(path, show, {
      ...next,
      detail: describePage({
        operationId: 'getAccLogin',
        summary: 'Login page; shows who is logged in',
      }),
    })
    .post(path, logIn, HIDDEN_FORM)
    .post(LOGOUT_PATH.slice(0, -1), logOut, HIDDEN_FORM)
    .get(codePath, showCode, { ...next, ...HIDDEN })
    .post(codePath, enter, HIDDEN_FORM)
    .post(LOGIN_CODE_SEND_PATH.slice(0, -1), send, HIDDEN_FORM);
}
