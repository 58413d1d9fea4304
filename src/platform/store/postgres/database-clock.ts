// The clock of the database, which all replicas follow, because the clocks of their machines may be wrong.

import { type Clock, systemClock } from '../../lib/clock.ts';
import { type Found, WELL, warning } from '../../lib/finding.ts';

const LOGGED_MS = 1_000;
const DEGRADED_MS = 5_000;

/** The time on the clock of the database, as estimated from its answers. */
export interface DatabaseClock extends Clock {
  /** The database showed `shown` at some moment between `sentAt` and `receivedAt`, both read from `awake`. */
  observe(shown: number, sentAt: number, receivedAt: number): void;
  check(): Found;
}

/**
 * Follows the database without waiting for answers. Once the clocks are a second apart, `onApart` gets the machine's
 * lead in milliseconds.
 */
export function createDatabaseClock({
  machine = systemClock,
  awake = () => performance.now(),
  onApart = () => {},
}: {
  machine?: Clock | undefined;
  awake?: () => number;
  onApart?: ((aheadMs: number) => void) | undefined;
} = {}): DatabaseClock {
  let offset: number | undefined;
  let isReported = false;
  const now = () => (offset === undefined ? machine.now() : Math.round(offset + awake()));
  const aheadMs = () => machine.now() - now();

  return {
    now,
    observe(shown, sentAt, receivedAt) {
      const [least, most] = [shown - receivedAt, shown - sentAt];
      // A slow answer is imprecise, so it moves the clock no further than it must.
      offset = Math.min(Math.max(offset ?? (least + most) / 2, least), most);
      const isApart = Math.abs(aheadMs()) > LOGGED_MS;
      if (isApart && !isReported) onApart(aheadMs());
      isReported = isApart;
    },
    check() {
      const seconds = Math.round(aheadMs() / 1_000);
      if (Math.abs(aheadMs()) <= DEGRADED_MS) return WELL;
      return warning(
        `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the clock of the database, which Muster uses instead. Set both by NTP.`,
      );
    },
  };
}
