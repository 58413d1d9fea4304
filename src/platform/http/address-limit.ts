// Limits of requests by the address of the client.

import { groupOfAddress } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { Failure, type FailureKind, isBusy } from '../lib/failure.ts';
import type { Timers } from '../lib/timers.ts';
import { type Budget, createTokenBuckets } from '../lib/token-buckets.ts';
import type { Incoming } from './listener.ts';

/** Where a request comes from. */
export interface ClientPorts {
  /** The client's address, seen through trusted proxies: dotted IPv4 or shortest IPv6. */
  addressOf(request: Incoming): string;
}

/** The same, for routes that count what comes from each address. */
export interface TrustedClientPorts extends ClientPorts {
  /**
   * The proxy for which a request has to be refused, since none is trusted: all clients behind it have its
   * address, and would count as one. The operator is notified. `undefined` for nearly all requests.
   */
  refuseProxy(request: Incoming): string | undefined;
}

/** Makes what counts the requests of each address, and throws where there are too many. */
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

const BUSY_PAUSE_MS = 1_000;

/**
 * A client that has to try again waits a second first: a flood of tries would take what password
 * hashing leaves of the machine.
 */
export async function pauseIfBusy(timers: Timers, failure: unknown): Promise<void> {
  if (!isBusy(failure)) return;
  await new Promise<void>((resume) => {
    timers.after(BUSY_PAUSE_MS, resume);
  });
}
