// The two-step login of launchers: a token first, then name and password with it.

import { Type } from '@sinclair/typebox';
import { type Context, Elysia } from 'elysia';
import { type LoginForm, type LoginState, unknownSender } from '../../accounts/accounts.ts';
import { toAsciiJson } from '../../lib/ascii-json.ts';
import { readForm } from '../../lib/form.ts';
import { readBody } from '../body.ts';
import { describeLauncher } from '../caller.ts';
import { findVisitor, type HttpContext } from '../context.ts';
import { sessionCookie } from '../cookies.ts';
import { noteLoginFailure } from '../login-failures.ts';
import { describeForm } from '../openapi.ts';
import { refuseProxy } from '../untrusted-proxy.ts';
import { answerPrivateJson } from './read-answer.ts';

const LoginStateSchema = Type.Object({
  username: Type.Union([Type.String(), Type.Null()]),
  authenticated: Type.Boolean(),
  token: Type.String({ description: 'Good once, for ten minutes, with the cookie sent along.' }),
  errors: Type.Array(Type.String(), {
    description: 'token, username, password, verification, login_code, or a sentence to show.',
  }),
  errorcount: Type.Integer(),
});

const LoginFormSchema = Type.Object({
  username: Type.String(),
  password: Type.String(),
  token: Type.String(),
  login_code: Type.Optional(Type.String()),
});

/** Routes of `/api/login`. Every answer has status 200, failures too: launchers read no other body (C1.3). */
export function loginRoutes(context: HttpContext) {
  const { accounts, events } = context;
  const isSecure = context.baseUrl.startsWith('https:');

  function write(state: LoginState, set: Pick<Context['set'], 'cookie'>): Response {
    // Every answer sends it, a valid one too (C3.3).
    set.cookie = sessionCookie(state.sessionValue, isSecure);
    const body = toAsciiJson({
      username: state.username,
      authenticated: state.isAuthenticated,
      token: state.token,
      errors: state.errors,
      // Compatibility: older launchers index it (C4.12).
      errorcount: state.errors.length,
    });
    return answerPrivateJson(body);
  }

  async function complete(request: Request): Promise<LoginState> {
    const form = readLoginForm(await readBody(request));
    const visitor = await findVisitor(context, request);
    if (refuseProxy(context, request) !== undefined) {
      const state = accounts.describeLogin(visitor);
      const errors = [unknownSender().launcherText];
      return { ...state, username: null, isAuthenticated: false, errors };
    }
    const caller = describeLauncher(context, request);
    const state = await accounts.completeLogin(visitor, form, caller);
    if (state.isAuthenticated) events.loggedIn(state.username ?? '');
    if (state.failure) await noteLoginFailure(context, state.failure, caller.address);
    return state;
  }

  return new Elysia({ name: 'login' })
    .get(
      '/api/login',
      async ({ request, set }) =>
        write(accounts.describeLogin(await findVisitor(context, request)), set),
      {
        response: LoginStateSchema,
        detail: { summary: 'First step: who the session is, and a token', tags: ['Login'] },
      },
    )
    .post('/api/login', async ({ request, set }) => write(await complete(request), set), {
      parse: 'none',
      response: LoginStateSchema,
      detail: {
        summary: 'Second step: log in',
        tags: ['Login'],
        requestBody: describeForm(LoginFormSchema),
      },
    });
}

/** Decoded, not checked: the room of accounts says what is wrong, and a field left out is empty (C1.10, C4.3). */
function readLoginForm(text: string): LoginForm {
  const form: LoginForm = { username: '', password: '', token: '', loginCode: '' };
  readForm(text, (name, value) => {
    if (name === 'username' || name === 'password' || name === 'token') form[name] = value;
    else if (name === 'login_code') form.loginCode = value;
  });
  return form;
}
