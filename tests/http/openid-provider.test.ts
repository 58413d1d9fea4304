// Single sign-on: programs log players in with their accounts here, by a certified client library.

import { beforeEach, describe, expect, test } from 'bun:test';
import * as client from 'openid-client';
import { openidMessages as messages } from '../../src/modules/openid-provider/messages.ts';
import { sha256Base64 } from '../../src/platform/lib/digest.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import { REMOVABLE } from '../removable/modules.ts';
import { openedForEach } from '../support/opened.ts';
import { type Browser, PASSWORD } from '../support/test-app.ts';
import { send } from './account-forms.ts';
import {
  addClient,
  begin,
  CALLBACK,
  follow,
  logIn,
  ORIGIN,
  openProgram,
  press,
  refusalOf,
} from './openid-provider-program.ts';
import { openStaffApp } from './staff-app.ts';

const SECURITY = '/acc/security/';
const CONNECTED = `${SECURITY}applications/`;
const OFFLINE = { scope: 'openid profile offline_access', prompt: 'consent' };
const ALICE = { sub: '1', name: 'Alice', preferred_username: 'Alice' };

const staff = openedForEach(() => openStaffApp({ baseUrl: ORIGIN, isOpenidProvider: true }));
let alice: Browser;
let made: Awaited<ReturnType<typeof addClient>>;
let program: client.Configuration;
beforeEach(async () => {
  alice = await staff.app.loggedIn('Alice');
  made = await addClient(staff.anna);
  program = await openProgram(staff.app, made);
});

const learn = async (token: string): Promise<object> => client.fetchUserInfo(program, token, '1');
const refresh = (token = '') => client.refreshTokenGrant(program, token);
/** Where a login ends, without a person who presses anything. */
const endOf = async (browser: Browser, parameters: Readonly<Record<string, string>> = {}) =>
  follow(browser, (await begin(program, parameters)).path);
const errorAt = ({ url }: { url: string }) =>
  new URL(url.replace('#', '?')).searchParams.get('error');

