// Checks the place at which players are to join a claimed server: its port must be open and not another server's.

import type { Clock } from '../../lib/clock.ts';
import { BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../lib/token-buckets.ts';
import { serverFailures } from '../../messages/messages.ts';
import { portNumberOf } from '../heartbeat-log.ts';
import type { Place } from '../live-server.ts';
import type { Reachability } from '../reachability.ts';
import type { Registry } from '../registry.ts';

/** How many ports an account may have probed. */
const PORT_BUDGET = { refill: 1, everyMs: 10_000, capacity: 3 };

/** Checks places, and limits how often an account may have one probed. */
export type JoinPlaceRules = ReturnType<typeof createJoinPlaceRules>;

/** All actions of an account share one rate limit. */
export function createJoinPlaceRules(
  clock: Clock,
  { findLive, isTaken }: Pick<Registry, 'findLive' | 'isTaken'>,
  tryPort: Reachability['check'],
) {
  const budget = createTokenBuckets(clock, PORT_BUDGET);

  function requireFree(place: Place, hash: string): void {
    if (isTaken(place.ip, place.port, hash)) throw portTaken(place);
  }

  return {
    /** Where the heartbeats of this server come from. Throws `conflict` when it is not live. */
    requireLive(hash: string): Place {
      const place = findLive(hash)?.listing;
      if (place !== undefined) return place;
      throw new Failure('conflict', serverFailures.offlinePort);
    },
    /** Throws `conflict` and `invalid` at the field `port`, `rate_limited` and `unavailable`. */
    async requireJoinable(accountId: number, hash: string, place: Place): Promise<void> {
      requireFree(place, hash);
      requireToken(budget, `${accountId}`, serverFailures.join.tooMany);
      const verdict = await tryPort(place.ip, place.port);
      if (verdict === 'busy') {
        throw new Failure('unavailable', serverFailures.join.busy, {
          retryAfterSeconds: BUSY_SECONDS,
        });
      }
      if (verdict === 'closed') throw portClosed(place);
      // Another server may have taken the place during the probe.
      requireFree(place, hash);
    },
  };
}

export function portTaken({ ip, port }: Place): Failure {
  return new Failure('conflict', serverFailures.join.taken(ip, port), { field: 'port' });
}

export function portClosed({ ip, port }: Place): Failure {
  return new Failure('invalid', serverFailures.join.closed(ip, port), { field: 'port' });
}

/** The number of a typed port. Throws `invalid`. */
export function parseJoinPort(typed: string): number {
  const port = portNumberOf(typed.trim());
  if (port !== undefined) return port;
  throw new Failure('invalid', serverFailures.join.port);
}
