// Return alerts: a player gets one email when an offline server is back.

import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createJob } from '../../platform/lib/timers.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import { isListed, type Registry } from '../registry/index.ts';
import { alertFailures } from './messages.ts';
import type { ReturnAlertStore } from './return-alert-ports.ts';

const SEND_EVERY_MS = 10_000;
const ALERTS_OF_ACCOUNT = 10;
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** How long a server has to send heartbeats before it counts as back. A server that keeps restarting does not. */
const STEADY_MS = 3 * 60_000;
const CHANGE_BUDGET = { refill: 1, everyMs: 6_000, capacity: 20 };

export function createReturnAlerts(ports: {
  clock: Clock;
  store: ReturnAlertStore;
  registry: Pick<Registry, 'findLive'>;
  isAway(hash: string): Promise<boolean>;
}) {
  const { clock, store, registry, isAway } = ports;
  const budget = createTokenBuckets(clock, CHANGE_BUDGET);

  /** Runs on the leader only. */
  async function sendDue(): Promise<void> {
    const now = clock.now();
    for (const hash of await store.listAwaited(now)) {
      const server = registry.findLive(hash);
      if (server === undefined || !isListed(server)) continue;
      if (now - server.steadySince < STEADY_MS) continue;
      await store.sendAlerts(hash, server.listing.name, now);
    }
  }

  return {
    jobs: [createJob('tell that servers are back', SEND_EVERY_MS, sendDue, 'leader')],
    days: KEPT_MS / (24 * 60 * 60_000),
    isSet: (accountId: number, hash: string) => store.hasAlert(accountId, hash, clock.now()),
    /** Sets or removes an alert; setting one for a live server does nothing. Throws `conflict` and `rate_limited`. */
    async set(accountId: number, hash: string, isWanted: boolean): Promise<void> {
      requireToken(budget, `${accountId}`, serverFailures.nextChange);
      if (!isWanted) return store.removeAlert(accountId, hash);
      if (!(await isAway(hash))) return;
      const now = clock.now();
      const alert = { accountId, hash, expiresAt: now + KEPT_MS };
      if (await store.addAlert(alert, ALERTS_OF_ACCOUNT, now)) return;
      throw new Failure('conflict', alertFailures.tooManyAlerts(ALERTS_OF_ACCOUNT));
    },
    sendDue,
  };
}

export type ReturnAlerts = ReturnType<typeof createReturnAlerts>;
