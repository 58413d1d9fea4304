// What holds on every route, those included that nobody thought of when this was written: forms of other
// sites change nothing, reading costs no write, and every page and cookie says what it has to.

import { beforeAll, describe, expect, test } from 'bun:test';
import { sha256Hex } from '../../src/platform/lib/digest.ts';
import { openedOnce } from '../support/opened.ts';
import { PASSWORD, type TestApp } from '../support/test-app.ts';
import { FOREIGN_FORM, OWN, send } from './account-forms.ts';
import { OF_PROGRAMS, openWalk, RULES, SERVER_HASH, VISITORS, type Walk } from './every-route.ts';

/** Fields with which forms would do what they are for. */
const FIELDS = {
  ...{ username: 'Alice', password: PASSWORD, new_password: 'another good one' },
  ...{ name: 'Zora', email: 'zora@example.net', who: 'Alice', act: 'again', code: '000000' },
  ...{
    form: 'release',
    kind: 'other',
    text: 'It lies.',
    reason: 'It lies.',
    subject: '192.0.2.0/24',
  },
  ...{ role: 'administrator', flags: 'd', title: 'Boss', confirm: 'yes', hash: SERVER_HASH },
  ...{ agree: 'yes', rules: sha256Hex(RULES).slice(0, 10) },
};

/** Those, and the fields of administrative actions, which begin with the name of the action. */
function fieldsOf(path: string): Record<string, string> {
  const action = path.split('/').at(-1) ?? '';
  const own = {
    ...{ reason: 'Spam', subject: '192.0.2.0/24', kind: 'range', word: 'spam', country: 'NZ' },
    ...{ flags: 'd', title: 'Boss', premium: 'yes', role: 'moderator', name: 'Zora' },
  };
  const named = Object.entries(own).map(([name, value]) => [`${action}-${name}`, value]);
  return { ...FIELDS, ...Object.fromEntries(named), [`${action}-1-reason`]: 'Spam', id: '1' };
}

/** Gives the report that is closed. */
async function prepare({ app }: Walk): Promise<void> {
  const accountId = (await app.store.accounts.findAccountByName('Ulla'))?.id ?? 0;
  const by = { accountId, address: '192.0.2.3' };
  await app.servers.reports.report(by, SERVER_HASH, { kind: 'fake', text: '' });
}

const FOREIGN: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring host', { origin: 'http://x.muster.test', 'sec-fetch-site': 'same-site' }],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['another site, to an old browser', { origin: 'https://evil.example' }],
  ['nobody knows where', {}],
];

/** Where the refusal says to send it from. */
const SENT_BACK = /Open (?:the page at )?http:\/\/muster\.test\//;

