// GET /metrics: the numbers, and that nobody but the operator's monitoring finds them.

import { describe, expect, test } from 'bun:test';
import { createTokenCheck, openMetricsListener } from '../../src/platform/http/monitoring.ts';
import { warning } from '../../src/platform/lib/finding.ts';
import { createMetricsGate } from '../../src/platform/net/client-address.ts';
import { countEvent } from '../../src/platform/ops/report-event.ts';
import { listSeries } from '../support/scrape.ts';
import { beatForm, openListening, requestFrom, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, openSampleApp, PAGE, play, UNKNOWN_HASH } from './sample-app.ts';

const PATH = '/metrics';
const TEXT = { 'content-type': /^text\/plain; version=0\.0\.4/, 'cache-control': 'no-store' };

const READABLE = { metricsAllow: ['203.0.113.7/32'] };

/** The values of one metric, by its labels. */
function readSeries(text: string, name: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf('}');
      return [line.slice(name.length + 1, end), Number(line.slice(end + 2))];
    }),
  );
}

describe('the metrics', () => {
  test('tell servers, players and heartbeats as they are', async () => {
    await using app = await openSampleApp({ metricsAllow: ['203.0.113.0/24'] });
    const first = await play(app, { path: PATH, shows: TEXT });
    expect(first.text).toContain('muster_servers{listing="public"} 2\n');
    expect(first.text).toContain('muster_servers{listing="private"} 1\n');
    expect(first.text).toContain('muster_players 12\n');
    expect(first.text).toContain('muster_heartbeats_total{outcome="taken",reason=""} 3\n');
    await app.beat({ users: '5' });
    const { text } = await play(app, { path: `${PATH}/`, shows: TEXT });
    expect(text).toContain('muster_players 14\n');
    expect(text).toContain('muster_heartbeats_total{outcome="taken",reason=""} 4\n');
  });

  test('tell every event that was counted, and relays by reason', async () => {
    await using app = await openSampleApp(READABLE);
    const read = async (name: string) => {
      const { text } = await app.request(PATH);
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1] ?? 0,
      );
    };
    const names = [
      'muster_events_total{event="geoip_failed"}',
      'muster_relays_refused_total{reason="limit"}',
      'muster_relay_bytes_total{direction="to_game"}',
      'muster_relays',
    ];
    const before = await Promise.all(names.map(read));
    countEvent('geoip_failed', 2);
    countEvent('relay_refused_limit');
    countEvent('relay_bytes_to_game', 1_000);
    countEvent('relay_opened', 3);
    countEvent('relay_closed');
    const after = await Promise.all(names.map(read));
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1, 1_000, 2]);
  });

  test('tell requests by the pattern of their route and the class of their status', async () => {
    await using app = await openSampleApp(READABLE);
    await app.request('/api/servers');
    await app.request('/api/servers', { way: 'routes' });
    await app.request('/api/servers/', { method: 'POST' });
    await app.request(`/badge/${ALPHA_HASH}.svg`);
    await app.request(`/badge/${UNKNOWN_HASH}.png`);
    await app.request('/nothing/at/all?route=x');
    await app.request('/livez', { headers: { host: 'elsewhere.example' } });
    await app.request('/livez');
    await app.request('/', { headers: { host: 'elsewhere.example' } });
    const { text } = await app.request(PATH);
    const counts = readSeries(text, 'muster_http_requests_total');
    const answered = [...counts]
      .filter(([, value]) => value > 0)
      .map(([name, value]) => [name, value]);
    expect(Object.fromEntries(answered)).toEqual({
      'route="/server/heartbeat",status="2xx"': 3,
      'route="/api/servers",status="2xx"': 2,
      'route="/api/servers",status="4xx"': 1,
      'route="/badge/:file",status="2xx"': 1,
      'route="/badge/:file",status="4xx"': 1,
      'route="/livez",status="2xx"': 2,
      'route="other",status="4xx"': 2,
    });
    const durations = readSeries(text, 'muster_http_request_duration_seconds_count');
    // On the fast path the first is measured, and then every eighth.
    expect(durations.get('route="/api/servers"')).toBe(2);
    for (let turn = 0; turn < 14; turn += 1) await app.request('/api/servers');
    const later = await app.request(PATH);
    const laterDurations = readSeries(later.text, 'muster_http_request_duration_seconds_count');
    expect(laterDurations.get('route="/api/servers"')).toBe(3);
    expect(durations.get('route="other"')).toBe(2);
    // Nothing that somebody sent is a label: only routes are, and each of them is there.
    const routes = [...durations.keys()].map((labels) => labels.slice('route="'.length, -1));
    expect(routes.toSorted()).toEqual(
      [...new Set([...app.paths, 'other', '/p/:ip/:port'])].toSorted(),
    );
  });

  test('tell a body that could not be read by its route', async () => {
    await using app = await openSampleApp(READABLE);
    const body = new Uint8Array(70_000);
    const { status } = await app.request('/api/login', { method: 'POST', body });
    expect(status).toBe(413);
    const { text } = await app.request(PATH);
    expect(text).toContain('muster_http_requests_total{route="/api/login",status="4xx"} 1\n');
  });

  test('tell lists by encoding, and those that nobody needed again', async () => {
    await using app = await openSampleApp(READABLE);
    const plain = await app.request('/api/servers');
    const headers = { 'if-none-match': plain.headers.get('etag') ?? '' };
    await app.request('/api/servers', { headers });
    await app.request('/api/servers', { headers: { 'accept-encoding': 'br' } });
    const alice = await app.loggedIn('Alice');
    await alice.request('/api/servers');
    const { text } = await app.request(PATH);
    const counts = readSeries(text, 'muster_list_answers_total');
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(counts.get('list="public",encoding="identity",status="200"')).toBe(1);
    expect(counts.get('list="public",encoding="identity",status="304"')).toBe(1);
    expect(counts.get('list="public",encoding="br",status="200"')).toBe(1);
    expect(counts.get('list="player",encoding="identity",status="200"')).toBe(1);
  });

  test('tell heartbeats by what became of them and why, and probes by their result', async () => {
    await using app = await openSampleApp(READABLE);
    const mod = { kind: 'command line' } as const;
    await app.moderation.actOnServer('unlist', mod, ALPHA_HASH, 'Not nice.');
    await app.beat({ name: 'Alpha' }, '203.0.113.7');
    await app.beat({ salt: '' });
    await app.beat({}, '2001:db8::1');
    app.probe.verdict = false;
    await app.beat({ port: '25571' });
    const { text } = await app.request(PATH);
    const counts = [...readSeries(text, 'muster_heartbeats_total')].filter(
      ([, value]) => value > 0,
    );
    expect(Object.fromEntries(counts)).toEqual({
      'outcome="taken",reason=""': 3,
      'outcome="hidden",reason="unlisted"': 1,
      'outcome="refused",reason="fields"': 1,
      'outcome="refused",reason="family"': 1,
      'outcome="refused",reason="port_closed"': 1,
    });
    expect(text).toContain('muster_probes_total{verdict="open"} 2\n');
    expect(text).toContain('muster_probes_total{verdict="closed"} 1\n');
  });

  test('tell heartbeats of senders that nobody knows', async () => {
    await using app = await openListening({ metricsAllow: ['127.0.0.0/8'] });
    const url = `http://127.0.0.1:${app.port}`;
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await fetch(`${url}/server/heartbeat`, { method: 'POST', body: beatForm(), headers });
    const text = await (await fetch(`${url}${PATH}`)).text();
    expect(text).toContain('muster_heartbeats_total{outcome="refused",reason="proxy"} 1\n');
  });

  test('tell what is wrong with the service, emails that wait, and how old is what is not saved', async () => {
    await using app = await openSampleApp(READABLE);
    await app.servers.flush();
    app.readiness.add('weather', () => warning('Rain.'));
    const letter = { kind: 'test', to: 'a@example.net', accountName: 'Alice', language: 'en' };
    await app.mailer.send(letter as Parameters<typeof app.mailer.send>[0]);
    app.skip(3_000);
    const { text } = await app.request(PATH);
    for (const line of [
      ...['muster_health{status="degraded"} 1', 'muster_health{status="ready"} 0'],
      ...['muster_health_check{check="weather"} 1', 'muster_health_check{check="database"} 0'],
      ...['muster_email_queue{state="waiting"} 1', 'muster_email_queue{state="failed"} 0'],
      ...['muster_email_queue_age_seconds 3', 'muster_save_age_seconds 3'],
      ...['muster_save_batch_servers_bucket{le="10"} 1', 'muster_save_batch_servers_sum 3'],
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  test('are well-formed, with each name explained once', async () => {
    await using app = await openSampleApp(READABLE);
    const { text } = await app.request(PATH);
    const lines = text
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '');
    const names = lines.flatMap(
      (line) => /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? [],
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('process_resident_memory_bytes');
    expect(names).toContain('muster_event_loop_delay_seconds');
    for (const line of lines) {
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[\w.+/: -]*"(?:,\w+="[\w.+/: -]*")*\})? \d[\d.e+-]*)$/,
      );
      if (line.startsWith('#')) continue;
      const [name = ''] = /^\w+/.exec(line) ?? [];
      expect(names).toContain(
        names.includes(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''),
      );
    }
  });

  test('are all there from the start, whatever is sent later', async () => {
    await using app = await openSampleApp(READABLE);
    const read = async () => listSeries((await app.request(PATH)).text);
    const before = await read();
    expect(new Set(before).size).toBe(before.length);
    await app.beat({ port: '0' });
    const paths = ['/', '/nothing/here', '/p/203.0.113.7/1', '/server/play/x', '/acc/', '/badge/x'];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE']) {
        await app.request(`${path}?q=1`, { method });
      }
    }
    for (const encoding of ['br', 'gzip', 'zstd']) {
      await app.request('/api/servers', { headers: { 'accept-encoding': encoding } });
    }
    await app.browser().logIn('Nobody');
    expect(await read()).toEqual(before);
  });
});

