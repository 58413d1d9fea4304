// Passkeys: how owners add and remove them, the logins with one, and every answer that is refused.

import { beforeEach, describe, expect, test } from 'bun:test';
import { accountTexts } from '../../src/modules/account/messages.ts';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { passkeyFailures, passkeyMessages } from '../../src/modules/passkeys/messages.ts';
import { securityMessages } from '../../src/modules/two-factor/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { createSoftPasskey, type SoftPasskey } from '../support/passkey.ts';
import { type Answer, type Browser, openTestApp, PASSWORD } from '../support/test-app.ts';

const ORIGIN = 'https://play.example.net';
const SITE = { origin: ORIGIN, rpId: 'play.example.net' };
const LOGIN = '/acc/login/';
const CODE = '/acc/login/code/';
const PASSKEY = '/acc/login/passkey/';
const LIST = '/acc/security/passkeys/';
const RECOVERY = '/acc/security/recovery-codes/';
const RIGHT = { username: 'Alice', password: PASSWORD };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const app = openedForEach(async () => {
  const opened = await openTestApp({ baseUrl: ORIGIN });
  for (const name of ['Alice', 'Bob']) await opened.register(name);
  return opened;
});
let alice: Browser;
beforeEach(async () => {
  alice = app.browser();
  await alice.submit(LOGIN, RIGHT);
});

const nameOf = async (browser: Browser) =>
  ((await browser.request('/api/login/')).json() as { username: string | null }).username;
const locationOf = ({ headers }: Answer) => headers.get('location');
const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** What the page gives the browser to create a passkey. */
async function startAdding(name = 'My phone', proof: object = {}, by = alice) {
  const started = await by.submit(LIST, { name, password: PASSWORD, ...proof });
  expect(locationOf(started)).toBe(`${LIST}new/`);
  const { text } = await by.request(`${LIST}new/`);
  return JSON.parse(unescaped(/data-create="([^"]*)"/.exec(text)?.[1] ?? ''));
}

const sendNew = (answer: object, by = alice) =>
  by.submit(`${LIST}new/`, { credential: JSON.stringify(answer) });

async function add(passkey: SoftPasskey, name?: string, proof?: object): Promise<Answer> {
  return sendNew(passkey.create(await startAdding(name, proof), SITE));
}

async function readOptions(browser: Browser, step: 'alone' | 'second') {
  const answer = await browser.request(`${PASSKEY}options/?step=${step}`);
  return answer.json() as {
    challenge: string;
    rpId: string;
    userVerification: string;
    allowCredentials: { id: string; transports: string[] }[];
  };
}

const sendUse = (browser: Browser, answer: unknown, step = 'alone') =>
  browser.submit(PASSKEY, { credential: JSON.stringify(answer), step, next: '/favourites/' });

/** Logs in with the passkey alone; the properties replace the right ones. */
async function logIn(passkey: SoftPasskey, given: object = {}, browser = app.browser()) {
  const options = await readOptions(browser, 'alone');
  const answer = await sendUse(browser, passkey.use(options, { ...SITE, ...given }));
  return { browser, answer };
}

async function expectRefused(sent: ReturnType<typeof logIn>, sentence: string): Promise<void> {
  const { browser, answer } = await sent;
  expect(answer.text).toContain(sentence);
  expect(answer.status).toBe(400);
  expect(await nameOf(browser)).toBeNull();
}

async function mailedCode(): Promise<string> {
  return (await app.readMails()).findLast(({ kind }) => kind === 'login code')?.code ?? '';
}

