// What the registry tells the modules above, which subscribe when they open.

import type { ClockChange } from '../../platform/lib/steady-clock.ts';
import type { LiveServer } from './live-server.ts';
import type { RegistryEvents } from './registry.ts';

export interface AllRegistryEvents extends RegistryEvents {
  /** Stale servers were just removed; what is kept of them may go too. */
  swept(): void;
  /** All times moved along with the wall clock, those of servers by `change`; the machine slept for `sleptMs`. */
  clockAdjusted(change: ClockChange, sleptMs: number): void;
}

/** Its functions are called at once, in the order in which modules subscribed. */
export type SubscribeToRegistry = (listener: Partial<AllRegistryEvents>) => void;

export function createRegistryEvents() {
  const listeners: Partial<AllRegistryEvents>[] = [];
  const tell: AllRegistryEvents = {
    changed() {
      for (const each of listeners) each.changed?.();
    },
    contested(server: LiveServer) {
      for (const each of listeners) each.contested?.(server);
    },
    grew(hash, players) {
      for (const each of listeners) each.grew?.(hash, players);
    },
    swept() {
      for (const each of listeners) each.swept?.();
    },
    clockAdjusted(change, sleptMs) {
      for (const each of listeners) each.clockAdjusted?.(change, sleptMs);
    },
  };
  const subscribe: SubscribeToRegistry = (listener) => void listeners.push(listener);
  return { tell, subscribe };
}
