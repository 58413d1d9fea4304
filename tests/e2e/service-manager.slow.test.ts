// The binary under systemd: only a process has its notify socket, and its journal behind the standard error output.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { makeFolder, startMuster } from '../support/binary.ts';
import { openTestServiceManager } from '../support/service-manager.ts';

test('systemd hears of the start, of life, of a reload and of the stop', async () => {
  using systemd = openTestServiceManager('path');
  const heard: string[] = [];
  async function until(state: RegExp): Promise<void> {
    const deadline = performance.now() + 20_000;
    while (!heard.some((one) => state.test(one))) {
      if (performance.now() > deadline) throw new Error(`No ${state} among ${heard.join(', ')}`);
      heard.push(...systemd.read());
      await Bun.sleep(5);
    }
  }
  await using muster = await startMuster({
    env: { NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '200000' },
  });
  await until(/^READY=1$/);
  await until(/^WATCHDOG=1$/);
  heard.length = 0;
  process.kill(muster.pid, 'SIGHUP');
  await until(/^RELOADING=1\nMONOTONIC_USEC=\d+$/);
  await until(/^READY=1$/);
  await muster.kill('SIGTERM');
  await until(/^STOPPING=1$/);
  expect(heard.filter((one) => one === 'STOPPING=1')).toHaveLength(1);
  expect(heard.at(-1)).toBe('STOPPING=1');
});

test('each line begins with its priority where the log ends at the journal', async () => {
  const binary = join(import.meta.dir, '../../dist/muster');
  const journal = 'JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2)';
  const child = Bun.spawn({
    cmd: ['sh', '-c', `${journal} exec "$0" --listen 127.0.0.1:0`, binary],
    cwd: await makeFolder(),
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  for await (const chunk of child.stderr) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('Service started')) child.kill('SIGTERM');
  }
  const lines = text.trim().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => !/^<[0-7]>\{/.test(line))).toEqual([]);
  expect(text).toMatch(/^<6>\{.*"level":"info"/m);
  expect(text).toMatch(/^<4>\{.*"level":"warning"/m);
});
