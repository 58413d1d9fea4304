// The metrics of the binary: only a process has descriptors, a processor's time, an event loop, and jobs that run.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { findFreePort, makeFolder, startMuster } from '../support/binary.ts';
import { Client, eventually } from './client.ts';

const read = async (port: number, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** The value of a metric without labels, or with exactly these. */
function readValue(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

test('count what was done, and measure the process', async () => {
  await using muster = await startMuster();
  const client = new Client(muster);
  await client.mustBeat({ public: 'false' });
  await client.beat({ salt: '' });
  const runs = 'muster_job_runs_total{task="save servers",outcome="succeeded"}';
  // A scrape of a busy machine leaves out what took longer than it waits.
  const { status, text } = await eventually(
    () => read(muster.port),
    (scraped) =>
      /^muster_disk_free_bytes /m.test(scraped.text) &&
      readValue(scraped.text, runs) > 0 &&
      readValue(scraped.text, 'muster_event_loop_delay_seconds_count') > 3,
    30_000,
  );
  expect(status).toBe(200);
  expect(readValue(text, 'muster_heartbeats_total{outcome="taken",reason=""}')).toBe(1);
  expect(readValue(text, 'muster_heartbeats_total{outcome="refused",reason="fields"}')).toBe(1);
  expect(readValue(text, 'muster_servers{listing="private"}')).toBe(1);
  expect(readValue(text, 'muster_events_total{event="service_started"}')).toBe(1);
  expect(readValue(text, 'muster_disk_free_bytes')).toBeGreaterThan(1_000_000);
  expect(readValue(text, 'muster_health{status="not_ready"}')).toBe(0);
  expect(readValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(readValue(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(readValue(text, 'process_open_fds')).toBeGreaterThan(10);
  expect(readValue(text, 'process_max_fds')).toBeGreaterThan(readValue(text, 'process_open_fds'));
  const startedAt = readValue(text, 'process_start_time_seconds');
  expect(Math.abs(Date.now() / 1_000 - startedAt)).toBeLessThan(120);
});

test('have a listener of their own where the settings name one, with a token out of a file', async () => {
  const port = await findFreePort();
  const token = 'kept-secret-0123456789';
  const folder = await makeFolder();
  await Bun.write(join(folder, 'token'), `${token}\n`);
  const env = {
    ...{ MUSTER_METRICS_LISTEN: `127.0.0.1:${port}`, MUSTER_METRICS_ALLOW: '192.0.2.1' },
    MUSTER_METRICS_TOKEN_FILE: 'token',
  };
  await using muster = await startMuster({ folder, env });
  expect(muster.stdout).toContain(`Metrics on http://127.0.0.1:${port}/metrics\n`);
  const bearer = { authorization: `Bearer ${token}` };
  expect((await read(port)).status).toBe(401);
  expect((await read(port, bearer)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/api/servers`)).status).toBe(404);
  expect((await read(muster.port)).status).toBe(404);
  expect((await read(muster.port, bearer)).status).toBe(200);
  const { stdout } = await muster.run(['config', 'print']);
  expect(stdout).toContain('metrics_token');
  expect(`${stdout}${muster.stdout}${muster.stderr}`).not.toContain(token);
});
