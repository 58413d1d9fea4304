// Bounds how many expensive tasks run and wait at once, so that a flood is refused instead of piling up.

import { BusyError } from './errors.ts';
import { systemTimers } from './timers.ts';

/** How many tasks may run at once, and how many more may wait for a place. */
export interface QueueBounds {
  atOnce: number;
  waiting: number;
  /**
   * How long a place rests before the next waiting task gets it, as a multiple of what the last one
   * took; 0 when left out. On few cores a queue that is never empty would take a whole one.
   */
  rest?: number;
}

/** Runs tasks in the order in which they came, within its bounds. */
export interface BoundedQueue {
  /** Settles as the task does; rejects at once with `unavailable`, and never runs it, when all places are taken. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Makes a queue; `atOnce` is at least 1, `waiting` at least 0. */
export function createBoundedQueue({ atOnce, waiting, rest = 0 }: QueueBounds): BoundedQueue {
  const queued: (() => void)[] = [];
  let running = 0;

  async function takePlace(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queued.length >= waiting) {
      throw new BusyError('The service is busy, try again in a moment.');
    }
    await new Promise<void>((resolve) => queued.push(resolve));
  }

  function givePlace(): void {
    // A place goes straight to the next in line: were it freed first, a newcomer could slip in.
    const next = queued.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run(task) {
      await takePlace();
      const startedAt = performance.now();
      try {
        return await task();
      } finally {
        const restMs = rest * (performance.now() - startedAt);
        if (queued.length > 0 && restMs > 0) systemTimers.after(restMs, givePlace);
        else givePlace();
      }
    },
  };
}
