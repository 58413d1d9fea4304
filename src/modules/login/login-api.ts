// The two-step login of launchers: first they get a token, then they post it with name and password.

import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { TrustedClientPorts } from '../../platform/http/address-limit.ts';
import { type CookieJar, makeCookie } from '../../platform/http/cookies.ts';
import type { ReportPorts } from '../../platform/http/errors.ts';
import { decodeField, readBody, splitForm } from '../../platform/http/form.ts';
import {
  describeRoute,
  nullable,
  SESSION_OPTIONAL,
  SESSION_REQUIRED,
  text,
} from '../../platform/http/openapi.ts';
import { answerPrivateJson } from '../../platform/http/read-answer.ts';
import { describeLauncher, findVisitor, type SessionPorts } from '../../platform/http/session.ts';
import { type AsciiJson, toAsciiJson } from '../../platform/lib/ascii-json.ts';
import type { Timers } from '../../platform/lib/timers.ts';
import { type Account, type LoginFailure, unknownSender } from '../account/index.ts';
import type { Report } from './events.ts';
import type { LauncherLogin, LoginForm, LoginState } from './login.ts';
import { noteLoginFailure } from './login.ts';

const LoginStateSchema = Type.Object(
  {
    username: nullable(Type.String()),
    authenticated: Type.Boolean(),
    token: text('Valid once, for ten minutes, together with the cookie.'),
    errors: Type.Array(Type.String(), {
      description:
        'token, username, password, verification or login_code; for the launchers (a User-Agent that begins with ClassiCube) also a sentence to show.',
    }),
    errorcount: Type.Integer(),
  },
  {
    title: 'LoginState',
    examples: [
      { username: 'Alice', authenticated: true, token: 'm1x0', errors: [], errorcount: 0 },
    ],
  },
);

const LoginFormSchema = Type.Object(
  {
    username: Type.String(),
    password: Type.String(),
    token: Type.String(),
    login_code: Type.Optional(Type.String()),
  },
  {
    title: 'LoginForm',
    examples: [{ username: 'Alice', password: 'a pass phrase', token: 'm1x0' }],
  },
);

/** The launcher's line holds this many characters besides the colour. */
const LAUNCHER_LINE = 62;

/** Names the site to register at. Compatibility: the launcher's own button for it opens another site (C4.9). */
function sayWhereToRegister(baseUrl: string): string {
  const text = `No such account. Register in a browser at ${new URL(baseUrl).host}`;
  if (text.length <= LAUNCHER_LINE) return text;
  return 'No such account. Register on this site, not with the button.';
}

interface LoginPorts extends SessionPorts<Account>, TrustedClientPorts, ReportPorts {
  report: Report;
  login: Pick<LauncherLogin, 'describeLogin' | 'beginLogin' | 'completeLogin'>;
  registration: { rules: { readonly registration: string } };
  timers: Timers;
}

/** Routes of `/api/login`. Every answer, even of a failure, has status 200: launchers read no other body (C1.3). */
export function loginRoutes(context: LoginPorts) {
  const { login, report, registration } = context;
  const whereToRegister = sayWhereToRegister(context.baseUrl);

  /**
   * Lists the errors. Compatibility: the launchers show texts, and only the last of several errors. Other clients
   * ignore an unknown text: Classic4J (ViaFabricPlus) waits forever after one (C4.21).
   */
  function listErrors({ headers }: Request, errors: string[], failure: LoginFailure): string[] {
    if (!headers.get('user-agent')?.startsWith('ClassiCube')) return [failure.identifier];
    const isNameUnknown = failure.identifier === 'username';
    const canRegister = registration.rules.registration !== 'closed';
    return isNameUnknown && canRegister ? [...errors, whereToRegister] : errors;
  }

  function describe(
    request: Request,
    state: LoginState,
    set: CookieJar,
  ): Static<typeof LoginStateSchema> {
    // Every answer sends the cookie, even when the client has a valid one (C3.3).
    set.cookie = makeCookie(context, 'session', state.sessionValue);
    const { failure } = state;
    const errors = failure ? listErrors(request, state.errors, failure) : state.errors;
    return {
      username: state.username,
      authenticated: state.isAuthenticated,
      token: state.token,
      errors,
      // Compatibility: older launchers index this key (C4.12).
      errorcount: errors.length,
    };
  }

  async function begin(request: Request): Promise<LoginState> {
    const visitor = await findVisitor(context, request);
    const state = await login.beginLogin(visitor, describeLauncher(context, request));
    const isNew = visitor.kind !== 'none' && visitor.value !== state.sessionValue;
    if (isNew && state.isAuthenticated) {
      report('account_logged_in', { account: state.username ?? '' });
    }
    return state;
  }

  async function complete(request: Request, form: LoginForm): Promise<LoginState> {
    const visitor = await findVisitor(context, request);
    if (context.refuseProxy(request) !== undefined) {
      const state = login.describeLogin(visitor);
      const failure = unknownSender();
      const errors = [failure.launcherText];
      return { ...state, username: null, isAuthenticated: false, errors, failure };
    }
    const caller = describeLauncher(context, request);
    const state = await login.completeLogin(visitor, form, caller);
    if (state.isAuthenticated) report('account_logged_in', { account: state.username ?? '' });
    if (state.failure) await noteLoginFailure(context, state.failure, caller.address);
    return state;
  }

  return (
    new Elysia({ name: 'login' })
      // Accepts any content type and missing fields.
      .parser('login', async ({ request }) => readLoginForm(await readBody(request)))
      // Runs after the framework has checked the value against the schema of the route.
      .mapResponse(({ responseValue }) =>
        responseValue instanceof Response
          ? undefined
          : answerPrivateJson(toAsciiJson(responseValue as AsciiJson)),
      )
      .get('/api/login', async ({ request, set }) => describe(request, await begin(request), set), {
        response: LoginStateSchema,
        detail: {
          ...describeRoute('Login', 'First step: the state of the session, and a token'),
          ...SESSION_OPTIONAL,
        },
      })
      .post(
        '/api/login',
        async ({ request, body: { login_code: loginCode = '', ...form }, set }) =>
          describe(request, await complete(request, { ...form, loginCode }), set),
        {
          // The second parser never runs; the API description takes the media type from it.
          parse: ['login', 'urlencoded'],
          body: LoginFormSchema,
          response: LoginStateSchema,
          detail: {
            ...describeRoute('Login', 'Second step: log in', 413),
            ...SESSION_REQUIRED,
          },
        },
      )
  );
}

/** Reads the decoded fields. A missing field is empty, and the login check reports it (C1.10, C4.3). */
function readLoginForm(text: string): Static<typeof LoginFormSchema> {
  const form = { username: '', password: '', token: '', login_code: '' };
  splitForm(text, (name, value) => {
    const field = decodeField(name);
    if (Object.hasOwn(form, field)) form[field as keyof typeof form] = decodeField(value);
  });
  return form;
}