describe('adding', () => {
  test('brings recovery codes with the first factor, a log entry and an email, and is listed by its name', async () => {
    expect((await alice.request('/acc/security/')).text).toContain(passkeyMessages.setUp);
    expect(locationOf(await add(createSoftPasskey()))).toBe(RECOVERY);
    expect((await alice.request(RECOVERY)).text.match(/<code>\d{4} \d{4} \d{4}/g)).toHaveLength(10);
    const { text } = await alice.request(LIST);
    expect(text).toContain('<strong>My phone</strong>');
    expect(text).toContain(passkeyMessages.neverUsed);
    const log = (await alice.request('/acc/security/activity/')).text;
    expect(log).toContain(accountTexts.events['passkey added']);
    expect(log).toContain('My phone');
    expect((await app.readMails()).map(({ kind }) => kind)).toContain('second factor changed');
    expect((await alice.request('/acc/security/')).text).toContain(passkeyMessages.manage);
    expect((await app.store.security.findSecurity(1)).passkeysSince).toBe(app.now());
  });

  test('asks the browser for no maker, for a name that tells nothing, and not for a known passkey again', async () => {
    const first = await startAdding();
    expect(first).toMatchObject({
      rp: { id: SITE.rpId },
      user: { name: 'Alice' },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(16);
    const passkey = createSoftPasskey();
    await sendNew(passkey.create(first, SITE));
    const second = await startAdding('Next', { code: '' }).catch(() => undefined);
    expect(second).toBeUndefined();
    const proof = { code: await ownerCode() };
    const { excludeCredentials } = await startAdding('Next', proof);
    expect(excludeCredentials).toEqual([
      { type: 'public-key', id: passkey.id, transports: ['internal', 'hybrid'] },
    ]);
  });

  /** With passkeys alone, an owner proves to be one by a mailed code. */
  async function ownerCode(): Promise<string> {
    app.skip(2 * MINUTE_MS);
    await alice.submit('/acc/security/send-code/', { back: LIST });
    return mailedCode();
  }

  test('needs the password, a short name, and a session that proved it within five minutes', async () => {
    const wrong = await alice.submit(LIST, { name: 'Phone', password: 'wrong password' });
    expect(wrong.status).toBe(400);
    const long = await alice.submit(LIST, { name: 'x'.repeat(41), password: PASSWORD });
    expect(long.text).toContain(passkeyFailures.name(40));
    expect(locationOf(await alice.request(`${LIST}new/`))).toBe(LIST);
    const other = app.browser();
    await other.submit(LOGIN, RIGHT);
    const options = await startAdding();
    const stolen = await sendNew(createSoftPasskey().create(options, SITE), other);
    expect(locationOf(stolen)).toBe(LIST);
    app.skip(5 * MINUTE_MS);
    expect(locationOf(await sendNew(createSoftPasskey().create(options, SITE)))).toBe(LIST);
    expect((await alice.request(LIST)).text).toContain(passkeyMessages.none);
  });

  test('takes one passkey for one proof, also of two answers at once', async () => {
    const first = await startAdding();
    const { text } = await alice.request(`${LIST}new/`);
    const second = JSON.parse(unescaped(/data-create="([^"]*)"/.exec(text)?.[1] ?? ''));
    await Promise.all(
      [first, second].map((options) => sendNew(createSoftPasskey().create(options, SITE))),
    );
    expect(await app.store.passkeys.listPasskeys(1)).toHaveLength(1);
  });

  test('without a name, takes that of the browser', async () => {
    await add(createSoftPasskey(), ' ​ ');
    expect((await alice.request(LIST)).text).toContain('<strong>Unknown device</strong>');
  });

  test.each<[string, (options: { challenge: string; user: { id: string } }) => object]>([
    [
      'of another origin',
      (it) => createSoftPasskey().create(it, { ...SITE, origin: 'https://evil.example' }),
    ],
    ['for another site', (it) => createSoftPasskey().create(it, { ...SITE, rpId: 'evil.example' })],
    [
      'to another challenge',
      (it) => createSoftPasskey().create({ ...it, challenge: 'AAAA' }, SITE),
    ],
    [
      'with a certificate of its maker',
      (it) => {
        const attStmt = new Map([['x5c', [Buffer.alloc(8)]]]);
        return createSoftPasskey().create(it, { ...SITE, statement: { fmt: 'packed', attStmt } });
      },
    ],
    ['with a huge key', (it) => createSoftPasskey({ keyPadding: 30_000 }).create(it, SITE)],
    ['with an id of 1024 bytes', (it) => createSoftPasskey({ idBytes: 1024 }).create(it, SITE)],
    ['that is none', () => ({ id: 'AAAA', response: {} })],
    ['without an id', () => ({})],
  ])('an answer %s is refused', async (_, make) => {
    const answer = await sendNew(make(await startAdding()));
    expect([400, 409]).toContain(answer.status);
    expect((await alice.request(LIST)).text).toContain(passkeyMessages.none);
  });

  test('takes an id of 1023 bytes, and each challenge once', async () => {
    const passkey = createSoftPasskey({ idBytes: 1023 });
    const answer = passkey.create(await startAdding(), SITE);
    expect(locationOf(await sendNew(answer))).toBe(RECOVERY);
    const again = await alice.submit(`${LIST}new/`, { credential: JSON.stringify(answer), x: '1' });
    expect(again.status).not.toBe(200);
    expect((await logIn(passkey)).answer.status).toBe(303);
  });

  test('ends at ten', async () => {
    await add(createSoftPasskey());
    for (let number = 2; number <= 10; number += 1) {
      const given = { atMost: 10, recoveryHashes: [] };
      const credentialId = `id-${number}`;
      const [first] = await app.store.passkeys.listPasskeys(1);
      if (first === undefined) throw new Error('There is none.');
      const { id: _, lastUsedAt: __, ...made } = first;
      await app.store.passkeys.addPasskey({ ...made, credentialId }, given);
    }
    const answer = await alice.submit(LIST, { name: 'More', password: PASSWORD });
    expect(answer.text).toContain(passkeyFailures.tooMany(10));
  });
});

test('without https, no page offers passkeys, and none is added', async () => {
  await using plain = await openTestApp();
  await plain.register('Alice');
  const browser = plain.browser();
  const login = (await browser.request(LOGIN)).text;
  expect(login).toContain('autocomplete="username"');
  expect(login).not.toContain(passkeyMessages.logIn);
  expect((await browser.request(PASSKEY)).status).toBe(404);
  await browser.submit(LOGIN, RIGHT);
  expect((await browser.request('/acc/security/')).text).not.toContain(passkeyMessages.title);
  const answer = await browser.submit(LIST, { name: 'Phone', password: PASSWORD });
  expect(answer.text).toContain(passkeyFailures.notOffered);
});

describe('a login with nothing else', () => {
  let passkey: SoftPasskey;
  beforeEach(async () => {
    passkey = createSoftPasskey();
    await add(passkey);
  });

  test('is offered in the field for the name, asks to verify the user, and names no account', async () => {
    const browser = app.browser();
    const { text } = await browser.request(LOGIN);
    expect(text).toContain('autocomplete="username webauthn"');
    expect(text).toContain(passkeyMessages.logIn);
    expect(await readOptions(browser, 'second')).toMatchObject({
      rpId: SITE.rpId,
      allowCredentials: [],
      userVerification: 'required',
    });
  });

  test('leads on, keeps its day, and a later one works too', async () => {
    const { browser, answer } = await logIn(passkey);
    expect(locationOf(answer)).toBe('/favourites/');
    expect(await nameOf(browser)).toBe('Alice');
    const [stored] = await app.store.passkeys.listPasskeys(1);
    expect(stored?.lastUsedAt).toBe(Math.floor(app.now() / DAY_MS) * DAY_MS);
    expect((await alice.request(LIST)).text).not.toContain(passkeyMessages.neverUsed);
    expect(await nameOf((await logIn(passkey)).browser)).toBe('Alice');
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of the same site by http', { origin: 'http://play.example.net' }],
    ['for another site', { rpId: 'evil.example' }],
    ['of another account', { userHandle: 'AAAA' }],
  ])('an answer %s is refused', async (_, given) => {
    await expectRefused(logIn(passkey, given), passkeyFailures.refused);
  });

  test('without a check of the user it is not enough', async () => {
    await expectRefused(logIn(passkey, { isUserVerified: false }), passkeyFailures.unverified);
  });

  test('an unknown passkey and a removed one are refused', async () => {
    const stranger = createSoftPasskey();
    stranger.create({ challenge: '', user: { id: '' } }, SITE);
    await expectRefused(logIn(stranger), passkeyFailures.unknown);
    const [stored] = await app.store.passkeys.listPasskeys(1);
    await app.store.passkeys.removePasskey(1, stored?.id ?? 0);
    await expectRefused(logIn(passkey), passkeyFailures.unknown);
  });

  test('another key under the same id is refused', async () => {
    const forged = createSoftPasskey();
    const browser = app.browser();
    const { challenge } = await readOptions(browser, 'alone');
    const answer = { ...forged.use({ challenge }, SITE), id: passkey.id, rawId: passkey.id };
    await expectRefused(
      sendUse(browser, answer).then((sent) => ({ browser, answer: sent })),
      passkeyFailures.refused,
    );
  });

  test('a challenge is for one session, once, for five minutes', async () => {
    const browser = app.browser();
    const options = await readOptions(browser, 'alone');
    const other = app.browser();
    await other.request(LOGIN);
    const refused = await sendUse(other, passkey.use(options, SITE));
    expect(refused.text).toContain(passkeyFailures.refused);
    app.skip(5 * MINUTE_MS + 1);
    const late = await sendUse(browser, passkey.use(options, SITE));
    expect(late.text).toContain(passkeyFailures.refused);
    const fresh = await readOptions(browser, 'alone');
    const forged = { ...passkey.use(fresh, SITE), id: passkey.id };
    forged.response = { ...forged.response, signature: 'AAAA' };
    await sendUse(browser, forged);
    const again = await sendUse(browser, passkey.use(fresh, SITE));
    expect(again.text).toContain(passkeyFailures.refused);
    expect(await nameOf(browser)).toBeNull();
  });

  test('a copy is found by its counter: refused, in the log of the account and of the service', async () => {
    await logIn(passkey, { counter: 7 });
    await expectRefused(logIn(passkey, { counter: 7 }), passkeyFailures.copied);
    const log = (await alice.request('/acc/security/activity/')).text;
    expect(log).toContain(accountTexts.events['passkey copied']);
  });

  test('a suspended account stays out', async () => {
    await app.administration.suspendAccount('Alice', 'griefing');
    const { browser, answer } = await logIn(passkey);
    expect(answer.text).toContain('griefing');
    expect(await nameOf(browser)).toBeNull();
  });

  test('guesses from an address are limited', async () => {
    const browser = app.browser('198.51.100.9');
    await browser.request(LOGIN);
    for (let number = 0; number < 30; number += 1) {
      await sendUse(browser, { id: 'AAAA', response: {} });
    }
    const { answer } = await logIn(passkey, {}, browser);
    expect(answer.status).toBe(429);
    expect((await logIn(passkey)).answer.status).toBe(303);
  });

  test.each(['', 'null', '[]', '{"id":1}', `{"id":"${'A'.repeat(1365)}","response":{}}`])(
    'the text %p is no answer',
    async (credential) => {
      const browser = app.browser();
      await browser.request(LOGIN);
      const answer = await browser.submit(PASSKEY, { credential });
      expect(answer.text).toContain(passkeyFailures.broken);
    },
  );

  test('without the cookie of the session it is not checked', async () => {
    const answer = await app.browser().submit(PASSKEY, { credential: '{}' });
    expect(answer.text).toContain(loginMessages.problems.noCookies);
  });
});

describe('after the password', () => {
  let passkey: SoftPasskey;
  beforeEach(async () => {
    passkey = createSoftPasskey();
    await add(passkey);
  });

  async function showPassword(): Promise<Browser> {
    const browser = app.browser();
    expect(locationOf(await browser.submit(LOGIN, RIGHT))).toBe(CODE);
    return browser;
  }

  test('a passkey of this account is asked for, even one that cannot verify its user', async () => {
    const browser = await showPassword();
    expect((await browser.request(CODE)).text).toContain(passkeyMessages.logIn);
    const options = await readOptions(browser, 'second');
    expect(options).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.id, transports: ['internal', 'hybrid'] }],
    });
    expect(await nameOf(browser)).toBeNull();
    const answer = passkey.use(options, { ...SITE, isUserVerified: false });
    expect(locationOf(await sendUse(browser, answer, 'second'))).toBe('/favourites/');
    expect(await nameOf(browser)).toBe('Alice');
  });

  test('no code is mailed until it is asked for, and it works in the launcher too', async () => {
    const browser = await showPassword();
    expect(await mailedCode()).toBe('');
    await browser.submit(`${CODE}send/`, {});
    const code = await mailedCode();
    expect((await browser.submit(CODE, { login_code: code })).status).toBe(303);
    expect(await nameOf(browser)).toBe('Alice');
    app.skip(2 * MINUTE_MS);
    const launcher = app.browser();
    await launcher.logIn('Alice');
    expect(await nameOf(launcher)).toBeNull();
    await launcher.logIn('Alice', { login_code: await mailedCode() });
    expect(await nameOf(launcher)).toBe('Alice');
  });

  test('the passkey of another account without a check of the user is none', async () => {
    const bob = app.browser();
    await bob.submit(LOGIN, { username: 'Bob', password: PASSWORD });
    const other = createSoftPasskey();
    await sendNew(other.create(await startAdding('Key', {}, bob), SITE), bob);
    const browser = await showPassword();
    const options = await readOptions(browser, 'second');
    const answer = other.use(options, { ...SITE, isUserVerified: false });
    expect((await sendUse(browser, answer, 'second')).text).toContain(passkeyFailures.unverified);
    expect(await nameOf(browser)).toBeNull();
  });
});

