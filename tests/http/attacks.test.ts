// What attackers try on accounts, one scenario each, and that it gets them nothing.
//
// Forms of other sites, and what every route has in common, are in every-route.test.ts; times of answers
// in account-timing.test.ts; text that would be markup in stored-markup.test.ts.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openWatchedStore } from '../support/store.ts';
import { type Browser, openTestApp, PASSWORD, type TestApp } from '../support/test-app.ts';
import { linkOf, NEW_PASSWORD, openLoggedIn, send, signUp } from './account-forms.ts';

const LOGIN = '/acc/login/';
const RIGHT = { username: 'Alice', password: PASSWORD };
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
});

test('a code of an email confirms one address, once', async () => {
  const zoe = app.browser();
  await signUp(app, zoe);
  const form = { act: 'code', code: (await lastMail())?.code ?? '' };
  const twice = await Promise.all([form, form].map((it) => send(zoe, '/acc/verify/', it)));
  expect(twice.filter(isIn)).toHaveLength(1);
  await send(zoe, '/acc/email/', { email: 'mallory@example.net', password: NEW_PASSWORD });
  expect((await send(zoe, '/acc/verify/', form)).status).toBe(400);
});

describe('guessing', () => {
  test('passwords stops after ten for one account, in one /64, however the address rotates', async () => {
    const wrong = { ...RIGHT, password: 'wrong horse' };
    for (let count = 1; count <= 10; count += 1) {
      expect((await send(at(`2001:db8::${count}`), LOGIN, wrong)).status).toBe(400);
    }
    const stopped = await send(at('2001:db8::ffff:1'), LOGIN, wrong);
    expect(stopped.status).toBe(429);
    expect(stopped.headers.get('retry-after')).toBe('300');
    // Nobody else is locked out, by another address or a running session.
    expect(isIn(await send(at('2001:db8:0:1::1'), LOGIN, RIGHT))).toBe(true);
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
