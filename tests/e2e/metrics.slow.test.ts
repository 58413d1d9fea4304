// The metrics of the binary: what was done is counted, and the public never sees it.

import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { findFreePort, makeFolder, startMuster } from '../support/binary.ts';
import { root, sectionOf } from '../support/docs.ts';
import { readScrape } from '../support/scrape.ts';
import { Client } from './client.ts';

const read = async (port: number, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** A scrape with everything in it: one of a busy machine leaves out what took longer than it waits. */
async function readWhole(port: number) {
  const isWhole = (text: string) =>
    /^muster_disk_free_bytes /m.test(text) && text.includes('muster_events_total{');
  let scraped = await read(port);
  await eventually(async () => {
    scraped = await read(port);
    return isWhole(scraped.text);
  });
  return scraped;
}

/** The value of a metric without labels, or with exactly these. */
function readValue(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

/** The sum of a metric over all labels. */
function sumOf(text: string, name: string): number {
  const lines = text.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name);
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Asks until it is so, for 30 s at most. */
async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let turn = 0; turn < 300; turn += 1) {
    if (await isSo()) return true;
    await Bun.sleep(100);
  }
  return false;
}

describe('the metrics', () => {
  test('count requests and heartbeats, and measure the process', async () => {
    await using muster = await startMuster();
    const client = new Client(muster);
    await client.mustBeat({ public: 'false' });
    await client.beat({ salt: '' });
    await client.list();
    const { status, text } = await readWhole(muster.port);
    expect(status).toBe(200);
    expect(readValue(text, 'muster_heartbeats_total{outcome="taken",reason=""}')).toBe(1);
    expect(readValue(text, 'muster_heartbeats_total{outcome="refused",reason="fields"}')).toBe(1);
    expect(readValue(text, 'muster_servers{listing="private"}')).toBe(1);
    expect(sumOf(text, 'muster_http_requests_total')).toBeGreaterThanOrEqual(4);
    // One heartbeat in eight is timed: the first of these two.
    expect(sumOf(text, 'muster_http_request_duration_seconds_count')).toBe(
      sumOf(text, 'muster_http_requests_total') - 1,
    );
    expect(sumOf(text, 'muster_database_write_duration_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(readValue(text, 'muster_disk_free_bytes')).toBeGreaterThan(1_000_000);
    expect(readValue(text, 'muster_health{status="not_ready"}')).toBe(0);
    expect(readValue(text, 'muster_events_total{event="service_started"}')).toBe(1);
    expect(readValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(readValue(text, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(readValue(text, 'process_open_fds')).toBeGreaterThan(10);
    expect(readValue(text, 'process_max_fds')).toBeGreaterThan(readValue(text, 'process_open_fds'));
    const startedAt = readValue(text, 'process_start_time_seconds');
    expect(Math.abs(Date.now() / 1_000 - startedAt)).toBeLessThan(120);
    const later = await read(muster.port);
    expect(sumOf(later.text, 'muster_http_requests_total')).toBe(
      sumOf(text, 'muster_http_requests_total') + 1,
    );
    const answered = 'muster_http_requests_total{route="/metrics",status="2xx"}';
    expect(readValue(later.text, answered)).toBe(readValue(text, answered) + 1);
    const delays = 'muster_event_loop_delay_seconds_count';
    expect(
      await eventually(async () => readValue((await read(muster.port)).text, delays) > 3),
    ).toBe(true);
    const runs = 'muster_job_runs_total{task="save servers",outcome="succeeded"}';
    expect(await eventually(async () => readValue((await read(muster.port)).text, runs) > 0)).toBe(
      true,
    );
  });

  test('are those that docs/monitoring.md lists, in its words', async () => {
    await using muster = await startMuster();
    const scraped = readScrape((await readWhole(muster.port)).text);
    const rows = [...scraped].map(
      ([name, { kind, labels, help }]) =>
        `| \`${name}\` | ${kind} | ${[...labels.keys()].map((label) => `\`${label}\``).join(', ')} | ${help} |`,
    );
    const page = await Bun.file(join(root, 'docs/monitoring.md')).text();
    const listed = sectionOf(page, 'Metrics')
      .split('\n')
      .filter((line) => /^\| `(?:muster|process)_/.test(line));
    expect(listed).toEqual(rows);
  });

  test('have a listener of their own where the settings name one, with a token where they do', async () => {
    const [port, service] = [await findFreePort(), await findFreePort()];
    const env = { MUSTER_METRICS_LISTEN: `127.0.0.1:${port}`, MUSTER_METRICS_ALLOW: '192.0.2.1' };
    await using open = await startMuster({ port: service, env });
    expect(open.stdout).toContain(`Metrics on http://127.0.0.1:${port}/metrics\n`);
    expect((await read(open.port)).status).toBe(404);
    const { status, text } = await read(port);
    expect([status, readValue(text, 'muster_health{status="ready"}')]).toEqual([200, 1]);
    expect((await fetch(`http://127.0.0.1:${port}/api/servers`)).status).toBe(404);
    await open.kill('SIGTERM');

    const token = 'kept-secret-0123456789';
    const folder = await makeFolder();
    await Bun.write(join(folder, 'token'), `${token}\n`);
    await using closed = await startMuster({
      folder: folder,
      env: { ...env, MUSTER_METRICS_TOKEN_FILE: 'token' },
    });
    const bearer = { authorization: `Bearer ${token}` };
    expect((await read(port)).status).toBe(401);
    expect((await read(port, bearer)).status).toBe(200);
    expect((await read(closed.port)).status).toBe(404);
    expect((await read(closed.port, bearer)).status).toBe(200);
    const { stdout } = await closed.run(['config', 'print']);
    expect(stdout).toContain('metrics_token');
    expect(`${stdout}${closed.stdout}${closed.stderr}`).not.toContain(token);
  });
});
