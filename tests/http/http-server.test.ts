// What only a socket shows: the guard before everything, opening and closing.

import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import { createServer } from 'node:net';
import { FAST_PATHS } from '../../src/app/http-server.ts';
import { relaySpace } from '../../src/modules/relay/relay-api.ts';
import { answerFailure } from '../../src/platform/http/errors.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { type Found, failed, WELL, warning } from '../../src/platform/lib/finding.ts';
import { systemTimers } from '../../src/platform/lib/timers.ts';
import { type HealthReport, stateOf } from '../../src/platform/ops/readiness.ts';
import { settle } from '../support/fake-timers.ts';
import { openedOnce } from '../support/opened.ts';
import { buildRequest, RawConnection } from '../support/raw-http.ts';
import { beatForm, openListening, openStarting, openTestApp } from '../support/test-app.ts';
import { ask, closeConnections, connect, FORBIDDEN, host, OURS, openBareServer } from './socket.ts';

const app = openedOnce(() =>
  openListening({
    extraHosts: ['m'],
    trustedProxies: ['127.0.0.1/32'],
    serversPerAddress: 100,
  }),
);
afterEach(closeConnections);

describe('the guard', () => {
  const hosts: [string, (readonly [string, string])[]][] = [
    ['another host', [['Host', 'elsewhere.test']]],
    ['two hosts', ['muster.test', 'elsewhere.test'].map((name) => ['Host', name] as const)],
    ['the right host twice', ['muster.test', 'muster.test'].map((it) => ['Host', it] as const)],
    ['an empty host', [['Host', '']]],
    ['a host that no URL can have', [['Host', 'a/b']]],
    ['a port that is none', [['Host', 'muster.test:99999']]],
  ];
  // Heartbeats, which are answered with a line of text, are in heartbeat-fields.test.ts.
  const paths = FAST_PATHS.map((fast) => fast.path).filter((path) => !path.includes('heartbeat'));
  const targets = [...paths, '/api/login', '/', '/api//servers', '/nothing'];

  // C2.1, C2.3, C2.7
  test.each(hosts)(
    'turns %s away from every path, with the right address',
    async (_what, headers) => {
      for (const target of targets) {
        for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
          const answer = await ask(app, { target, method, headers });
          expect(answer.status, `${method} ${target}`).toBe(403);
          expect(answer.header('content-type')).toBe('text/html; charset=utf-8');
          expect(answer.headersNamed('set-cookie')).toEqual([]);
          if (method === 'HEAD') continue;
          expect(answer.text).toMatch(FORBIDDEN);
          expect(answer.text).toContain('href="http://muster.test/"');
        }
      }
      expect(app.heard.unknown).toEqual([]);
    },
  );

  test('takes nothing from whom it turns away', async () => {
    const answer = await ask(app, {
      ...host('elsewhere.test'),
      target: '/heartbeat.jsp',
      method: 'POST',
      body: beatForm(),
    });
    expect(answer.status).toBe(403);
    expect((await ask(app, { target: `/api/server/${md5Hex('127.0.0.1:25565')}` })).text).toBe(
      '{"servers":[]}',
    );
  });

  // C2.3
  test('turns HTTP/1.0 without a host away', async () => {
    const connection = await connect(app);
    const answer = await connection.exchange('GET /api/servers HTTP/1.0\r\n\r\n');
    expect(answer.status).toBe(403);
    expect(answer.text).toMatch(FORBIDDEN);
  });

  test.each(['muster.test', 'MUSTER.test:1234', 'm', 'localhost', '127.0.0.1:80', '[::1]'])(
    'lets %s in, to every route',
    async (name) => {
      for (const target of ['/api/servers/', '/api/login/', '/api//myip', '/livez']) {
        expect((await ask(app, { target, ...host(name) })).status, target).toBe(200);
      }
    },
  );

  // C2.4
  test.each([
    [true, 403],
    [false, 200],
  ])(
    'names of this machine: with a base URL in the settings, %p, they get %i',
    async (is, status) => {
      await using own = await openTestApp({
        ...{ baseUrl: 'http://muster.test', isBaseUrlConfigured: is },
      });
      for (const name of ['localhost', '127.0.0.1', '[::1]', 'localhost:8080']) {
        for (const path of ['/api/servers', '/acc/login/']) {
          const answer = await own.handle(
            new Request(`http://muster.test${path}`, { headers: { host: name } }),
          );
          expect([name, path, answer.status]).toEqual([name, path, status]);
        }
      }
    },
  );

  // C1.14, C2.7
  test('does not look at the authority of an absolute-form target', async () => {
    for (const target of [
      'http://elsewhere.test/api/myip',
      'https://elsewhere.test/api//myip',
      'http://a/api/myip/',
    ]) {
      expect((await ask(app, { target })).text, target).toBe('127.0.0.1');
      expect((await ask(app, { target, ...host('elsewhere.test') })).status, target).toBe(403);
    }
  });
});

