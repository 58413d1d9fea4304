// The events of the registry. Modules above subscribe to them when they open.

import type { ClockChange } from '../../platform/lib/steady-clock.ts';
import type { RegistryEvents } from './registry-core.ts';

export interface AllRegistryEvents extends RegistryEvents {
  /** Stale servers were just removed, so data about them may go too. */
  swept(): void;
  /** All times moved along with the wall clock: those of servers by `change`. The machine slept for `sleptMs`. */
  clockAdjusted(change: ClockChange, sleptMs: number): void;
}

/** Subscribes to events. The registry calls the functions synchronously, in the order of subscription. */
export type SubscribeToRegistry = (listener: Partial<AllRegistryEvents>) => void;

export function createRegistryEvents() {
  const tell: AllRegistryEvents = {
    changed: nothing,
    contested: nothing,
    grew: nothing,
    swept: nothing,
    clockAdjusted: nothing,
  };
  const subscribe: SubscribeToRegistry = ({ changed, contested, grew, swept, clockAdjusted }) => {
    tell.changed = join(tell.changed, changed);
    tell.contested = join(tell.contested, contested);
    tell.grew = join(tell.grew, grew);
    tell.swept = join(tell.swept, swept);
    tell.clockAdjusted = join(tell.clockAdjusted, clockAdjusted);
  };
  return { tell, subscribe };
}

function nothing(): void {}

/** Nearly every heartbeat calls some of them, so a single listener is called directly. */
function join<Facts extends unknown[]>(
  earlier: (...facts: Facts) => void,
  next: ((...facts: Facts) => void) | undefined,
): (...facts: Facts) => void {
  if (next === undefined) return earlier;
  if (earlier === nothing) return next;
  return (...facts) => {
    earlier(...facts);
    next(...facts);
  };
}
