// The runtime's own timers behind the port, and the ones that tests turn by hand.

import { describe, expect, test } from 'bun:test';
import { systemTimers } from '../../src/lib/timers.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeTimers } from '../support/fake-timers.ts';

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

describe('the timers of tests', () => {
  test('run in the order in which they fall due, each at its own moment', async () => {
    const clock = createFakeClock(1_000);
    const timers = createFakeTimers(clock);
    const ran: [string, number][] = [];
    const note = (name: string) => () => ran.push([name, clock.now()]);
    timers.after(20, note('c'));
    timers.after(10, note('a'));
    timers.after(10, note('b'));
    timers.after(31, note('too late'));
    const cancel = timers.after(5, note('called off'));
    cancel();
    await timers.turn(30);
    expect(ran).toEqual([
      ['a', 1_010],
      ['b', 1_010],
      ['c', 1_020],
    ]);
    expect([clock.now(), timers.waiting]).toEqual([1_030, 1]);
  });

  test('run what was set while they ran, and what a promise set', async () => {
    const timers = createFakeTimers(createFakeClock(0));
    const ran: string[] = [];
    timers.after(10, () => {
      timers.after(10, () => ran.push('chained'));
      void Promise.resolve().then(() => timers.after(5, () => ran.push('promised')));
    });
    await timers.turn(20);
    expect(ran).toEqual(['promised', 'chained']);
  });

  test('are not moved when the clock itself is set', async () => {
    const clock = createFakeClock(0);
    const timers = createFakeTimers(clock);
    let ran = 0;
    timers.after(10, () => {
      ran += 1;
    });
    clock.advance(-3_600_000);
    await timers.turn(10);
    expect([ran, clock.now()]).toEqual([1, -3_599_990]);
  });
});
