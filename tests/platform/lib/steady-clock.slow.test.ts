// Only real time shows that the steady clock goes on as it does.

import { expect, test } from 'bun:test';
import { createSteadyClock } from '../../../src/platform/lib/steady-clock.ts';

test('the steady clock of this machine shows its time', async () => {
  const own = createSteadyClock();
  const before = own.now();
  expect(Number.isInteger(before)).toBe(true);
  expect(Math.abs(before - Date.now())).toBeLessThan(500);
  await Bun.sleep(20);
  expect(own.now()).toBeGreaterThanOrEqual(before + 15);
});