describe('removing', () => {
  const REMOVE = `${LIST}remove/`;

  async function remove(passkey: string): Promise<Answer> {
    app.skip(2 * MINUTE_MS);
    const sent = await alice.submit('/acc/security/send-code/', { back: REMOVE });
    expect(locationOf(sent)).toBe(`${REMOVE}?sent`);
    return alice.submit(REMOVE, { passkey, password: PASSWORD, code: await mailedCode() });
  }

  test('needs the password and a code, is told, and turns the last one off', async () => {
    await add(createSoftPasskey());
    const [stored] = await app.store.passkeys.listPasskeys(1);
    const id = `${stored?.id}`;
    expect((await alice.request(`${REMOVE}?passkey=${id}`)).text).toContain('My phone');
    expect((await alice.submit(REMOVE, { passkey: id, password: PASSWORD })).status).toBe(400);
    expect(locationOf(await remove(id))).toBe(LIST);
    const page = (await alice.request(LIST)).text;
    expect(page).toContain(passkeyMessages.none);
    const log = (await alice.request('/acc/security/activity/')).text;
    expect(log).toContain(accountTexts.events['passkey removed']);
    expect((await app.store.security.findSecurity(1)).passkeysSince).toBeNull();
    expect((await alice.request('/acc/security/')).text).toContain(securityMessages.recoveryNone);
  });

  test('is for the own ones only', async () => {
    await add(createSoftPasskey());
    const [stored] = await app.store.passkeys.listPasskeys(1);
    const bob = await app.loggedIn('Bob');
    const sent = await bob.submit(REMOVE, { passkey: `${stored?.id}`, password: PASSWORD });
    expect(sent.status).toBe(303);
    expect(await app.store.passkeys.listPasskeys(1)).toHaveLength(1);
    expect((await remove('999')).text).toContain(passkeyFailures.unknown);
  });

  test('moderators reset passkeys with the other factors', async () => {
    await add(createSoftPasskey());
    await app.administration.resetTwoFactor('Alice');
    expect(await app.store.passkeys.listPasskeys(1)).toEqual([]);
    const browser = app.browser();
    await browser.submit(LOGIN, RIGHT);
    expect(await nameOf(browser)).toBe('Alice');
  });

  test('the copy of the data names passkeys without their keys', async () => {
    await add(createSoftPasskey());
    app.skip(2 * MINUTE_MS);
    await alice.submit('/acc/security/send-code/', { back: '/acc/export/' });
    const proof = { password: PASSWORD, code: await mailedCode() };
    const { passkeys } = (await alice.submit('/acc/export/', proof)).json() as {
      passkeys: Record<string, unknown>[];
    };
    expect(passkeys).toMatchObject([{ name: 'My phone', created_at: expect.stringMatching(/Z$/) }]);
    expect(passkeys[0]).not.toHaveProperty('public_key');
  });
});
