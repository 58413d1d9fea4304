// The runtime's own timers behind the port.

import { describe, expect, test } from 'bun:test';
import { coalesce, systemTimers } from '../../../src/platform/lib/timers.ts';

describe('the runtime’s timers', () => {
  test('run later, not at once, and not what was called off', async () => {
    const ran: string[] = [];
    await new Promise<void>((resolve) => {
      const cancel = systemTimers.after(0, () => ran.push('called off'));
      systemTimers.after(0, () => ran.push('first'));
      systemTimers.after(1, resolve);
      cancel();
      expect(ran).toEqual([]);
    });
    expect(ran).toEqual(['first']);
  });

  test('may be cancelled after they ran', async () => {
    const cancel = await new Promise<() => void>((resolve) => {
      const stop = systemTimers.after(0, () => resolve(() => stop()));
    });
    expect(cancel).not.toThrow();
  });
});

test('calls during a run share one more, and resolve after it; one that fails is no hindrance', async () => {
  const runs: ReturnType<typeof Promise.withResolvers<void>>[] = [];
  const call = coalesce(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const calls = [call(), call(), call()];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await new Promise(setImmediate);
  expect(runs).toHaveLength(2);
  runs[1]?.reject(new Error('away'));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(
    calls.map(() => 'rejected'),
  );
  const last = call();
  runs[2]?.resolve();
  await last;
  expect(runs).toHaveLength(3);
});
