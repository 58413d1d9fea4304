// The binary under systemd: ready, alive, reloading and stopping, as the notify socket hears it.

import { expect, test } from 'bun:test';
import { startMuster } from '../support/binary.ts';
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