describe('a form', () => {
  const walk = openedOnce(openWalk);
  let forms: string[];
  beforeAll(async () => {
    forms = walk.routes
      .filter(({ path, methods }) => methods.includes('POST') && !OF_PROGRAMS.includes(path))
      .map(({ path }) => path);
  });

  test('is on many a page', () => {
    expect(forms.length).toBeGreaterThanOrEqual(40);
    for (const start of [
      '/acc/reset/',
      '/acc/security/app/off',
      '/server/own/',
      '/acc/delete',
      '/admin/',
    ]) {
      expect(forms.some((path) => path.startsWith(start))).toBe(true);
    }
  });

  test('with a password has the name of its account beside it, for password managers', async () => {
    const found = new Set<string>();
    for (const { path, methods } of walk.routes) {
      if (!methods.includes('GET')) continue;
      for (const who of VISITORS) {
        const { text } = await read(walk.app, path, `session=${walk.as[who].session}`);
        for (const [form] of text.matchAll(/<form[\s\S]*?<\/form>/g)) {
          if (!form.includes('type="password"')) continue;
          expect(form, path).toContain('autocomplete="username"');
          if (form.includes('name="username" value'))
            expect(form).toMatch(/value="(?:Ulla|Alice|Moss|Root)"/);
          found.add(path);
        }
      }
    }
    expect(found.size, [...found].join(' ')).toBeGreaterThanOrEqual(10);
  });

  test.each(FOREIGN)(
    'of %s changes nothing, for every kind of visitor',
    async (_title, headers) => {
      const { app, as, watched } = walk;
      const before = watched.readAll();
      const changes = watched.countChanges();
      const waiting = (await app.readMails()).length;
      for (const path of forms) {
        for (const who of VISITORS) {
          const browser = as[who];
          const session = browser.session;
          const answer = await send(browser, path, FIELDS, headers);
          const line = `${who} on ${path}: ${answer.status}`;
          // Administration asks for a login first, whatever is sent.
          if (answer.status === 303 && path.startsWith('/admin/')) {
            expect(answer.headers.get('location'), line).toStartWith('/acc/login/');
          } else expect([403, 404], line).toContain(answer.status);
          if (answer.status === 403 && who === 'nobody') {
            expect(answer.text, line).toMatch(SENT_BACK);
          }
          expect(browser.session, line).toBe(session as string);
        }
      }
      expect(watched.readAll()).toBe(before);
      expect(watched.countChanges()).toBe(changes);
      expect((await app.readMails()).length).toBe(waiting);
    },
  );

  test('that needs a login leads there with a session, and from there to a page that can be opened', async () => {
    const { app, as } = walk;
    let led = 0;
    for (const path of forms) {
      const visitor = app.browser('192.0.2.1');
      const answer = await send(visitor, path, {}, OWN);
      const [, query] = answer.headers.get('location')?.split('/acc/login/?') ?? [];
      if (query === undefined) continue;
      led += 1;
      if (!path.startsWith('/admin/')) expect(visitor.session, path).toStartWith('a.');
      const next = new URLSearchParams(query).get('next') ?? '';
      const opened = await Promise.all([as.Root, as.Alice].map((by) => by.request(next)));
      expect([path, next, opened.some(({ status }) => status === 200)]).toEqual([path, next, true]);
    }
    expect(led).toBeGreaterThan(20);
  });

  test('of a page of this service gets further, and is reported as done where it is stored', async () => {
    // Links differ from run to run.
    const ownOf = ({ routes }: Walk, path: string) =>
      routes[walk.routes.findIndex((it) => it.path === path)]?.path ?? path;
    const isReported = ({ status }: { status: number }) => status === 303 || status === 200;
    await using stack = new AsyncDisposableStack();
    const openFresh = async () => {
      const opened = stack.use(await openWalk());
      await prepare(opened);
      return opened;
    };
    const full = await openFresh();
    full.watched.refuseWrites(true);
    const kept: string[] = [];
    let fresh = await openFresh();
    for (const path of forms) {
      const begun = fresh.watched.countChanges();
      const own = ownOf(fresh, path);
      const answers = [];
      for (const who of VISITORS) {
        const changes = fresh.watched.countChanges();
        const answer = await send(fresh.as[who], own, fieldsOf(path), OWN);
        answers.push(answer);
        if (fresh.watched.countChanges() === changes || !isReported(answer)) continue;
        kept.push(path);
        // The same without space for it: what is not stored is not reported as done.
        const twin = await send(full.as[who], ownOf(full, path), fieldsOf(path), OWN);
        expect([who, path, twin.status]).toEqual([who, path, 503]);
      }
      const got = answers.filter(({ text }) => !text.includes(FOREIGN_FORM));
      expect(got.length, path).toBe(VISITORS.length);
      expect(
        answers.some(({ status }) => status !== 403 && status !== 404),
        path,
      ).toBe(true);
      // One form may end what the next one needs.
      if (fresh.watched.countChanges() !== begun) fresh = await openFresh();
    }
    full.watched.refuseWrites(false);
    expect(new Set(kept).size).toBeGreaterThanOrEqual(30);
  });
});

describe('reading', () => {
  test('costs no write for any reader, with a session or without', async () => {
    await using walk = await openWalk();
    const { app, as, watched, routes } = walk;
    const changes = watched.countChanges();
    for (const { path, methods } of routes) {
      if (!methods.includes('GET')) continue;
      // A heartbeat by GET is one that writes, a little later.
      if (path.includes('heartbeat')) continue;
      for (const cookie of [undefined, 'session=forged', `session=${as.nobody.session}`]) {
        await read(app, path, cookie);
        await read(app, `${path}/`, cookie, 'HEAD');
      }
      for (const who of VISITORS) await read(app, path, `session=${as[who].session}`);
      expect(watched.countChanges(), path).toBe(changes);
    }
    // Nor later on.
    await app.advance(5_000);
    expect(watched.countChanges()).toBe(changes);
  });

  test('an anonymous login, both its steps and those of the page, costs none either', async () => {
    await using walk = await openWalk();
    const changes = walk.watched.countChanges();
    const browser = await walk.app.loggedIn('Nobody', '192.0.2.33');
    await browser.logIn('Alice', { password: 'wrong horse' });
    await send(browser, '/acc/login/', { username: 'Alice', password: 'wrong horse' });
    await send(browser, '/acc/login/code/', { login_code: '123456' });
    await send(browser, '/acc/logout/');
    expect(walk.watched.countChanges()).toBe(changes);
  });
});

