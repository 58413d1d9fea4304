// Notices when nothing has happened for a while, at the price of one note for each thing that does.

import type { Timers } from '../lib/timers.ts';

/** Looks so many times within the time allowed; what is idle is noticed at most one look late. */
const LOOKS = 10;

/** Watches one thing. */
export interface IdleWatch {
  /** Something happened. */
  touch(): void;
  stop(): void;
}

/** Calls `onIdle` once when nothing was touched for `timeoutMs`, a tenth more at most. */
export function createIdleWatch(timers: Timers, timeoutMs: number, onIdle: () => void): IdleWatch {
  let quietLooks = 0;
  let cancel = (): void => {};

  function lookLater(): void {
    cancel = timers.after(timeoutMs / LOOKS, () => {
      quietLooks += 1;
      // The first look after a touch may come at once, so it does not count.
      if (quietLooks > LOOKS) onIdle();
      else lookLater();
    });
  }

  lookLater();
  return {
    touch() {
      quietLooks = 0;
    },
    stop: () => cancel(),
  };
}
