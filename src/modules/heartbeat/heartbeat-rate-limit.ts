// The rate limit of heartbeats: how many an address, or the key of a server, may send, and how many port checks they cause.

import type { Clock } from '../../platform/lib/clock.ts';
import { type Budget, createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import type { ServerLimits } from '../registry/index.ts';

const HEARTBEATS_EVERY_MS = 10_000;
/** In this time, an address may cause as many port checks as it may send heartbeats in 10 s. */
const PROBES_EVERY_MS = 60_000;

type Limits = Pick<ServerLimits, 'serversPerAddress'>;

/** Three heartbeats for each server that an address may have, every 10 s (C6.16). A reload may change the limit. */
export function heartbeatBudget(limits: Limits, everyMs = HEARTBEATS_EVERY_MS): Budget {
  return {
    everyMs,
    get refill() {
      return Math.max(30, 3 * limits.serversPerAddress);
    },
    get capacity() {
      return 2 * this.refill;
    },
  };
}

export function createHeartbeatRateLimit(clock: Clock, limits: Limits) {
  const heartbeats = createTokenBuckets(clock, heartbeatBudget(limits));
  const probes = createTokenBuckets(clock, heartbeatBudget(limits, PROBES_EVERY_MS));
  return {
    /** Counts a heartbeat. Returns the seconds to wait, or 0. */
    spend: heartbeats.spend,
    /** Counts a port check. Returns the seconds to wait, or 0. */
    spendProbe: probes.spend,
  };
}

export type HeartbeatRateLimit = ReturnType<typeof createHeartbeatRateLimit>;