describe('a session', () => {
  test('goes out with every page that is not shared, to visitors without one', async () => {
    await using walk = await openWalk();
    let pages = 0;
    for (const { path, methods } of walk.routes) {
      if (!methods.includes('GET')) continue;
      const fresh = await read(walk.app, path);
      const isPage = fresh.headers.get('content-type')?.startsWith('text/html') === true;
      // The link of the first administrator is dead by now: what says so is a page as well.
      if (!isPage || ![200, 410].includes(fresh.status)) continue;
      pages += 1;
      const isShared = fresh.headers.get('cache-control') === 'no-cache';
      expect(isShared, path).toBe(['/', '/server/list', '/statistics'].includes(path));
      const sent = fresh.headers.getSetCookie().map((cookie) => cookie.slice(0, 10));
      expect([path, sent]).toEqual([path, isShared ? [] : ['session=a.']]);
      const known = await read(walk.app, path, `session=${walk.as.nobody.session}`);
      expect([path, known.status]).toEqual([path, fresh.status]);
      expect(known.headers.getSetCookie(), path).toEqual([]);
    }
    expect(pages).toBeGreaterThan(12);
  });
});

/** Each cookie that there is, with its life and its path. */
const COOKIE =
  /^(session=[A-Za-z0-9._-]{40,191}; Max-Age=2592000; Path=\/|device=[^;]+; Max-Age=15552000; Path=\/acc\/|theme=(?:system; Max-Age=0|(?:light|dark); Max-Age=31536000); Path=\/); Expires=\w{3}, \d{2} \w{3} (?:1970|2026|2027) [\d:]{8} GMT; HttpOnly; /;
// C3.1
describe.each(['http://muster.test', 'https://muster.test'])('under %s', (baseUrl) => {
  test('every answer says what browsers must not do, every page has its policy, personal ones are kept by nobody, cookies are closed', async () => {
    await using walk = await openWalk(baseUrl);
    const isSecure = baseUrl.startsWith('https');
    const seen = { pages: 0, personal: 0, cookies: 0 };
    for (const { path, methods } of walk.routes) {
      for (const who of VISITORS) {
        const cookie = who === 'nobody' ? undefined : `session=${walk.as[who].session}`;
        for (const method of methods.filter((it) => it === 'GET' || it === 'POST')) {
          if (path.includes('heartbeat')) continue;
          const answer = await read(walk.app, path, cookie, method);
          const line = `${method} ${path} as ${who}`;
          for (const set of answer.headers.getSetCookie()) {
            seen.cookies += 1;
            expect(set, line).toMatch(COOKIE);
            expect(set, line).toMatch(
              isSecure ? /; HttpOnly; Secure; SameSite=Lax$/ : /; HttpOnly; SameSite=Lax$/,
            );
          }
          const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
          expect(answer.headers.get('x-content-type-options'), line).toBe('nosniff');
          expect(answer.headers.get('strict-transport-security'), line).toBe(
            isSecure && isPage ? 'max-age=15552000' : null,
          );
          expect(answer.headers.get('cross-origin-opener-policy'), line).toBe(
            /^\/(acc|admin)(\/|$)/.test(path) ? 'same-origin' : null,
          );
          if (isPage) {
            seen.pages += 1;
            const policy = answer.headers.get('content-security-policy') ?? '';
            expect(policy, line).toContain("default-src 'none'");
            expect(policy, line).not.toMatch(/unsafe-inline|\*(?![a-z.])/);
            expect(policy, line).toMatch(/frame-ancestors|embed/);
          }
          const isPersonal =
            answer.text.includes(`Logged in as`) ||
            /@example\.net|name="challenge"|mppass":"./.test(answer.text) ||
            answer.headers.getSetCookie().length > 0 ||
            (isPage && path.startsWith('/acc/'));
          if (isPersonal) {
            seen.personal += 1;
            expect(answer.headers.get('cache-control'), line).toMatch(
              /^(?:private, )?no-store(?:, no-transform)?$/,
            );
            // The script of these names what it shows, which no cache keeps.
            const isRefreshed = /^\/(?:server\/list|statistics)?\/?$/.test(path);
            expect(answer.headers.has('etag'), line).toBe(isRefreshed);
          }
        }
      }
    }
    const form = { username: 'Alice', password: PASSWORD };
    const entered = (await walk.app.browser().submit('/acc/login/', form)).headers.getSetCookie();
    expect(entered.map((set) => set.includes('; Secure'))).toEqual([isSecure, isSecure]);
    expect(seen.pages).toBeGreaterThan(100);
    expect(seen.personal).toBeGreaterThan(50);
    expect(seen.cookies).toBeGreaterThan(10);
  });
});

async function read(app: TestApp, path: string, cookie?: string, method = 'GET') {
  const host = new URL(app.baseUrl).host;
  const headers: Record<string, string> = { host, ...(cookie === undefined ? {} : { cookie }) };
  if (method === 'POST') Object.assign(headers, OWN, { 'content-length': '0' });
  const answer = await app.handle(new Request(`http://${host}${path}`, { method, headers }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
