// Every answer from 500 on is logged with its cause, and shows players nothing of it; clients
// that hang up are no failure of the service.

import { afterEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createStore } from '../../src/app/open-stores.ts';
import { loginBusy } from '../../src/modules/account/login-failures.ts';
import { pathForLog } from '../../src/platform/http/path.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { openDatabase } from '../../src/platform/store/sqlite/database.ts';
import { migrations } from '../../src/platform/store/sqlite/migrations.ts';
import { rounds } from '../support/rounds.ts';
import { type ListeningApp, openListening, openStarting, PASSWORD } from '../support/test-app.ts';
import { cheapPasswords } from '../support/test-service.ts';
import { ask, closeConnections, connect } from './socket.ts';

afterEach(closeConnections);

const REQUEST_ID = /^[0-9a-f-]{36}$/;
const OPERATORS = /database|disk|written|restore|owns|folder/i;
const TOKEN = 'Ab3-token_Ab3-token_Ab3-token_Ab3-token_Ab3';

/** An app whose disk a test makes read-only. */
async function openBreakable() {
  const connection = openDatabase({ memory: true }, migrations, {});
  const app = await openListening({ store: createStore(connection) });
  await app.register('Alice');
  return {
    app,
    breakDisk: () => void connection.client.run('PRAGMA query_only = ON'),
    mendDisk: () => void connection.client.run('PRAGMA query_only = OFF'),
  };
}

const urlOf = ({ port }: Pick<ListeningApp, 'port'>, path: string) =>
  `http://127.0.0.1:${port}${path}`;

