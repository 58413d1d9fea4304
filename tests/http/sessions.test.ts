// Which cookie counts, how cookies are read, and when a session ends.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readCookie, readCookies } from '../../src/http/session.ts';
import { rounds } from '../support/rounds.ts';
import type { TestApp } from '../support/test-app.ts';
import { openSampleApp } from './sample-app.ts';

/** Who the service takes the sender of this Cookie header for. */
async function whoIs(app: TestApp, cookie: string): Promise<string | null> {
  const state = (await app.request('/api/login/', { cookie })).json() as {
    username: string | null;
  };
  return state.username;
}

/** The value of a logged-in session. */
async function sessionOf(app: TestApp, name: string): Promise<string> {
  const browser = app.browser();
  await browser.logIn(name);
  return browser.session ?? 'none';
}

const forged = (kind: string, length: number) => `${kind}.${'A'.repeat(length)}`;

// C3.5
describe('of several session cookies', () => {
  test('the first valid one counts', async () => {
    await using app = await openSampleApp();
    const alice = await sessionOf(app, 'Alice');
    const ulla = await sessionOf(app, 'Ulla');
    const visitor = app.browser();
    await visitor.requestToken();
    const no = [forged('s', 43), forged('a', 72), '', 'x']
      .map((value) => `session=${value}`)
      .join('; ');

    expect(await whoIs(app, `session=${alice}`)).toBe('Alice');
    expect(await whoIs(app, `session=${alice}; session=${ulla}`)).toBe('Alice');
    expect(await whoIs(app, `session=${ulla}; session=${alice}`)).toBe('Ulla');
    expect(await whoIs(app, `${no}; session=${alice}; session=${ulla}`)).toBe('Alice');
    expect(await whoIs(app, `theme=dark; ${no}; session=${alice}`)).toBe('Alice');
    expect(await whoIs(app, `session=${visitor.session}; session=${alice}`)).toBeNull();
    expect(await whoIs(app, no)).toBeNull();
  });

  test('lists and lookups go by the same one', async () => {
    await using app = await openSampleApp();
    const cookie = `session=${forged('s', 43)}; session=${await sessionOf(app, 'Alice')}`;
    for (const way of ['fast path', 'routes'] as const) {
      expect((await app.request('/api/servers', { cookie, way })).text).toContain('"mppass"');
    }
  });
});

// C3.6
describe('a cookie that is no session', () => {
  test.each([
    ['is empty', ''],
    ['has the shape of a logged-in one', forged('s', 43)],
    ['has the shape of an anonymous one', forged('a', 72)],
    ['is JSON', '{"username":"Alice","authenticated":true}'],
    ['is escaped', '%22%00%ff%zz'],
    ['is as long as a header may be', 'a'.repeat(8_000)],
  ])('and %s behaves as none', async (_what, value) => {
    await using app = await openSampleApp();
    const cookie = `session=${value}`;
    const answer = await app.request('/api/login/', { cookie });
    expect(answer.json()).toMatchObject({ username: null, authenticated: false, errors: [] });
    const [set = ''] = answer.headers.getSetCookie();
    expect(set).toMatch(/^session=a\.[A-Za-z0-9_-]{56};/);
    const list = await app.request('/api/servers', { cookie });
    expect(list.status).toBe(200);
    expect(list.text).toBe((await app.request('/api/servers')).text);
  });

  test('a single sign changed in a real one makes it none', async () => {
    await using app = await openSampleApp();
    const real = await sessionOf(app, 'Alice');
    for (const at of [0, 2, 10, real.length - 1]) {
      const changed = `${real.slice(0, at)}${real[at] === 'A' ? 'B' : 'A'}${real.slice(at + 1)}`;
      expect(await whoIs(app, `session=${changed}`)).toBeNull();
    }
    expect(await whoIs(app, `session=${real}=`)).toBeNull();
  });
});

describe('an anonymous session', () => {
  // C3.11
  test('is kept by every answer of the login, and costs no row in the store', async () => {
    await using app = await openSampleApp();
    const version = app.store.changes.version();
    const browser = app.browser();
    await browser.requestToken();
    const first = browser.session;
    await browser.requestToken();
    await browser.request('/api/login/', { method: 'POST', body: 'token=wrong' });
    await browser.logIn('Alice', { password: 'incorrect horse' });
    expect(browser.session).toBe(first);
    const far = { usedBefore: Number.MAX_SAFE_INTEGER, createdBefore: Number.MAX_SAFE_INTEGER };
    expect(await app.store.sessions.removeExpiredSessions(far)).toBe(0);
    expect(app.store.changes.version()).toBe(version);
  });

  // C3.7
  test('gets a new value by logging in, and the old one ends: no fixation', async () => {
    await using app = await openSampleApp();
    const browser = app.browser();
    await browser.requestToken();
    const planted = browser.session ?? 'none';
    await browser.logIn('Alice');
    expect(browser.session).not.toBe(planted);
    expect(browser.session).toStartWith('s.');
    const answer = await app.request('/api/login/', { cookie: `session=${planted}` });
    expect(answer.json()).toMatchObject({ authenticated: false });
    expect(answer.headers.getSetCookie()[0]).not.toContain(planted);
  });
});

describe('a logged-in session', () => {});

const carrying = (cookie: string | null) => ({
  headers: { get: () => cookie } as unknown as Headers,
});
const readSessions = (header: string | null) => readCookies(carrying(header), 'session');

// C3.5
describe('the session values of a Cookie header', () => {
  test.each<[string, string | null, string[]]>([
    ['without one', null, []],
    ['that is empty', '', []],
    ['with one', 'session=a.b', ['a.b']],
    ['among others', 'theme=dark; session=a.b; lang=en', ['a.b']],
    ['without blanks', 'theme=dark;session=a.b', ['a.b']],
    [
      'with several, in their order',
      'session=one; session=two; session=one',
      ['one', 'two', 'one'],
    ],
    ['with an equals sign in the value', 'session=a=b==', ['a=b==']],
    ['with an empty value', 'session=', ['']],
    ['without an equals sign', 'session', []],
    ['with another name that ends alike', 'mysession=a; session_id=b; Session=c', []],
  ])('%s', (_what, header, values) => {
    expect(readSessions(header)).toEqual(values);
  });

  test('of any sort are read without complaint, one for each that was sent', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9._=-]{0,80}$/);
    const noise = fc.constantFrom('theme=dark', 'x', '', '=', ' ', 'sessions=1', '"session=no"');
    const item = fc.oneof(
      value.map((text) => ({ text: `session=${text}`, values: [text] })),
      noise.map((text) => ({ text, values: [] })),
    );
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const header = items.map(({ text }) => text).join('; ');
        expect(readSessions(header)).toEqual(items.flatMap(({ values }) => values));
      }),
      rounds(500),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Array.isArray(readSessions(text))).toBe(true);
      }),
      rounds(500),
    );
  });
});

describe('the device value of a Cookie header', () => {
  test.each<[string, string | null, string]>([
    ['without one', null, ''],
    ['beside a session', 'session=a.b; device=d.x', 'd.x'],
    ['with several: the first', 'device=one; device=two', 'one'],
  ])('%s', (_what, header, value) => {
    expect(readCookie(carrying(header), 'device')).toBe(value);
  });
});
