// What attackers try on accounts, one scenario each, and that it gets them nothing.
//
// Forms of other sites, and what every route has in common, are in every-route.test.ts; times of answers
// in account-timing.test.ts; text that would be markup in stored-markup.test.ts.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { appCode } from '../support/authenticator.ts';
import { openWatchedStore } from '../support/store.ts';
import { type Browser, openTestApp, PASSWORD, type TestApp } from '../support/test-app.ts';
import { linkOf, NEW_PASSWORD, openLoggedIn, send, signUp } from './account-forms.ts';

const LOGIN = '/acc/login/';
const CODE = '/acc/login/code/';
const RIGHT = { username: 'Alice', password: PASSWORD };
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
  for (const name of ['Alice', 'Mallory']) await app.register(name);
});
afterEach(() => app[Symbol.asyncDispose]());

const at = (address: string) => app.browser(address);
const whoIs = async (by: Browser) =>
  ((await by.request('/api/login/')).json() as { username: string | null }).username;
const lastMail = async () => (await app.readMails()).at(-1);

/** Sets an app up for Alice; the step that confirmed it is over. */
async function turnOnApp() {
  const owner = await openLoggedIn(app, 'Alice');
  await send(owner, '/acc/security/app/', { password: PASSWORD });
  const page = (await owner.request('/acc/security/app/')).text;
  const secret = (/class="key">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
  await send(owner, '/acc/security/app/confirm/', { code: appCode(secret, app.now()) });
  const shown = (await owner.request('/acc/security/recovery-codes/')).text;
  const recovery = shown.match(/\d{4} \d{4} \d{4}/g) ?? [];
  app.skip(STEP_MS);
  return { owner, recovery, code: () => appCode(secret, app.now()) };
}

/** Shows the password at a browser of its own, and stands before the code. */
async function atCode(by = app.browser()): Promise<Browser> {
  await send(by, LOGIN, RIGHT);
  return by;
}

async function requestReset(who = 'Alice', address = '192.0.2.50'): Promise<string> {
  await send(at(address), '/acc/forgot/', { who });
  return linkOf(await lastMail(), '/acc/reset/');
}

const isIn = ({ status }: { status: number }) => status === 303;

describe('a session that was planted in a browser', () => {
  test('is not the one that its owner logs in to, with a password, or a code too', async () => {
    const attacker = at('192.0.2.66');
    await attacker.request(LOGIN);
    for (const begin of ['page', 'launcher'] as const) {
      const victim = app.browser();
      victim.session = attacker.session;
      if (begin === 'page') await send(victim, LOGIN, RIGHT);
      else await victim.logIn('Alice');
      expect(await whoIs(victim)).toBe('Alice');
      expect(await whoIs(attacker)).toBeNull();
      await attacker.request(LOGIN);
    }
  });

  test('sees nothing of the second step, were it a session of another account or of none', async () => {
    const { code } = await turnOnApp();
    const strangers = [at('192.0.2.66'), await openLoggedIn(app, 'Mallory')];
    await strangers[0]?.request(LOGIN);
    for (const attacker of strangers) {
      const victim = app.browser();
      victim.session = attacker.session;
      await atCode(victim);
      const spied = await attacker.request(CODE);
      expect(spied.text).not.toContain('Alice');
      await send(attacker, CODE, { login_code: code() });
      expect(await whoIs(attacker)).not.toBe('Alice');
      expect(isIn(await send(victim, CODE, { login_code: code() }))).toBe(true);
      expect(await whoIs(attacker)).not.toBe('Alice');
      app.skip(STEP_MS);
    }
  });

  test('of a device makes nobody known', async () => {
    const attacker = await openLoggedIn(app, 'Mallory');
    const planted = attacker.device;
    const victim = at('192.0.2.8');
    victim.device = planted;
    await send(victim, LOGIN, RIGHT);
    expect(victim.device).not.toBe(planted);
    const known = await app.store.devices.listDevices(1);
    await atCode(attacker);
    // It is a new device to Alice, and she is notified.
    expect(known.length).toBeGreaterThan(0);
    expect((await lastMail())?.kind).toBe('new device');
  });
});

/** One after the other: of one address three passwords are checked at a time. */
async function openAtCode(count: number): Promise<Browser[]> {
  const browsers: Browser[] = [];
  while (browsers.length < count) browsers.push(await atCode());
  return browsers;
}

describe('used again', () => {
  test('a login token is spent by its first post, right or wrong, of two at once too', async () => {
    const launcher = app.browser();
    const post = (token: string, password: string) =>
      launcher.request('/api/login/', {
        method: 'POST',
        body: new URLSearchParams({ username: 'Alice', password, token }).toString(),
      });
    const errorsOf = async (answer: ReturnType<typeof post>) =>
      ((await answer).json() as { errors: string[] }).errors;
    for (const first of ['wrong horse', PASSWORD]) {
      const token = await launcher.requestToken();
      await post(token, first);
      expect(await errorsOf(post(token, PASSWORD))).toEqual(['token']);
    }
    const token = await launcher.requestToken();
    const both = await Promise.all([
      errorsOf(post(token, PASSWORD)),
      errorsOf(post(token, PASSWORD)),
    ]);
    expect(both.filter(([error]) => error === 'token')).toHaveLength(1);
    const stolen = await at('192.0.2.66').requestToken();
    expect(await errorsOf(post(stolen, PASSWORD))).toEqual(['token']);
  });

  test('the link for a new password sets one, of ten at once too', async () => {
    const path = await requestReset();
    const sent = Array.from({ length: 10 }, (_, number) =>
      send(at(`192.0.2.${number}`), path, { new_password: `${NEW_PASSWORD}${number}` }),
    );
    const answers = await Promise.all(sent);
    expect(answers.filter(isIn)).toHaveLength(1);
    const winner = answers.findIndex(isIn);
    expect((await send(app.browser(), path, { new_password: 'a third one' })).status).toBe(410);
    const login = await app.browser().logIn('Alice', { password: `${NEW_PASSWORD}${winner}` });
    expect(login.json()).toMatchObject({ authenticated: true });
  });

  test('a code of an app opens one session, and none of a step before it', async () => {
    const { code } = await turnOnApp();
    const earlier = code();
    app.skip(STEP_MS);
    const browsers = await openAtCode(5);
    const now = code();
    const answers = await Promise.all(browsers.map((it) => send(it, CODE, { login_code: now })));
    expect(answers.filter(isIn)).toHaveLength(1);
    app.skip(5 * MINUTE_MS);
    for (const old of [now, earlier]) {
      expect(isIn(await send(await atCode(), CODE, { login_code: old }))).toBe(false);
    }
  });

  test('a recovery code opens one session', async () => {
    const { recovery } = await turnOnApp();
    const browsers = await openAtCode(4);
    const sent = browsers.map((it) => send(it, CODE, { login_code: recovery[0] ?? '' }));
    expect((await Promise.all(sent)).filter(isIn)).toHaveLength(1);
    const later = await send(await atCode(), CODE, { login_code: recovery[0] ?? '' });
    expect(isIn(later)).toBe(false);
  });

  test('a mailed code opens one session, and ends those that came before it', async () => {
    await send(await openLoggedIn(app, 'Alice'), '/acc/security/mail/', { password: PASSWORD });
    await atCode();
    const first = (await lastMail())?.code ?? '';
    app.skip(MINUTE_MS);
    const browser = await atCode();
    const second = (await lastMail())?.code ?? '';
    expect(isIn(await send(browser, CODE, { login_code: second }))).toBe(true);
    for (const code of [first, second]) {
      expect(isIn(await send(await atCode(), CODE, { login_code: code }))).toBe(false);
    }
  });

  test('a code of an email confirms one address, once', async () => {
    const zoe = app.browser();
    await signUp(app, zoe);
    const code = (await lastMail())?.code ?? '';
    const form = { act: 'code', code };
    const twice = await Promise.all([
      send(zoe, '/acc/verify/', form),
      send(zoe, '/acc/verify/', form),
    ]);
    expect(twice.filter(isIn)).toHaveLength(1);
    await send(zoe, '/acc/email/', { email: 'mallory@example.net', password: NEW_PASSWORD });
    expect((await send(zoe, '/acc/verify/', form)).status).toBe(400);
  });
});

describe('guessing', () => {
  const wrong = (by: Browser, username = 'Alice') =>
    send(by, LOGIN, { username, password: 'wrong horse' });

  test('passwords stops after ten for one account, in one /64, however the address rotates', async () => {
    for (let count = 1; count <= 10; count += 1) {
      expect((await wrong(at(`2001:db8::${count}`))).status).toBe(400);
    }
    const stopped = await wrong(at('2001:db8::ffff:1'));
    expect(stopped.status).toBe(429);
    expect(stopped.headers.get('retry-after')).toBe('300');
    // Nobody else is locked out, by another address or a running session.
    expect(isIn(await send(at('2001:db8:0:1::1'), LOGIN, RIGHT))).toBe(true);
  });

  test('passwords stops after a hundred from one place, whatever the names', async () => {
    for (let count = 0; count < 100; count += 1) {
      expect((await wrong(at(`2001:db8::${count}`), `Name${count}`)).status).toBe(400);
    }
    expect((await send(at('2001:db8::1'), LOGIN, RIGHT)).status).toBe(429);
    expect(isIn(await send(at('192.0.2.1'), LOGIN, RIGHT))).toBe(true);
  });

  test('passwords from many places makes strange devices owe a code, and no known one', async () => {
    const owner = await openLoggedIn(app, 'Alice');
    for (let count = 0; count < 100; count += 1) await wrong(at(`198.51.100.${count}`));
    expect((await lastMail())?.kind).toBe('brute-force protection');
    const stranger = at('198.51.100.200');
    expect((await send(stranger, LOGIN, RIGHT)).headers.get('location')).toBe(CODE);
    expect(await whoIs(owner)).toBe('Alice');
    const again = app.browser();
    expect((await send(again, LOGIN, RIGHT)).headers.get('location')).toBe('/');
  });

  test('codes of a login stops after five from one place, and thirty from all strange ones', async () => {
    await turnOnApp();
    const guess = async (address: string) =>
      (await send(await atCode(at(address)), CODE, { login_code: '000000' })).status;
    for (let count = 0; count < 5; count += 1) expect(await guess('2001:db8::1')).toBe(400);
    expect(await guess('2001:db8::2')).toBe(429);
    let looked = 5;
    for (let place = 0; place < 20; place += 1) {
      for (let count = 0; count < 4; count += 1) {
        if ((await guess(`2001:db8:${place + 1}::1`)) === 400) looked += 1;
      }
    }
    expect(looked).toBe(30);
  });

  test('codes of an email stops after five, for longer each time, whatever is sent again', async () => {
    const zoe = app.browser();
    await signUp(app, zoe);
    const code = (await lastMail())?.code ?? '';
    const wrongCode = code === '000000' ? '111111' : '000000';
    const type = (text: string) => send(zoe, '/acc/verify/', { act: 'code', code: text });
    for (let count = 0; count < 5; count += 1) expect((await type(wrongCode)).status).toBe(400);
    expect((await type(code)).status).toBe(429);
    app.skip(2 * MINUTE_MS);
    expect(isIn(await send(zoe, '/acc/verify/', { act: 'again' }))).toBe(true);
    const next = (await lastMail())?.code ?? '';
    expect((await type(next)).status).toBe(429);
    app.skip(15 * MINUTE_MS);
    for (let count = 0; count < 5; count += 1) await type(wrongCode);
    const stopped = await type(next);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(20 * 60);
  });

  test('links finds none: one sign off is as far as any', async () => {
    const path = await requestReset();
    const token = path.split('/').at(-2) ?? '';
    for (const near of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.toLowerCase(),
      `${token}A`,
      token.slice(1),
      `${token}%00`,
      "' OR 1=1 --",
    ]) {
      const guessed = `/acc/reset/${encodeURIComponent(near)}/`;
      expect((await app.request(guessed)).status).toBe(410);
      expect((await send(app.browser(), guessed, { new_password: NEW_PASSWORD })).status).toBe(410);
    }
    expect((await app.request(path)).status).toBe(200);
  });
});

