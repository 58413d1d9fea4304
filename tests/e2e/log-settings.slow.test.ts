// The log of the binary as settings have it: levels of areas, shortened addresses, and priorities in a journal.

import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort, makeFolder, type RunningMuster, startMuster } from '../support/binary.ts';
import { GOOD_FIELDS } from '../support/good-heartbeat.ts';

const PROXY = { MUSTER_TRUSTED_PROXIES: '127.0.0.0/8', MUSTER_PORT_CHECK: 'false' };
const binary = join(import.meta.dir, '../../dist/muster');

async function writtenAfter(muster: RunningMuster, pattern: RegExp): Promise<string> {
  for (let turn = 0; turn < 400; turn += 1) {
    const line = muster.stderr.split('\n').find((one) => pattern.test(one));
    if (line !== undefined) return line;
    await Bun.sleep(50);
  }
  throw new Error(`No line like ${pattern}: ${muster.stderr}`);
}

function beat(muster: RunningMuster, address: string, fields: Record<string, string>) {
  return fetch(`${muster.url}/server/heartbeat`, {
    method: 'POST',
    body: new URLSearchParams({ ...GOOD_FIELDS, ...fields }),
    headers: { 'x-forwarded-for': address },
  });
}

test.concurrent('an area has a level of its own, and addresses are shortened, from a reload on', async () => {
  const folder = await makeFolder();
  writeFileSync(join(folder, 'muster.toml'), '');
  await using muster = await startMuster({ folder, env: PROXY });
  await beat(muster, '203.0.113.7', { name: 'First' });
  expect(await writtenAfter(muster, /"name":"First"/)).toContain('"ip":"203.0.113.7"');
  await beat(muster, '203.0.113.7', { salt: '' });
  const settings =
    'log_areas = ["servers=debug"]\nlog_addresses = "shortened"\nlog_requests = true\n';
  writeFileSync(join(folder, 'muster.toml'), settings);
  process.kill(muster.pid, 'SIGHUP');
  await writtenAfter(muster, /"message":"Reloaded".*"log_requests","log_areas","log_addresses"/);
  expect(muster.stderr).not.toMatch(/Heartbeat refused|"Request"/);
  await beat(muster, '198.51.100.77', { salt: '' });
  await beat(muster, '198.51.100.77', { name: 'Second' });
  const refused = await writtenAfter(muster, /Heartbeat refused/);
  expect(JSON.parse(refused)).toMatchObject({ level: 'debug', ip: '198.51.100.0/24' });
  await writtenAfter(muster, /"name":"Second"/);
  const request = await writtenAfter(muster, /"message":"Request"/);
  expect(JSON.parse(request)).toMatchObject({
    ...{ level: 'info', module: 'http', route: '/server/heartbeat', address: '198.51.100.0/24' },
    ...{ method: 'POST', path: '/server/heartbeat', status: 200 },
  });
  await muster.kill('SIGTERM');
  expect(muster.stderr).not.toContain('198.51.100.77');
});

test.concurrent.each([
  ['the journal', 'stat -L -c %d:%i /proc/self/fd/2', /^<[0-7]>\{/],
  ['another file than the journal', 'echo 1:2', /^\{/],
])('where the log ends at %s, each line begins so', async (_what, stream, start) => {
  const folder = await makeFolder();
  const port = await findFreePort();
  const child = Bun.spawn({
    cmd: ['sh', '-c', `JOURNAL_STREAM=$(${stream}) exec "$0" --listen 127.0.0.1:${port}`, binary],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  let text = '';
  for await (const chunk of child.stderr) {
    const wasStarted = text.includes('Service started');
    text += new TextDecoder().decode(chunk);
    if (!wasStarted && text.includes('Service started')) child.kill('SIGTERM');
  }
  expect(await child.exited).toBe(0);
  const lines = text.trim().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(start);
  const isPrefixed = start.source.startsWith('^<');
  for (const [level, priority] of [
    ['info', '<6>'],
    ['warning', '<4>'],
  ] as const) {
    const line = lines.find((one) => one.includes(`"level":"${level}"`));
    expect(line).toStartWith(`${isPrefixed ? priority : ''}{`);
  }
});
