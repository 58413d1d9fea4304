// GET /metrics: the numbers, and that nobody but the operator's monitoring finds them.

import { describe, expect, test } from 'bun:test';
import { peerOf } from '../../src/http/listener.ts';
import { createMetricsGate } from '../../src/net/client-address.ts';
import { countEvent } from '../../src/ops/counters.ts';
import { openListening, requestFrom } from '../support/test-app.ts';
import { openSampleApp, PAGE, play } from './sample-app.ts';

const PATH = '/metrics';
const TEXT = { 'content-type': /^text\/plain; version=0\.0\.4/, 'cache-control': 'no-store' };

describe('the metrics', () => {
  test('tell servers, players and heartbeats as they are', async () => {
    await using app = await openSampleApp({ metricsAllow: ['203.0.113.0/24'] });
    const first = await play(app, { path: PATH, shows: TEXT });
    expect(first.text).toContain('muster_servers{listing="public"} 2\n');
    expect(first.text).toContain('muster_servers{listing="private"} 1\n');
    expect(first.text).toContain('muster_players 12\n');
    expect(first.text).toContain('muster_heartbeats_total{outcome="taken"} 3\n');
    await app.beat({ users: '5' });
    const { text } = await play(app, { path: `${PATH}/`, shows: TEXT });
    expect(text).toContain('muster_players 14\n');
    expect(text).toContain('muster_heartbeats_total{outcome="taken"} 4\n');
  });

  test('tell every event that was counted, and relays by reason', async () => {
    await using app = await openSampleApp({ metricsAllow: ['203.0.113.7/32'] });
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
      'muster_events_total{event="metrics_test"}',
      'muster_relays_refused_total{reason="metrics_test"}',
      'muster_relay_bytes_total{direction="to_game"}',
      'muster_relays',
    ];
    const before = await Promise.all(names.map(read));
    countEvent('metrics_test', 2);
    countEvent('relay_refused_metrics_test');
    countEvent('relay_bytes_to_game', 1_000);
    countEvent('relay_opened', 3);
    countEvent('relay_closed');
    const after = await Promise.all(names.map(read));
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1, 1_000, 2]);
  });

  test('are well-formed, with each name explained once', async () => {
    await using app = await openSampleApp({ metricsAllow: ['203.0.113.7/32'] });
    const { text } = await app.request(PATH);
    const lines = text
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '');
    const names = lines.flatMap((line) => /^# TYPE (\w+) (?:counter|gauge)$/.exec(line)?.[1] ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('process_resident_memory_bytes');
    expect(names).toContain('muster_event_loop_lag_seconds');
    for (const line of lines) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[\w.-]+"\})? \d[\d.e+-]*)$/);
      if (!line.startsWith('#')) expect(names).toContain(/^\w+/.exec(line)?.[0] ?? '');
    }
  });

  test('know HEAD', async () => {
    await using app = await openSampleApp({ metricsAllow: ['203.0.113.7/32'] });
    const head = await play(app, { path: PATH, method: 'HEAD', shows: TEXT });
    expect(head.bytes).toHaveLength(0);
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

  test('is refused by the host first', async () => {
    await using app = await openListening({
      metricsAllow: ['127.0.0.0/8'],
      acceptsLoopback: false,
    });
    expect((await fetch(`http://127.0.0.1:${app.port}${PATH}`)).status).toBe(403);
  });
});

describe('the gate', () => {
  const request = (headers: Record<string, string>, peer: string, address: string) =>
    createMetricsGate(
      { metricsAllow: ['127.0.0.0/8', '::1/128'], trustedProxies: ['10.0.0.1/32'] },
      peerOf,
      () => address,
    )(requestFrom(peer, { headers }));

  test.each<[string, boolean, Record<string, string>, string, string]>([
    ['this machine', true, {}, '127.0.0.1', '127.0.0.1'],
    ['this machine over IPv6', true, {}, '::1', '::1'],
    ['this machine as a mapped address', true, {}, '::ffff:127.0.0.1', '127.0.0.1'],
    ['another', false, {}, '192.0.2.1', '192.0.2.1'],
    ['a proxy that is not trusted', false, { 'x-forwarded-for': 'x' }, '127.0.0.1', '127.0.0.1'],
    ['such a proxy, by Via', false, { via: '1.1 proxy' }, '127.0.0.1', '127.0.0.1'],
    ['such a proxy, by Forwarded', false, { forwarded: 'for=x' }, '127.0.0.1', '127.0.0.1'],
    ['the machine, through the trusted one', true, { via: '1.1 p' }, '10.0.0.1', '127.0.0.1'],
    ['the machine, through it, mapped', true, { via: '1.1 p' }, '::ffff:10.0.0.1', '127.0.0.1'],
    ['another, through the trusted one', false, { via: '1.1 p' }, '10.0.0.1', '192.0.2.1'],
    ['the trusted proxy itself', false, {}, '10.0.0.1', '10.0.0.1'],
    ['nobody known', false, {}, '', ''],
  ])('%s: %p', (_who, mayRead, headers, peer, address) => {
    expect(request(headers, peer, address)).toBe(mayRead);
  });
});