// C2.6
describe('the health paths', () => {
  test.each(['/livez', '/readyz/', '//livez', '/readyz?probe=1'])(
    '%s needs no host and no session',
    async (target) => {
      for (const headers of [[], host('elsewhere.test').headers, OURS.headers] as const) {
        const parts =
          headers.length === 0
            ? `GET ${target} HTTP/1.0\r\n\r\n`
            : buildRequest({ target, headers });
        const answer = await (await connect(app)).exchange(parts);
        expect(answer.status, `${headers}`).toBe(200);
        if (target.includes('livez')) expect(answer.text).toBe('ok');
        else expect(answer.json()).toMatchObject({ status: 'ready' });
        expect(answer.headersNamed('set-cookie')).toEqual([]);
        expect(answer.header('x-content-type-options')).toBe('nosniff');
      }
    },
  );

  test('are answered to HEAD, and refuse to be written', async () => {
    for (const target of ['/livez', '/readyz']) {
      const answer = await ask(app, { target, method: 'HEAD' });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect((await ask(app, { target, method: 'POST' })).status).toBe(405);
      expect((await ask(app, { target, method: 'POST', ...host('elsewhere.test') })).status).toBe(
        403,
      );
    }
  });
});

describe('what is wrong', () => {
  const part = warning('The history is kept in memory.');
  const whole = failed('The database file was deleted.');
  const cases: [
    title: string,
    one: Found,
    other: Found,
    status: number,
    said: HealthReport['status'],
  ][] = [
    ['nothing', WELL, WELL, 200, 'ready'],
    ['a part of the service', part, WELL, 200, 'degraded'],
    ['the service', WELL, whole, 503, 'not_ready'],
  ];
  // C2.6
  test.each(cases)(
    '%s is reported at /readyz, under any host',
    async (_, one, other, status, said) => {
      await using own = await openListening();
      let found = [one, other];
      for (const [number, name] of ['one', 'other'].entries()) {
        own.readiness.add(name, () => found[number] ?? WELL);
      }
      for (const headers of [OURS.headers, host('elsewhere.test').headers]) {
        const answer = await ask(own, { target: '/readyz', headers });
        const report = answer.json<HealthReport>();
        const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
        expect([answer.status, report.status]).toEqual([status, said]);
        expect(report.checks).toMatchObject({
          one: { ...stateOf(one), since },
          other: { ...stateOf(other), since },
        });
        expect(answer.header('cache-control')).toBe('no-store');
        expect((await ask(own, { target: '/livez', headers })).text).toBe('ok');
      }
      found = [];
      expect((await ask(own, { target: '/readyz' })).json()).toMatchObject({ status: 'ready' });
    },
  );
});

