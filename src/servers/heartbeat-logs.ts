// The log of heartbeats by family: a household has whole ranges of IPv6 addresses, so these have a log
// of their own, in which each /64 is one, and never push anybody out of the other.

import { groupOfAddress, isIpv4 } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { createHeartbeatLog, type HeartbeatLog } from './heartbeat-log.ts';

/** Nobody is listed over IPv6, so that only few need to be told why. */
const OVER_IPV6 = { addressLimit: 500, heartbeatLimit: 2_000 };

/** An empty log for both. */
export function createHeartbeatLogs(clock: Clock): HeartbeatLog {
  const overIpv4 = createHeartbeatLog(clock);
  const overIpv6 = createHeartbeatLog(clock, OVER_IPV6);
  return {
    ...overIpv4,
    refused(ip, ...what) {
      if (isIpv4(ip)) overIpv4.refused(ip, ...what);
      else overIpv6.refused(groupOfAddress(ip), ...what);
    },
    read: (ip) => (isIpv4(ip) ? overIpv4.read(ip) : overIpv6.read(groupOfAddress(ip))),
    shift(byMs) {
      overIpv4.shift(byMs);
      overIpv6.shift(byMs);
    },
    sweep() {
      overIpv4.sweep();
      overIpv6.sweep();
    },
  };
}