describe('a token', () => {
  const metricsToken = 'kept-secret-0123456789';
  const status = async (app: TestApp, authorization?: string) =>
    (await app.request(PATH, authorization === undefined ? {} : { headers: { authorization } }))
      .status;

  test.each<[string, string | undefined, number]>([
    ['the right one', `Bearer ${metricsToken}`, 200],
    ['the right one in lower case', `bearer  ${metricsToken}`, 200],
    ['none', undefined, 404],
    ['a wrong one', 'Bearer kept-secret-0123456780', 404],
    ['another scheme', `Basic ${metricsToken}`, 404],
  ])('%s', async (_what, authorization, expected) => {
    await using app = await openSampleApp({ metricsToken });
    expect(await status(app, authorization)).toBe(expected);
  });

  test('opens nothing where none is set', async () => {
    await using app = await openSampleApp();
    expect(await status(app, 'Bearer undefined')).toBe(404);
  });

  test('is enough through a proxy too', async () => {
    await using app = await openListening({ metricsToken });
    const answer = await fetch(`http://127.0.0.1:${app.port}${PATH}`, {
      headers: { authorization: `Bearer ${metricsToken}`, 'x-forwarded-for': '203.0.113.7' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('a listener of its own', () => {
  const render = async () => ({ text: 'a 1\n', type: 'text/plain; version=0.0.4' });

  test.each<[string, string, RequestInit, number, string]>([
    ['the metrics', PATH, {}, 200, 'a 1\n'],
    ['whatever the host', PATH, { headers: { host: 'a/b' } }, 200, 'a 1\n'],
    ['nothing else', '/', {}, 404, 'Only /metrics is here.\n'],
    ['nothing below', `${PATH}/x`, {}, 404, 'Only /metrics is here.\n'],
    ['no other method', PATH, { method: 'POST' }, 405, 'Use GET.\n'],
    ['no large body', PATH, { method: 'POST', body: 'x'.repeat(2_000) }, 413, ''],
  ])('answers %s', async (_what, path, init, status, text) => {
    const address = { hostname: '127.0.0.1', port: 0 };
    await using listener = openMetricsListener(address, { render, mayRead: () => true });
    const answer = await fetch(`http://127.0.0.1:${listener.port}${path}`, init);
    expect([answer.status, await answer.text()]).toEqual([status, text]);
  });

  test('asks for the token', async () => {
    const address = { hostname: '127.0.0.1', port: 0 };
    const mayRead = createTokenCheck({ metricsToken: 'kept-secret-0123456789' });
    await using listener = openMetricsListener(address, { render, mayRead });
    const url = `http://127.0.0.1:${listener.port}${PATH}`;
    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const headers = { authorization: 'Bearer kept-secret-0123456789' };
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  test('answers so many at once, and refuses others', async () => {
    const address = { hostname: '127.0.0.1', port: 0 };
    const end = Promise.withResolvers<void>();
    const slow = () => end.promise.then(render);
    await using listener = openMetricsListener(address, { render: slow, mayRead: () => true });
    const answers = Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${listener.port}${PATH}`).then(({ status }) => status),
    );
    const refused = await Promise.any(
      answers.map((answer) => answer.then((status) => status === 503 || Promise.reject())),
    );
    expect(refused).toBe(true);
    end.resolve();
    expect((await Promise.all(answers)).toSorted()).toEqual([
      ...Array<number>(16).fill(200),
      ...Array<number>(4).fill(503),
    ]);
  });

  test('says which setting to change when its port is taken', async () => {
    const address = { hostname: '127.0.0.1', port: 0 };
    await using first = openMetricsListener(address, { render, mayRead: () => true });
    const { port } = first;
    expect(() =>
      openMetricsListener({ ...address, port }, { render, mayRead: () => true }),
    ).toThrow(`another port with --metrics-listen :${port + 1}`);
  });
});

describe('a client that may not read them', () => {
  test('finds nothing there, as anywhere else', async () => {
    await using app = await openSampleApp({ metricsAllow: ['127.0.0.0/8'] });
    const withoutId = (text: string) => text.replace(/<code>[0-9a-f-]{36}<\/code>/, '');
    const nothing = await play(app, { path: '/nothing', status: 404 });
    const { text } = await play(app, { path: PATH, status: 404, shows: PAGE, lacks: ['muster_'] });
    expect(withoutId(text)).toBe(withoutId(nothing.text));
  });

  test.each<[string, Record<string, string>, number]>([
    ['the scraper beside the service', {}, 200],
    ['a client of the trusted proxy', { 'x-forwarded-for': '203.0.113.7' }, 404],
    ['a client who claims to be the machine', { 'x-forwarded-for': '127.0.0.9, 203.0.113.7' }, 404],
  ])('%s, through a real socket', async (_what, headers, status) => {
    await using app = await openListening({
      trustedProxies: ['127.0.0.1/32'],
      metricsAllow: ['127.0.0.0/8'],
    });
    const answer = await fetch(`http://127.0.0.1:${app.port}${PATH}`, { headers });
    expect(answer.status).toBe(status);
  });
});

describe('the gate', () => {
  const request = (headers: Record<string, string>, peer: string, address: string) =>
    createMetricsGate(
      { metricsAllow: ['127.0.0.0/8', '::1/128'], trustedProxies: ['10.0.0.1/32'] },
      () => address,
    )(requestFrom(peer, { headers }));

  test.each<[string, boolean, Record<string, string>, string, string]>([
    ['this machine', true, {}, '127.0.0.1', '127.0.0.1'],
    ['this machine as a mapped address', true, {}, '::ffff:127.0.0.1', '127.0.0.1'],
    ['a proxy that is not trusted', false, { 'x-forwarded-for': 'x' }, '127.0.0.1', '127.0.0.1'],
    ['such a proxy, by Via', false, { via: '1.1 proxy' }, '127.0.0.1', '127.0.0.1'],
    ['the machine, through the trusted one', true, { via: '1.1 p' }, '10.0.0.1', '127.0.0.1'],
    ['another, through the trusted one', false, { via: '1.1 p' }, '10.0.0.1', '192.0.2.1'],
    ['the trusted proxy itself', false, {}, '10.0.0.1', '10.0.0.1'],
    ['nobody known', false, {}, '', ''],
  ])('%s: %p', (_who, mayRead, headers, peer, address) => {
    expect(request(headers, peer, address)).toBe(mayRead);
  });
});
