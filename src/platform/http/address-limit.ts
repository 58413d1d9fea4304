// Rate limits of requests by client address.

import { groupOfAddress } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { Failure, type FailureKind } from '../lib/failure.ts';
import { type Budget, createTokenBuckets } from '../lib/token-buckets.ts';
import type { Incoming } from './listener.ts';

/** Finds the client of a request. */
export interface ClientPorts {
  /** The client's address, seen through trusted proxies: dotted IPv4 or shortest IPv6. */
  addressOf(request: Incoming): string;
}

/** Finds the client for routes that count requests by address. */
export interface TrustedClientPorts extends ClientPorts {
  /**
   * Describes why a request through an untrusted proxy is refused: all clients behind it share its address, and would
   * count as one. The operator is notified. `undefined` for nearly all requests.
   */
  refuseProxy(request: Incoming): string | undefined;
}

/** Creates a function that counts the requests of each address, and throws if there are too many. */
export function createAddressLimit(
  { addressOf }: ClientPorts,
  clock: Clock,
  { kind = 'rate_limited', ...budget }: Budget & { kind?: FailureKind },
  describe: (waitSeconds: number) => string,
): (request: Request) => void {
  const buckets = createTokenBuckets(clock, budget);
  return (request) => {
    const retryAfterSeconds = buckets.spend(groupOfAddress(addressOf(request)));
    if (retryAfterSeconds > 0) {
      throw new Failure(kind, describe(retryAfterSeconds), { retryAfterSeconds });
    }
  };
}
