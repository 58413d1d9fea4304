// Login over http: the two steps, their answers, and the cookie that goes with them.

import { afterEach, describe, expect, test } from 'bun:test';
import {
  accountSuspended,
  type LoginFailure,
  loginBusy,
  mailClosed,
  tooManyAttempts,
  unknownSender,
  wrongCode,
} from '../../src/modules/account/login-failures.ts';
import { launcherTexts } from '../support/failures.ts';
import { openedOnce } from '../support/opened.ts';
import { standIn } from '../support/stand-in.ts';
import {
  type Answer,
  type Browser,
  openTestApp,
  PASSWORD,
  type TestApp,
  type TestAppOptions,
} from '../support/test-app.ts';
import { openSampleApp, PRIVATE_JSON, play, type Scenario } from './sample-app.ts';

const app = openedOnce(openSampleApp);
// Wrong guesses are forgotten, so that no case stops the next one.
afterEach(() => app.advance(6 * 60_000));

const TOKEN = /^[\x21-\x7e]{1,64}$/;

interface State {
  username: string | null;
  authenticated: boolean;
  token: string;
  errors: string[];
  errorcount: number;
}

const stateOf = (answer: Answer): State => answer.json() as State;

/** Plays one step and checks what every answer of a login has. */
async function step(by: Pick<TestApp, 'request'>, scenario: Scenario): Promise<State> {
  const answer = await play(by, { setsSession: true, shows: PRIVATE_JSON, ...scenario });
  const state = stateOf(answer);
  expect(Object.keys(state)).toEqual([
    'username',
    'authenticated',
    'token',
    'errors',
    'errorcount',
  ]);
  expect(state.token).toMatch(TOKEN);
  expect(state.errorcount).toBe(state.errors.length);
  expect(answer.text).toMatch(/^[\x20-\x7e]*$/);
  expect(answer.headers.keys().next().value).not.toBe('vary');
  return state;
}

/** The launchers begin their User-Agent so. */
const LAUNCHER = { headers: { 'user-agent': 'ClassiCube/1.3.8' } };

const post = (
  by: Pick<Browser, 'request'>,
  fields: Record<string, string>,
  rest: Partial<Scenario> = {},
) =>
  step(by, {
    path: '/api/login/',
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    ...rest,
  });

describe('the first step', () => {
  // C3.3
  test.each(['/api/login', '/api/login/', '/api//login', '/api/login/?x=y'])(
    '%s answers a fresh token, and that nobody is logged in',
    async (path) => {
      const one = await step(app, { path });
      expect(one).toMatchObject({
        username: null,
        authenticated: false,
        errors: [],
        errorcount: 0,
      });
      expect((await step(app, { path })).token).not.toBe(one.token);
    },
  );

  // C4.1
  test('is spelled byte for byte as launchers parse it', async () => {
    const { text } = await app.request('/api/login/');
    expect(text).toMatch(
      /^\{"username":null,"authenticated":false,"token":"[^"]+","errors":\[\],"errorcount":0\}$/,
    );
  });
});

