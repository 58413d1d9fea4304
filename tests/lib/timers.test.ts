// The runtime's own timers behind the port.

import { describe, expect, test } from 'bun:test';
import { systemTimers } from '../../src/lib/timers.ts';

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