/** Both steps of a launcher's login. */
async function logIn(app: ListeningApp, path = '/api/login'): Promise<Response> {
  const first = await fetch(urlOf(app, '/api/login'));
  const { token } = (await first.json()) as { token: string };
  const cookie = /session=[^;]+/.exec(first.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const body = new URLSearchParams({ username: 'Alice', password: PASSWORD, token });
  return fetch(urlOf(app, path), { method: 'POST', body, headers: { cookie } });
}

describe('a login that cannot be stored', () => {
  test.each([['/api/login'], ['/api//login/']])(
    'through %s is logged with id, method, path and cause, and the player reads no advice for operators',
    async (path) => {
      const { app, breakDisk, mendDisk } = await openBreakable();
      await using _ = app;
      breakDisk();
      const answer = await logIn(app, path);
      expect(answer.status).toBe(503);
      const { error } = (await answer.json()) as { error: string };
      expect(error).toStartWith(messages.failure.impossible(''));
      expect(error).not.toMatch(OPERATORS);
      const requestId = answer.headers.get('x-request-id') ?? 'none';
      expect(requestId).toMatch(REQUEST_ID);
      expect(error).toContain(requestId);
      expect(app.heard.failed).toMatchObject([
        {
          ...{ requestId, method: 'POST', status: 503, path: path.replace('//', '/') },
          error: { kind: 'unavailable', cause: { code: 'SQLITE_READONLY' } },
        },
      ]);
      mendDisk();
      expect(((await (await logIn(app, path)).json()) as { errors: string[] }).errors).toEqual([]);
    },
  );
});

describe('an answer from 500 on', () => {
  test('that a route chose itself is logged too, with an id in its header', async () => {
    const full = new Failure('unavailable', 'All hands are full.', { retryAfterSeconds: 2 });
    await using app = await openListening({
      passwords: { ...cheapPasswords, verify: () => Promise.reject(full) },
    });
    await app.register('Alice');
    const requested = fetch(urlOf(app, '/acc/login/'), {
      method: 'POST',
      body: new URLSearchParams({ username: 'Alice', password: PASSWORD }),
      headers: {
        cookie: 'session=x',
        origin: 'http://muster.test',
        'sec-fetch-site': 'same-origin',
      },
    });
    // A busy service makes everybody pause, by a clock that is turned here.
    await until(() => app.heard.loginRefused.length > 0);
    await app.advance(1_000);
    const answer = await requested;
    expect(app.heard).toMatchObject({ loginFailed: [], loginRefused: [{ outcome: 'busy' }] });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain(loginBusy().message);
    expect(app.heard.failed).toMatchObject([
      {
        requestId: answer.headers.get('x-request-id') ?? 'none',
        ...{
          method: 'POST',
          path: '/acc/login/',
          status: 503,
          error: { kind: 'unavailable', retryAfterSeconds: 2 },
        },
      },
    ]);
  });

  test('before the service is open is reported as such, without a one-time token', async () => {
    const app = await openStarting();
    const answer = await fetch(urlOf(app, `/acc/verify/${TOKEN}/?x=${TOKEN}`));
    expect(answer.status).toBe(503);
    expect(app.heard.failed).toMatchObject([
      {
        requestId: answer.headers.get('x-request-id') ?? 'none',
        ...{ method: 'GET', path: '/acc/verify/…/', status: 503 },
        error: { message: messages.failure.closed },
      },
    ]);
    await using _ = await app.finish();
  });
});

describe('the path in a log', () => {
  test.each([
    ['/api/servers', '/api/servers'],
    ['', ''],
    [`/server/play/${'f'.repeat(32)}/`, `/server/play/${'f'.repeat(32)}/`],
    ['/acc/security/app/off/', '/acc/security/app/off/'],
    [`/acc/first-administrator/${TOKEN}/`, '/acc/first-administrator/…/'],
    ['/acc/reset/Short1/', '/acc/reset/…/'],
    [`/acc/email/undo/${encodeURIComponent('a+b/c=')}/`, '/acc/email/undo/…/'],
    [`/ACC/reset/${TOKEN}`, '/…/reset/…'],
    [`/acc%2freset%2f${TOKEN}`, '/…'],
    // A part of a key is one that somebody copied badly.
    ['/h/abc23/server/heartbeat/', '/h/…/server/heartbeat/'],
    ['/h%2Fabc23%2Fserver', '/…'],
    ['/H/abc23/x', '/…/…/x'],
    [`/${TOKEN}`, '/…'],
    [`/${'a/'.repeat(200)}`, `/${'a/'.repeat(200)}`.slice(0, 120)],
  ])('%p is logged as %p', (path, logged) => {
    expect(pathForLog(path)).toBe(logged);
  });

  test('shows no token, wherever it stands', () => {
    const part = fc.constantFrom('acc', 'reset', 'verify', 'api', '', 'a'.repeat(32), '%2f');
    const token = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('base64url'));
    fc.assert(
      fc.property(fc.array(part), token, fc.array(part), (before, secret, after) => {
        const logged = pathForLog(`/${[...before, secret, ...after].join('/')}`);
        expect(logged).not.toContain(secret.slice(0, 20));
        expect(logged.length).toBeLessThanOrEqual(120);
      }),
      rounds(300),
    );
  });
});

describe('a client that hangs up', () => {
  const HEAD = 'Host: muster.test\r\nContent-Type: application/x-www-form-urlencoded\r\n';
  const LENGTH = `${HEAD}Content-Length: 100\r\n\r\nname=a`;
  const CHUNKS = `${HEAD}Transfer-Encoding: chunked\r\n\r\n6\r\nname=a\r\n`;

  test.each([
    ['/server/heartbeat/', LENGTH],
    ['/heartbeat.jsp', CHUNKS],
    ['/api//login', CHUNKS],
    ['/help/not-listed/', `Origin: http://muster.test\r\nSec-Fetch-Site: same-origin\r\n${CHUNKS}`],
  ])('in the middle of the body of %s is counted, and is no failure', async (path, rest) => {
    await using app = await openListening();
    const before = app.heard.clientsGone;
    for (let count = 1; count <= 3; count += 1) {
      const connection = await connect(app);
      connection.send(`POST ${path} HTTP/1.1\r\n${rest}`);
      await until(() => app.httpServer.countPending() > 0);
      connection.close();
      await until(() => app.heard.clientsGone === before + count);
    }
    expect(app.heard.failed).toEqual([]);
    expect(app.heard.unknown).toEqual([]);
    expect((await ask(app, { target: '/api/servers' })).status).toBe(200);
  });
});

/** Waits for something that comes by itself. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isSo(); turn += 1) await Bun.sleep(10);
  expect(isSo()).toBe(true);
}