describe('whether an address has an account', () => {
  /** What an answer says, without what differs from one to the next anyway. */
  const plain = ({ status, text, headers }: Awaited<ReturnType<typeof send>>) =>
    JSON.stringify({
      status,
      headers: [...headers].filter(([name]) => name !== 'set-cookie' && name !== 'x-request-id'),
      text: text.replace(/name="challenge" value="[^"]+"/g, ''),
    });

  test('is shown by no answer of a registration, a reset or a change, byte for byte', async () => {
    const answers = { used: [] as string[], free: [] as string[] };
    for (const [kind, email] of [
      ['used', 'mallory@example.net'],
      ['free', 'nobody1@example.net'],
    ] as const) {
      await app[Symbol.asyncDispose]();
      const watched = openWatchedStore();
      app = await openTestApp({ store: watched.store });
      for (const name of ['Alice', 'Mallory']) await app.register(name);
      const fresh = at(kind === 'used' ? '192.0.2.10' : '192.0.2.11');
      // Names of one length, and addresses too, which pages repeat.
      const name = kind === 'used' ? 'Zoe_1' : 'Tea_2';
      const hide = (text: string) => text.replaceAll(email, 'EMAIL').replaceAll(name, 'NAME');
      const remember = async (sent: ReturnType<typeof send>) => {
        const before = watched.countChanges();
        const answer = hide(plain(await sent));
        // The same work as well, whatever a clock would say of it.
        answers[kind].push(`${watched.countChanges() - before} rows changed, ${answer}`);
      };
      await remember(signUp(app, fresh, { name, email }));
      await remember(fresh.request('/acc/verify/'));
      await remember(fresh.request('/acc/'));
      app.skip(MINUTE_MS);
      await remember(send(fresh, '/acc/verify/', { act: 'again' }));
      await remember(send(fresh, '/acc/verify/', { act: 'code', code: '000000' }));
      await remember(send(at('192.0.2.12'), '/acc/forgot/', { who: email }));
      await remember(at('192.0.2.12').request('/acc/forgot/sent/'));
      const alice = await openLoggedIn(app, 'Alice');
      app.skip(30 * MINUTE_MS);
      await remember(send(alice, '/acc/email/', { email, password: PASSWORD }));
      await remember(alice.request('/acc/verify/'));
      await remember(alice.request('/acc/'));
    }
    expect(answers.used).toEqual(answers.free);
    expect(answers.used.length).toBe(10);
  });
});