describe('a login', () => {
  test('asks once what the program may learn, and tells it that much', async () => {
    const { path, checks } = await begin(program);
    const asked = await follow(alice, path);
    expect(asked.answer.text).toContain(messages.wants('Forum', 'forum.example.org'));
    expect(asked.answer.text).toContain(messages.scopes.email('Alice@example.net'));
    const back = await press(alice, asked.url, 'allow');
    const tokens = await client.authorizationCodeGrant(program, new URL(back.url), checks);
    const told = {
      ...ALICE,
      ...(REMOVABLE.includes('player-page') && { profile: `${ORIGIN}/player/Alice/` }),
      ...(REMOVABLE.includes('skins') && { picture: `${ORIGIN}/face/Alice.png` }),
      email: 'Alice@example.net',
      email_verified: true,
    };
    expect(await learn(tokens.access_token)).toEqual(told);
    expect(tokens.claims()).toMatchObject(told);
    expect(tokens.refresh_token).toBeUndefined();
    // The second time nobody is asked.
    expect((await endOf(alice)).url).toStartWith(CALLBACK);
    // More is asked for again.
    expect((await endOf(alice, OFFLINE)).url).toStartWith('/oidc/continue/');
  });

  test('tells only what was asked for', async () => {
    const { access_token } = await logIn(program, alice, { scope: 'openid' });
    expect(await learn(access_token)).toEqual({ sub: '1' });
    expect((await endOf(alice)).answer.text).toContain(messages.scopes.email('Alice@example.net'));
  });

  test('leads through the login page, and by a page of its own to the program', async () => {
    const browser = staff.app.browser();
    const { path, checks } = await begin(program, { scope: 'openid', prompt: 'login' });
    const { url } = await follow(browser, path);
    const next = new URL(url, ORIGIN).searchParams.get('next') ?? '';
    expect(next).toStartWith('/oidc/continue/');
    const entered = await browser.submit('/acc/login/', {
      username: 'Alice',
      password: PASSWORD,
      next,
    });
    expect(entered.headers.get('location')).toBe(next);
    // A redirect would be one of the form of the login page, whose policy allows none to other sites.
    const page = await browser.request(next);
    expect(page.status).toBe(200);
    const asked = await follow(browser, next);
    const back = await press(browser, asked.url, 'allow');
    expect(await client.authorizationCodeGrant(program, new URL(back.url), checks)).toBeDefined();
  });

  test('a program that wants a new login gets one', async () => {
    await logIn(program, alice);
    staff.app.skip(60_000);
    for (const parameters of [{ prompt: 'login' }, { max_age: '30' }]) {
      const asked = await endOf(alice, parameters);
      expect(asked.answer.text).toContain(messages.again('Forum'));
      const left = await alice.submit(asked.url, { do: 'again' });
      const next =
        new URL(left.headers.get('location') ?? '', ORIGIN).searchParams.get('next') ?? '';
      await alice.submit('/acc/login/', { username: 'Alice', password: PASSWORD, next });
      expect((await follow(alice, next)).url).toStartWith(CALLBACK);
      staff.app.skip(60_000);
    }
  });

  test('tells when the player logged in, also if the player went on later', async () => {
    await logIn(program, alice);
    const browser = staff.app.browser();
    const { path, checks } = await begin(program, { max_age: '3600' });
    const { url } = await follow(browser, path);
    await browser.submit('/acc/login/', { username: 'Alice', password: PASSWORD });
    staff.app.skip(300_000);
    const next = new URL(url, ORIGIN).searchParams.get('next') ?? '';
    const back = new URL((await follow(browser, next)).url);
    const tokens = await client.authorizationCodeGrant(program, back, { ...checks, maxAge: 3_600 });
    const { iat = 0, auth_time = 0 } = tokens.claims() ?? {};
    expect(iat - auth_time).toBeGreaterThanOrEqual(300);
  });

  test('a program that wants no page gets an answer at once', async () => {
    const silent = { prompt: 'none' };
    expect(errorAt(await endOf(staff.app.browser(), silent))).toBe('login_required');
    expect(errorAt(await endOf(alice, silent))).toBe('consent_required');
    await logIn(program, alice);
    expect(errorAt(await endOf(alice, silent))).toBeNull();
  });

  test('can begin with a form of the program, which goes on as a link', async () => {
    await logIn(program, alice);
    const { path, checks } = await begin(program);
    const { pathname, searchParams } = new URL(path, ORIGIN);
    const foreign = { origin: 'https://forum.example.org', 'sec-fetch-site': 'cross-site' };
    const led = async (to: string, fields: Record<string, string>) => {
      // Browsers send no session with it.
      const { status, headers } = await send(staff.app.browser(), to, fields, foreign);
      return [status, headers.get('location')];
    };
    expect(await led(pathname, Object.fromEntries(searchParams))).toEqual([303, path]);
    const { url } = await follow(alice, path);
    expect(await client.authorizationCodeGrant(program, new URL(url), checks)).toBeDefined();
    expect(await led(pathname, { state: 'x'.repeat(4_000) })).toEqual([400, null]);
    const odd = '/oidc/logout?state=%0D%0Aa+b&logout=yes';
    expect(await led('/oidc/logout', { state: '\r\na b', logout: 'yes' })).toEqual([303, odd]);
    expect((await alice.request(odd)).text).toContain(messages.logoutAskAny);
  });

  test('a player can say no', async () => {
    const asked = await endOf(alice);
    expect(errorAt(await press(alice, asked.url, 'deny'))).toBe('access_denied');
    expect((await endOf(alice)).url).toStartWith('/oidc/continue/');
  });

  test('an account that is not verified is told so', async () => {
    const asked = await endOf(await staff.app.loggedIn('Ulla'));
    expect(asked.answer.text).toContain(messages.unverified('Forum'));
  });

  test('nobody is asked about a trusted program, and it is listed all the same', async () => {
    const wiki = await addClient(staff.anna, { is_trusted: 'yes', name: 'Wiki' });
    program = await openProgram(staff.app, wiki);
    expect((await endOf(alice)).url).toStartWith(CALLBACK);
    expect((await alice.request(CONNECTED)).text).toContain('Wiki');
    // Nobody has allowed it anything when it is no longer trusted.
    await staff.anna.submit('/admin/clients/', {
      ...{ do: 'change', client: wiki.clientId, name: 'Wiki' },
      ...{ redirect_uris: CALLBACK, is_active: 'yes' },
    });
    expect((await endOf(alice)).url).toStartWith('/oidc/continue/');
  });

  test('the code can go by a form, which the policy of that page allows', async () => {
    await logIn(program, alice);
    const { answer } = await endOf(alice, { response_mode: 'form_post' });
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(answer.text) ?? [];
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`'sha256-${sha256Base64(script)}'`);
    expect(policy).toContain('form-action https:');
  });

  test('goes on only once it is answered', async () => {
    const { url } = await endOf(alice);
    const [, id = ''] = /continue\/([\w-]+)/.exec(url) ?? [];
    for (const browser of [staff.app.browser(), alice]) {
      const early = await browser.request(`/oidc/authorize/${id}`);
      expect(early.headers.get('location')).toBe(url);
    }
    expect((await press(alice, url, 'allow')).url).toStartWith(CALLBACK);
    expect((await alice.request(`/oidc/authorize/${id}`)).text).toContain(
      messages.refusals.expired,
    );
  });

  test('only the session that is asked can answer, and nobody else allows anything', async () => {
    const { url } = await endOf(alice);
    await staff.app.register('Bob');
    const bob = await staff.app.loggedIn('Bob');
    for (const answer of [
      await bob.request(url),
      await bob.submit(url, { do: 'allow' }),
      await bob.submit(url, { do: 'deny' }),
    ]) {
      expect(answer.text).toContain(messages.refusals.expired);
    }
    expect((await endOf(bob)).url).toStartWith('/oidc/continue/');
    expect((await press(alice, url, 'allow')).url).toStartWith(CALLBACK);
  });

  test('a question about a login is no question about consent', async () => {
    staff.app.skip(60_000);
    const { url } = await endOf(alice, { prompt: 'login' });
    const allowed = await alice.submit(url, { do: 'allow' });
    expect(allowed.text).toContain(messages.refusals.expired);
    expect(await staff.app.store.openidGrants.listConsents(1)).toEqual([]);
  });
});

