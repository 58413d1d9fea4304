// The metrics of the binary: what was done is counted, and the public never sees it.

import { describe, expect, test } from 'bun:test';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { Client } from './client.ts';

const read = async (port: number, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** The value of a metric without labels, or with exactly these. */
function readValue(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

describe('the metrics', () => {
  test('count requests and heartbeats, and measure the process', async () => {
    await using muster = await startMuster();
    const client = new Client(muster);
    await client.mustBeat({ public: 'false' });
    await client.beat({ salt: '' });
    await client.list();
    const { status, text } = await read(muster.port);
    expect(status).toBe(200);
    expect(readValue(text, 'muster_heartbeats_total{outcome="taken"}')).toBe(1);
    expect(readValue(text, 'muster_heartbeats_total{outcome="refused"}')).toBe(1);
    expect(readValue(text, 'muster_servers{listing="private"}')).toBe(1);
    expect(readValue(text, 'muster_http_requests_total')).toBeGreaterThanOrEqual(4);
    expect(readValue(text, 'muster_events_total{event="service_started"}')).toBe(1);
    expect(readValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(readValue(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(readValue(text, 'process_open_fds')).toBeGreaterThan(10);
    expect(readValue(text, 'process_max_fds')).toBeGreaterThan(readValue(text, 'process_open_fds'));
    const startedAt = readValue(text, 'process_start_time_seconds');
    expect(Math.abs(Date.now() / 1_000 - startedAt)).toBeLessThan(120);
    const later = await read(muster.port);
    expect(readValue(later.text, 'muster_http_requests_total')).toBe(
      readValue(text, 'muster_http_requests_total') + 1,
    );
  });

  test('are nowhere for a client of the proxy, for any other proxy, and for whom it is not allowed', async () => {
    await using behind = await startMuster({ env: manyAddresses });
    expect((await read(behind.port)).status).toBe(200);
    expect((await read(behind.port, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(404);
    await using bare = await startMuster();
    expect((await read(bare.port, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404);
    await using closed = await startMuster({ env: { MUSTER_METRICS_ALLOW: '198.51.100.7' } });
    expect((await read(closed.port)).status).toBe(404);
  });
});
