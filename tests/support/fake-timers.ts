// Timers that fall due when a test turns the clock that they belong to.

import type { Timers } from '../../src/platform/lib/timers.ts';
import type { FakeClock } from './fake-clock.ts';

/** Timers that run by `turn` alone. */
export interface FakeTimers extends Timers {
  /**
   * Turns the clock by `ms`, which is not negative. What falls due on the way runs in order, each at
   * its own moment, and the promises that it settled are through before the next one.
   */
  turn(ms: number): Promise<void>;
  /** How many timers wait. */
  readonly waiting: number;
}

interface Alarm {
  dueMs: number;
  run(): void;
}

/**
 * Makes timers that turn the given clock. They count the time that was turned, as the runtime's own
 * do: setting the clock itself neither hastens nor holds them up.
 */
export function createFakeTimers(clock: FakeClock): FakeTimers {
  const alarms = new Set<Alarm>();
  let elapsedMs = 0;

  function nextAlarm(untilMs: number): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of alarms) {
      if (alarm.dueMs <= untilMs && (next === undefined || alarm.dueMs < next.dueMs)) next = alarm;
    }
    return next;
  }

  function moveTo(ms: number): void {
    clock.advance(ms - elapsedMs);
    elapsedMs = ms;
  }

  return {
    after(ms, run) {
      const alarm = { dueMs: elapsedMs + Math.max(0, ms), run };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    async turn(ms) {
      const untilMs = elapsedMs + ms;
      await settle();
      for (let alarm = nextAlarm(untilMs); alarm !== undefined; alarm = nextAlarm(untilMs)) {
        alarms.delete(alarm);
        moveTo(Math.max(elapsedMs, alarm.dueMs));
        alarm.run();
        await settle();
      }
      moveTo(untilMs);
    },
    get waiting() {
      return alarms.size;
    },
  };
}

/** Lets every promise that can settle do so; the clock stands. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