describe('opening and closing', () => {
  // C2.6
  test('a service that is starting says so, in the shape of each kind of answer', async () => {
    const shut = await openStarting();
    const asked = ask(shut, { target: '/' });
    const targets = ['/api/servers', '/api/login/', '/api//myip', '/server/heartbeat/'];
    for (const answer of await Promise.all(targets.map((target) => ask(shut, { target })))) {
      expect(answer.status).toBe(503);
      expect(answer.json<{ error: string }>().error).toMatch(/starting or stopping/);
    }
    const page = await asked;
    expect([page.status, page.header('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect((await ask(shut, { target: '/readyz' })).status).toBe(503);
    expect((await ask(shut, { target: '/api/servers', ...host('elsewhere.test') })).status).toBe(
      403,
    );
    await using _ = await shut.finish();
    expect((await ask(shut, { target: '/readyz' })).status).toBe(200);
    expect((await ask(shut, { target: '/api/servers' })).text).toBe('{"servers":[]}');
  });

  test('a request during a start that ends soon is answered then', async () => {
    const shut = await openStarting({ areRefused: false });
    let isAnswered = false;
    const list = ask(shut, { target: '/api/servers' }).then((answer) => {
      isAnswered = true;
      return answer;
    });
    for (let round = 0; round < 20; round += 1) {
      expect((await ask(shut, { target: '/livez' })).text).toBe('ok');
    }
    expect(isAnswered).toBe(false);
    await using _ = await shut.finish();
    expect((await list).text).toBe('{"servers":[]}');
  });

  test('a moment before closing, answers ask for the end of their connections', async () => {
    await using ending = await openListening();
    const kept = await connect(ending);
    const list = () => kept.exchange(buildRequest({ target: '/api/servers', ...OURS }));
    expect((await list()).header('connection')).not.toBe('close');
    ending.httpServer.endConnections();
    const last = await list();
    expect([last.status, last.header('connection')]).toEqual([200, 'close']);
    expect(await kept.waitForClose(2_000)).toBe(true);
  });

  test('closing finishes what is under way, refuses what is new, and closes every connection', async () => {
    const closing = await openListening();
    closing.probe.verdict = undefined;
    const busy = await connect(closing);
    const idle = await connect(closing);
    await idle.exchange(buildRequest({ target: '/api/servers', ...OURS }));
    const underWay = busy.exchange(
      buildRequest({ target: `/heartbeat.jsp?${beatForm()}`, ...OURS }),
    );
    while (closing.probe.held.length === 0) await settle();
    const closed = closing.httpServer.close();
    const late = await idle.exchange(buildRequest({ target: '/api/servers', ...OURS }));
    expect(late.status).toBe(503);
    closing.probe.answer(true);
    expect((await underWay).text).toMatch(/^http:\/\/muster\.test\/server\/play\/[0-9a-f]{32}\/$/);
    await closed;
    expect(await busy.waitForClose(2_000)).toBe(true);
    expect(await idle.waitForClose(2_000)).toBe(true);
    expect(RawConnection.open(closing.port)).rejects.toThrow();
    await closing[Symbol.asyncDispose]();
  });

  test('a port that is taken is a conflict that names it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const tryPort = (wanted: number) => () =>
      openBareServer({ socket: { listen: { hostname: '127.0.0.1', port: wanted } } });
    expect(tryPort(port)).toThrow(
      expect.objectContaining({
        kind: 'conflict',
        message: expect.stringContaining(`Port ${port} is in use`),
      }),
    );
    expect(tryPort(app.port)).toThrow(expect.objectContaining({ kind: 'conflict' }));
    await new Promise((resolve) => other.close(resolve));
  });

  test('each error page is logged with the id that it names', async () => {
    const described: [string, number][] = [];
    await using stack = new AsyncDisposableStack();
    const opened = openBareServer({
      timers: { after: (_ms, run) => systemTimers.after(0, run) },
      createHostGuard: () => ({ guard: (name) => name === 'ours', baseUrl: 'http://ours' }),
      onFailed: ({ requestId, status }) => described.push([requestId, status]),
      onFailurePage: (requestId, status) => described.push([requestId, status]),
    });
    stack.defer(() => opened.close());
    const early = await ask(opened, { target: '/fine', ...host('ours') });
    expect(described.splice(0)).toEqual([[early.header('x-request-id') ?? '', 503]]);
    expect((await ask(opened, { target: '/readyz', ...host('ours') })).status).toBe(503);
    expect(described).toEqual([]);
    opened.open({
      handle: async (request) =>
        request.url.endsWith('/fine')
          ? new Response('fine')
          : answerFailure(request, 404, 'Nothing.'),
      fast: {},
      fail: (request) => answerFailure(request, 500, 'Failed.'),
    });
    expect((await ask(opened, { target: '/fine', ...host('ours') })).status).toBe(200);
    expect(described).toEqual([]);
    const gone = await ask(opened, { target: '/gone', ...host('ours') });
    const foreign = await ask(opened, { target: '/fine', ...host('theirs') });
    expect(described).toEqual([
      [gone.header('x-request-id') ?? '', 404],
      [foreign.header('x-request-id') ?? '', 403],
    ]);
    expect(foreign.text).toContain(described[1]?.[0] ?? 'no id');
  });

  test('a browser that comes for the relay while that is loaded waits for it', async () => {
    await using stack = new AsyncDisposableStack();
    const opened = openBareServer({ upgradeSpace: relaySpace });
    stack.defer(() => opened.close());
    const handlers = {
      handle: () => answerFailure(new Request('http://muster.test'), 404, 'Nothing.'),
      fast: {},
      fail: () => new Response('Failed.', { status: 500 }),
    };
    const { promise: loading, resolve } = Promise.withResolvers<void>();
    opened.open({ ...handlers, loading });
    const asked = ask(opened, { target: '/p/127.0.0.1/25565' });
    expect((await ask(opened, { target: '/other' })).status).toBe(404);
    const upgrades = { answer: () => new Response('the relay'), stop: async () => {} };
    opened.open({ ...handlers, upgrades });
    resolve();
    expect((await asked).text).toBe('the relay');
  });

  // C2.4
  test('without a base URL, the page says which setting lets the host in that was asked for', async () => {
    await using stack = new AsyncDisposableStack();
    const openWith = (isLocalOnly: boolean) => {
      const opened = openBareServer({
        createHostGuard: () => ({ guard: () => false, baseUrl: 'http://localhost:1', isLocalOnly }),
      });
      stack.defer(() => opened.close());
      return opened;
    };
    const adviceOf = (text: string) => /MUSTER_BASE_URL=(\S+?)</.exec(text)?.[1];
    const [unset, set] = [openWith(true), openWith(false)];
    const box = { target: '/', ...host('Muster-Box.lan:8080') };
    expect(adviceOf((await ask(unset, box)).text)).toBe('http://muster-box.lan:8080');
    expect(adviceOf((await ask(set, box)).text)).toBeUndefined();
    const markup = await ask(unset, { target: '/', ...host('<script>alert(1)</script>') });
    expect([markup.status, adviceOf(markup.text)]).toEqual([403, undefined]);
    expect(markup.text).not.toContain('<script>alert');
  });

  test('an address that this machine does not have is reported as such', () => {
    const action = () => openBareServer({ socket: { listen: { hostname: '192.0.2.1', port: 0 } } });
    expect(action).toThrow(
      expect.objectContaining({
        kind: 'unavailable',
        message: expect.stringContaining('192.0.2.1'),
      }),
    );
  });
});

// C1.9
test('an idle connection is kept for a minute at least', async () => {
  // Waiting for it would take that minute: what is passed to the runtime is checked instead.
  using serve = spyOn(Bun, 'serve');
  await using _app = await openListening();
  const [[options] = []] = serve.mock.calls;
  expect(options?.idleTimeout).toBeGreaterThanOrEqual(60);
});
