// The places where players join a claimed server if the operator sets another port than the one in the heartbeats.

import type { Clock } from '../../platform/lib/clock.ts';
import { BUSY_SECONDS, Failure } from '../../platform/lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import type { Reachability } from '../heartbeat/index.ts';
import { type Place, portNumberOf, type Registry } from '../registry/index.ts';
import { claimFailures } from './messages.ts';

const PORT_BUDGET = { refill: 1, everyMs: 10_000, capacity: 3 };

export type JoinPlaceRules = ReturnType<typeof createJoinPlaceRules>;

/** Creates the rules. All actions of an account share one rate limit. */
export function createJoinPlaceRules(
  clock: Clock,
  { findLive, isTaken }: Pick<Registry, 'findLive' | 'isTaken'>,
  tryPort: Reachability['check'],
) {
  const budget = createTokenBuckets(clock, PORT_BUDGET);

  const { join } = claimFailures;

  function requireFree({ ip, port }: Place, hash: string): void {
    if (isTaken(ip, port, hash)) throw onPort('conflict', join.taken(ip, port));
  }

  return {
    /** Returns the place that the server's heartbeats come from. Throws `conflict` if it is not live. */
    requireLive(hash: string): Place {
      const place = findLive(hash)?.listing;
      if (place !== undefined) return place;
      throw new Failure('conflict', claimFailures.offlinePort);
    },
    /** Throws `conflict` and `invalid` at the field `port`, `rate_limited` and `unavailable`. */
    async requireJoinable(accountId: number, hash: string, place: Place): Promise<void> {
      requireFree(place, hash);
      requireToken(budget, `${accountId}`, join.tooMany);
      const verdict = await tryPort(place.ip, place.port);
      if (verdict === 'busy') {
        throw new Failure('unavailable', join.busy, { retryAfterSeconds: BUSY_SECONDS });
      }
      if (verdict === 'closed') throw onPort('invalid', join.closed(place.ip, place.port));
      // Another server may have taken the place during the probe.
      requireFree(place, hash);
    },
  };
}

export function parseJoinPort(typed: string): number {
  const port = portNumberOf(typed.trim());
  if (port !== undefined) return port;
  throw new Failure('invalid', claimFailures.join.port);
}

function onPort(kind: 'conflict' | 'invalid', sentence: string): Failure {
  return new Failure(kind, sentence, { field: 'port' });
}