describe('a session that lives', () => {
  const actions: [string, () => Promise<unknown>][] = [
    ['suspended', () => app.administration.suspendAccount('Alice', 'for a test')],
    ['deleted', () => app.administration.deleteAccount('Alice')],
    ['given another password', () => app.administration.changePassword('Alice', NEW_PASSWORD)],
  ];

  test.each(actions)(
    'ends at once when its account is %s, a pending login too',
    async (_title, action) => {
      const { code } = await turnOnApp();
      const living = [await atCode(), await atCode()];
      await send(living[0] as Browser, CODE, { login_code: code() });
      app.skip(STEP_MS);
      await action();
      const [loggedIn, pending] = living as [Browser, Browser];
      expect(await whoIs(loggedIn)).toBeNull();
      expect((await loggedIn.request('/acc/')).status).toBe(303);
      expect((await loggedIn.request('/api/servers')).text).not.toContain('mppass');
      const entered = await send(pending, CODE, { login_code: code() });
      expect(entered.status).toBe(400);
      expect(await whoIs(pending)).toBeNull();
    },
  );

  test('of a suspended account is not revived when it is restored', async () => {
    const living = await openLoggedIn(app, 'Alice');
    await app.administration.suspendAccount('Alice', 'for a test');
    await app.administration.restoreAccount('Alice');
    expect(await whoIs(living)).toBeNull();
  });

  test('of an account that is renamed goes by the new name at once, and by no other', async () => {
    const living = await openLoggedIn(app, 'Alice');
    await app.beat({ name: 'Alpha' });
    await app.advance(1_000);
    const before = (await living.request('/api/servers')).text;
    await app.administration.renameAccount('Alice', 'Alina');
    await app.advance(1_000);
    expect(await whoIs(living)).toBe('Alina');
    const after = (await living.request('/api/servers')).text;
    const passOf = (text: string) => /"mppass":"([0-9a-f]{32})"/.exec(text)?.[1];
    expect(passOf(after)).toBeDefined();
    expect(passOf(after)).not.toBe(passOf(before) ?? '');
    expect(((await app.browser().logIn('Alice')).json() as { errors: string[] }).errors[0]).toBe(
      'username',
    );
  });

  test('of an owner who had the account deleted opens nothing, and no link of it does', async () => {
    const reset = await requestReset();
    const living = await openLoggedIn(app, 'Alice');
    const leaving = await openLoggedIn(app, 'Alice');
    await send(leaving, '/acc/delete/', { password: PASSWORD });
    expect(await whoIs(living)).toBeNull();
    expect((await send(living, reset, { new_password: NEW_PASSWORD })).status).toBe(410);
  });
});

describe('a line end in what goes into an email', () => {
  const HEADER = '\r\nBcc: eve@example.net\r\n\r\nspam';

  test.each([
    ['a name', { name: `Zoe${HEADER}` }],
    ['an address', { email: `zoe@example.net${HEADER}` }],
    ['an address, before the @', { email: `zoe${HEADER}@example.net` }],
    ['several addresses', { email: 'zoe@example.net, eve@example.net' }],
    ['an address with a name', { email: '"Eve" <eve@example.net>' }],
  ])('of %s is refused at a registration', async (_title, fields) => {
    const answer = await signUp(app, app.browser(), fields);
    expect(answer.status).toBe(400);
    expect(await app.readMails()).toEqual([]);
  });

  test('of a device’s name is not in the email about it', async () => {
    await openLoggedIn(app, 'Alice');
    const strange = at('192.0.2.77');
    // A header cannot hold a line end; its look-alikes can.
    const headers = { 'user-agent': 'Eve\u0085Bcc: eve@example.net <b>x</b>' };
    await strange.submit(LOGIN, RIGHT, { headers });
    const mail = await lastMail();
    expect(mail?.kind).toBe('new device');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Bcc|eve@|<b>x/);
  });
});