describe('refused', () => {
  test('an address that is not registered, a program that is unknown or turned off: with a page', async () => {
    for (const uri of [
      `${CALLBACK}/`,
      'https://evil.example/',
      'http://forum.example.org/callback',
    ]) {
      const { answer } = await endOf(alice, { redirect_uri: uri });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(messages.refusals.redirect);
    }
    const { path } = await begin(program);
    const unknown = await alice.request(path.replace(made.clientId, 'nobody'));
    for (const text of [unknown.text, (await alice.request('/oidc/authorize/x/')).text]) {
      expect(text).toContain('Logged in as');
    }
    expect(unknown.text).toContain(messages.refusals.client);
    await staff.anna.submit('/admin/clients/', {
      ...{ do: 'change', client: made.clientId, name: 'Forum', redirect_uris: CALLBACK },
    });
    expect((await alice.request(path)).text).toContain(messages.refusals.client);
  });

  test.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['another way than a code', { response_type: 'token' }],
  ])('%s: the program is told', async (_what, parameters) => {
    const { path } = await begin(program, parameters);
    const url = new URL(path, ORIGIN);
    for (const [name, value] of [...url.searchParams])
      if (value === '') url.searchParams.delete(name);
    expect(errorAt(await follow(alice, `${url.pathname}${url.search}`))).toMatch(
      /^(invalid_request|unsupported_response_type|unauthorized_client)$/,
    );
  });

  test('a code of another program, with a wrong verifier or secret, too late, and twice', async () => {
    await logIn(program, alice);
    const take = async () => {
      const { path, checks } = await begin(program);
      return { url: new URL((await follow(alice, path)).url), checks };
    };
    const other = await openProgram(staff.app, await addClient(staff.anna));
    const stolen = await take();
    expect(await refusalOf(client.authorizationCodeGrant(other, stolen.url, stolen.checks))).toBe(
      'invalid_grant',
    );
    const { url, checks } = await take();
    const wrong = { ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
    expect(await refusalOf(client.authorizationCodeGrant(program, url, wrong))).toBe(
      'invalid_grant',
    );
    const guessing = await openProgram(staff.app, { ...made, secret: 'guessed' });
    expect(await refusalOf(client.authorizationCodeGrant(guessing, url, checks))).toBe(
      'invalid_client',
    );
    const late = await take();
    staff.app.skip(61_000);
    expect(await refusalOf(client.authorizationCodeGrant(program, late.url, late.checks))).toBe(
      'invalid_grant',
    );
    const twice = await take();
    const { access_token } = await client.authorizationCodeGrant(program, twice.url, twice.checks);
    expect(await refusalOf(client.authorizationCodeGrant(program, twice.url, twice.checks))).toBe(
      'invalid_grant',
    );
    // Whoever had the code first may have been the thief.
    expect(await refusalOf(learn(access_token))).toBe('invalid_token');
  });

  test('two requests at once with one code: one of them gets tokens at most', async () => {
    await logIn(program, alice);
    const { path, checks } = await begin(program);
    const url = new URL((await follow(alice, path)).url);
    const spend = () =>
      client.authorizationCodeGrant(program, url, checks).then(
        () => 'tokens',
        () => 'refused',
      );
    const outcomes = await Promise.all([spend(), spend(), spend()]);
    expect(outcomes.filter((it) => it === 'tokens').length).toBeLessThanOrEqual(1);
  });

  test('too many requests of one address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 302; count += 1) {
      statuses.push((await staff.app.request('/oidc/jwks')).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

test('one network, or one account, cannot push out the logins of others that wait', async () => {
  const { path } = await begin(program);
  const waiting = await follow(alice, path);
  const ask = async (address: string) => (await staff.app.request(path, { address })).status;
  for (let number = 0; number < 312; number += 1) {
    expect(await ask(`2001:db8:0:${number.toString(16)}::1`)).toBe(303);
  }
  expect(await ask('2001:db8:0:fff::1')).toBe(429);
  expect(await ask('198.51.100.1')).toBe(303);
  // Nobody waits for these.
  const silent = `${path}&prompt=none`;
  expect((await staff.app.request(silent, { address: '2001:db8:0:fff::1' })).status).toBe(303);
  for (let number = 1; number < 30; number += 1) await alice.request(path);
  expect((await alice.request(path)).status).toBe(429);
  expect((await press(alice, waiting.url, 'allow')).url).toStartWith(CALLBACK);
});

describe('a refresh token', () => {
  test('is replaced by each use, and one that is used again ends everything', async () => {
    const first = await logIn(program, alice, OFFLINE);
    const second = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const third = await refresh(second.refresh_token);
    expect(await learn(third.access_token)).toMatchObject(ALICE);
    expect(await refusalOf(refresh(first.refresh_token))).toBe('invalid_grant');
    expect(await refusalOf(refresh(third.refresh_token))).toBe('invalid_grant');
    expect(await refusalOf(learn(third.access_token))).toBe('invalid_token');
    // Another login to the program goes on.
    const other = await logIn(program, alice, OFFLINE);
    expect((await refresh(other.refresh_token)).access_token).toBeString();
  });

  test('outlives the access token, and ends after 30 days without use', async () => {
    const first = await logIn(program, alice, OFFLINE);
    staff.app.skip(61 * 60_000);
    await staff.app.runJob('forget ended logins to programs');
    expect(await refusalOf(learn(first.access_token))).toBe('invalid_token');
    staff.app.skip(29 * 24 * 60 * 60_000);
    const second = await refresh(first.refresh_token);
    staff.app.skip(29 * 24 * 60 * 60_000);
    const third = await refresh(second.refresh_token);
    staff.app.skip(31 * 24 * 60 * 60_000);
    expect(await refusalOf(refresh(third.refresh_token))).toBe('invalid_grant');
  });
});

describe('what ends a login at once', () => {
  const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a suspension', () => staff.app.administration.suspendAccount('Alice', 'griefing')],
    ['the end of all sessions', () => staff.app.administration.endSessions('Alice', '')],
    ['a deletion', () => staff.app.administration.deleteAccount('Alice', 'griefing')],
    [
      'a new password',
      () => staff.app.administration.changePassword('Alice', 'a good new one', ''),
    ],
    [
      'the end of the other sessions',
      async () => {
        await staff.app.loggedIn('Alice');
        await alice.submit(`${SECURITY}sessions/end-others/`, {});
      },
    ],
    [
      'the player who revokes it',
      async () => {
        const [, consent = ''] =
          /name="consent" value="(\d+)"/.exec((await alice.request(CONNECTED)).text) ?? [];
        await alice.submit(`${CONNECTED}revoke/`, { consent });
      },
    ],
    [
      'the program that revokes it',
      async () => client.tokenRevocation(program, tokens.refresh_token ?? ''),
    ],
    [
      'an administrator who turns the program off',
      () =>
        staff.anna.submit('/admin/clients/', {
          ...{ do: 'change', client: made.clientId, name: 'Forum', redirect_uris: CALLBACK },
        }),
    ],
    [
      'an administrator who removes the program',
      () => staff.anna.submit('/admin/clients/', { do: 'remove', client: made.clientId }),
    ],
  ];
  let tokens: Awaited<ReturnType<typeof logIn>>;

  test.each(ends)('%s', async (_what, end) => {
    tokens = await logIn(program, alice, OFFLINE);
    expect(await learn(tokens.access_token)).toMatchObject(ALICE);
    await end();
    expect(await refusalOf(learn(tokens.access_token))).toBe('invalid_token');
    expect(await refusalOf(refresh(tokens.refresh_token))).toMatch(/^invalid_(grant|client)$/);
  });
});

describe('a logout', () => {
  const leave = (browser: Browser, parameters: Record<string, string>) => {
    const { pathname, search } = client.buildEndSessionUrl(program, parameters);
    return browser.request(`${pathname}${search}`);
  };
  const confirm = (browser: Browser, text: string, logout: string) => {
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(text) ?? [];
    return browser.submit('/oidc/logout/confirm/', { xsrf, logout });
  };
  const nameOf = async (browser: Browser) =>
    ((await browser.request('/api/login/')).json() as { username: string | null }).username;

  test('is asked for, and leads back to the program', async () => {
    const { id_token = '' } = await logIn(program, alice);
    const bye = {
      ...{ id_token_hint: id_token, state: 'x' },
      post_logout_redirect_uri: 'https://forum.example.org/bye',
    };
    const asked = await leave(alice, bye);
    expect(asked.text).toContain(messages.logoutAsk('Forum'));
    expect((await confirm(alice, asked.text, '')).headers.get('refresh')).toContain('/bye?state=x');
    expect(await nameOf(alice)).toBe('Alice');
    const again = await leave(alice, bye);
    expect((await confirm(alice, again.text, 'yes')).headers.get('refresh')).toContain(
      '/bye?state=x',
    );
    expect(await nameOf(alice)).toBeNull();
    // Somebody who is not logged in goes on without a question.
    expect((await leave(alice, bye)).headers.get('refresh')).toContain('/bye?state=x');
    expect((await leave(alice, {})).headers.get('location')).toBe('/');
  });

  test('is answered once, and leaves nothing behind', async () => {
    const asked = await leave(alice, {});
    expect((await confirm(alice, asked.text, '')).status).toBe(303);
    expect((await confirm(alice, asked.text, 'yes')).status).toBe(400);
    expect(await nameOf(alice)).toBe('Alice');
  });

  test('is limited for each address', async () => {
    for (let count = 0; count < 60; count += 1) await leave(staff.app.browser(), {});
    expect((await leave(staff.app.browser(), {})).status).toBe(429);
  });

  test('does not end the session of an account that is not verified, which is not asked', async () => {
    const ulla = await staff.app.loggedIn('Ulla');
    expect((await leave(ulla, {})).headers.get('location')).toBe('/');
    expect(await nameOf(ulla)).toBe('Ulla');
  });

  test('needs a form of this site, and leads nowhere that is not registered', async () => {
    const { id_token = '' } = await logIn(program, alice);
    const away = { id_token_hint: id_token, post_logout_redirect_uri: 'https://evil.example/' };
    expect((await leave(alice, away)).status).toBe(400);
    await leave(alice, { id_token_hint: id_token });
    expect((await confirm(alice, 'name="xsrf" value="guessed"', 'yes')).status).toBe(400);
    expect(await nameOf(alice)).toBe('Alice');
  });
});

describe('programs', () => {
  test('read keys without their secret parts, and scripts of other pages may read them', async () => {
    const { text, headers } = await staff.app.request('/oidc/jwks', {
      headers: { origin: 'https://a.example' },
    });
    expect(Object.keys(JSON.parse(text).keys[0]).toSorted()).toEqual([
      'alg',
      'e',
      'kid',
      'kty',
      'n',
      'use',
    ]);
    expect(headers.get('access-control-allow-origin')).toBe('https://a.example');
  });

  test('without a secret are called by the scripts of their own pages alone', async () => {
    const spa = await addClient(staff.anna, { kind: 'public' });
    expect(spa.secret).toBeUndefined();
    program = await openProgram(staff.app, spa);
    const { access_token } = await logIn(program, alice);
    const from = async (origin: string) => {
      const headers = { origin, authorization: `Bearer ${access_token}` };
      const { status, headers: answered } = await staff.app.request('/oidc/userinfo', { headers });
      return [status, answered.get('access-control-allow-origin')];
    };
    expect(await from('https://forum.example.org')).toEqual([200, 'https://forum.example.org']);
    expect(await from('https://evil.example')).toEqual([400, null]);
    const preflight = await staff.app.request('/oidc/token', {
      method: 'OPTIONS',
      headers: { origin: 'https://forum.example.org', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  });

  test('are refused in their own form by what is in front of them', async () => {
    const body = 'x'.repeat(70_000);
    const large = await staff.app.request('/oidc/token', { method: 'POST', body });
    expect([large.status, large.json()]).toMatchObject([413, { error: 'invalid_request' }]);
    staff.app.store.openidClients.listKeys = () =>
      Promise.reject(new Failure('unavailable', 'Away.', { retryAfterSeconds: 5 }));
    const away = await staff.app.request('/oidc/userinfo');
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    expect(away.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test('keep the keys that signed earlier for a while', async () => {
    const kids = async () => {
      const { keys } = (await staff.app.request('/oidc/jwks')).json() as {
        keys: { kid: string }[];
      };
      return keys.map(({ kid }) => kid);
    };
    const [first = ''] = await kids();
    staff.app.skip(91 * 24 * 60 * 60_000);
    const [second = '', ...older] = await kids();
    expect(second).not.toBe(first);
    expect(older).toEqual([first]);
    // A leap of the clock deletes nothing, so the time passes in steps.
    for (let halfDays = 0; halfDays < 64; halfDays += 1) {
      staff.app.skip(12 * 60 * 60_000);
      await staff.app.runJob('save servers');
    }
    await staff.app.runJob('forget ended logins to programs');
    expect(await kids()).toEqual([second]);
  });
});