describe('the second step', () => {
  const logIn = async (fields: Record<string, string>, rest: Partial<Scenario> = {}) => {
    const browser = app.browser();
    const token = await browser.requestToken();
    return post(browser, { username: 'Alice', password: PASSWORD, token, ...fields }, rest);
  };

  test.each<[string, Record<string, string>, Partial<Scenario>]>([
    ['as the launcher sends it', {}, {}],
    ['with the name in other capitals', { username: 'aLICE' }, {}],
    ['with blanks around the name', { username: ' Alice\t\u00a0' }, {}],
    ['in chunks', {}, { isChunked: true }],
    ['on a doubled slash', {}, { path: '/api//login//' }],
    [
      'with a content type',
      {},
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    ['with one that is wrong', {}, { headers: { 'content-type': 'application/json' } }],
  ])('%s logs in, in the account’s own spelling', async (_what, fields, rest) => {
    expect(await logIn(fields, rest)).toMatchObject({
      ...{ username: 'Alice', authenticated: true, errors: [], errorcount: 0 },
    });
  });

  // C1.3, C4.8, C4.12
  test.each<[string, Record<string, string>, string]>([
    ['a wrong token', { token: 'made-up' }, 'token'],
    ['an unknown name', { username: 'Nobody' }, 'username'],
    ['a name that no account can have', { username: "' OR 1=1 --" }, 'username'],
    ['a wrong password', { password: 'incorrect horse' }, 'password'],
    ['a suspended account', { username: 'Sven' }, launcherTexts.suspended()],
    ['everything wrong', { username: '', password: '', token: '' }, 'token'],
  ])('of a launcher with %s fails with its one error', async (_what, fields, error) => {
    const { errors, ...state } = await logIn(fields, LAUNCHER);
    expect(errors[0]).toBe(error);
    expect(errors).toHaveLength(error === 'username' ? 2 : 1);
    expect(state).toMatchObject({
      ...{ username: null, authenticated: false, errorcount: errors.length },
    });
  });

  // C4.21
  test.each<[string, Record<string, string>, string]>([
    ['a wrong token', { token: 'made-up' }, 'token'],
    ['an unknown name', { username: 'Nobody' }, 'username'],
    ['a wrong password', { password: 'incorrect horse' }, 'password'],
    ['a suspended account', { username: 'Sven' }, 'password'],
  ])('of any other program with %s fails with an identifier alone', async (_, fields, error) => {
    for (const agent of [undefined, 'Java/21.0.1', 'Mozilla/5.0 ClassiCube', 'classicube']) {
      const headers: Record<string, string> = agent === undefined ? {} : { 'user-agent': agent };
      const answered = { username: null, authenticated: false, errors: [error] };
      expect(await logIn(fields, { headers })).toMatchObject(answered);
    }
  });

  // C4.21
  test.each<[string, LoginFailure, string]>([
    ['too many attempts', tooManyAttempts(60_000), 'password'],
    ['a busy service', loginBusy(), 'password'],
    [
      'a suspension with an end',
      accountSuspended({ suspendedUntil: 1, suspensionReason: '' }),
      'password',
    ],
    ['no email for the code', mailClosed(), 'login_code'],
    ['a sender behind an unknown proxy', unknownSender(), 'password'],
    ['a code that is missing', wrongCode(''), 'login_code'],
  ])('has an identifier for %s', (_what, failure, identifier) => {
    expect(failure.identifier).toBe(identifier as typeof failure.identifier);
  });

  test('behind a proxy that is not trusted is refused by an identifier, and to launchers by a sentence', async () => {
    const proxied = { address: '10.0.0.1', headers: { via: 'x' } };
    expect((await logIn({}, proxied)).errors).toEqual(['password']);
    const headers = { ...proxied.headers, ...LAUNCHER.headers };
    expect((await logIn({}, { ...proxied, headers })).errors).toEqual([
      unknownSender().launcherText,
    ]);
  });

  // C4.9
  test.each<[string, TestAppOptions, string[]]>([
    ['a short host', {}, ['No such account. Register in a browser at muster.test']],
    [
      'a longer one than the line of the launcher has room for',
      { baseUrl: 'http://play-here.example.org' },
      ['No such account. Register on this site, not with the button.'],
    ],
    ['a place where nobody can', { registration: 'closed' }, []],
  ])('with an unknown name says where to register: %s', async (_what, options, said) => {
    await using own = await openTestApp(options);
    const browser = own.browser();
    const token = await browser.requestToken();
    const { errors } = await post(browser, { username: 'Nobody', token }, LAUNCHER);
    expect(errors).toEqual(['username', ...said]);
    // Before it the launcher writes a colour, and its line has 64 characters.
    for (const text of said) expect(text.length).toBeLessThanOrEqual(62);
  });

  // C1.3, C1.10
  test.each<[string, Partial<Scenario>]>([
    ['no body and no content type', {}],
    ['a body that is no form', { body: '{"username":"Alice"}' }],
    ['a body of bytes', { body: new Uint8Array([0xff, 0x00, 0xc3]) }],
    [
      'a multipart body',
      { body: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
    ['fields in the query', { path: '/api/login/?username=Alice&password=x&token=y' }],
  ])('with %s gets a normal answer with an error', async (_what, rest) => {
    const browser = app.browser();
    await browser.requestToken();
    for (const by of [app, browser]) {
      const state = await step(by, { path: '/api/login/', method: 'POST', ...rest });
      expect(state).toMatchObject({ authenticated: false, errors: ['token'] });
    }
  });

  test('never echoes what was sent', async () => {
    const fields = { username: '<b>Mallory</b>', password: 'my-own-secret', login_code: '987654' };
    const browser = app.browser();
    const token = await browser.requestToken();
    await post(
      browser,
      { ...fields, token },
      { lacks: ['Mallory', 'my-own-secret', '987654', token] },
    );
    expect(JSON.stringify(app.heard)).not.toContain('my-own-secret');
  });

  test('tells the log who logged in, and where and why one failed', async () => {
    app.heard.loggedIn.length = 0;
    app.heard.loginFailed.length = 0;
    await logIn({});
    await logIn({ password: 'incorrect horse' });
    expect(app.heard.loggedIn).toEqual(['Alice']);
    expect(app.heard.loginFailed).toEqual([{ reason: 'password', address: '203.0.113.7' }]);
  });

  test('tells one that was stopped apart from those that were wrong', async () => {
    app.heard.loginFailed.length = 0;
    app.heard.loginRefused.length = 0;
    const address = '198.51.100.51';
    const browser = app.browser(address);
    for (let turn = 0; turn < 12; turn += 1) {
      await browser.logIn('Alice', { password: 'incorrect horse' });
    }
    const form = { username: 'Alice', password: PASSWORD };
    expect((await browser.submit('/acc/login/', form)).status).toBe(429);
    expect(app.heard.loginFailed).toEqual(Array(10).fill({ reason: 'password', address }));
    expect(app.heard.loginRefused).toEqual(Array(3).fill({ outcome: 'stopped', address }));
  });
});

// C4.3
test('the four fields of the form are what is checked, and no others', async () => {
  const forms: unknown[] = [];
  await using own = await openTestApp({
    alterContext: (context) => ({
      ...context,
      login: {
        ...context.login,
        completeLogin(visitor, form, caller) {
          forms.push(form);
          return context.login.completeLogin(visitor, form, caller);
        },
      },
    }),
  });
  const body = 'username=Al%69ce&password=a+b&token=t&login_code=12+34&loginCode=1&code=2';
  await own.request('/api/login/', { method: 'POST', body });
  await own.request('/api/login/', { method: 'POST', body: 'username=Alice' });
  expect(forms).toEqual([
    { username: 'Alice', password: 'a b', token: 't', loginCode: '12 34' },
    { username: 'Alice', password: '', token: '', loginCode: '' },
  ]);
});

describe('a login that nobody has time to look into', () => {
  test('is answered after a second, not at once', async () => {
    const busy = {
      sessionValue: 'a.value',
      username: null,
      isAuthenticated: false,
      token: 'token',
      errors: [loginBusy().launcherText],
      failure: loginBusy(),
    };
    await using app = await openTestApp({
      alterContext: standIn({ login: { completeLogin: async () => busy } }),
    });
    let isAnswered = false;
    const answer = app.request('/api/login', { method: 'POST', body: 'username=a', ...LAUNCHER });
    void answer.then(() => {
      isAnswered = true;
    });
    await app.advance(999);
    expect(isAnswered).toBe(false);
    await app.advance(1);
    expect((await answer).text).toContain(`"errors":["${launcherTexts.busy}"]`);
  });
});
