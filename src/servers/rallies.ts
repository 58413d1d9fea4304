// Players who would play on a server if enough come: what they may choose, and what everybody sees of it.

import type { Clock } from '../lib/clock.ts';
import { Failure } from '../lib/failure.ts';
import { createTokenBuckets, requireToken } from '../lib/token-buckets.ts';
import { serverFailures } from '../messages/messages.ts';
import { isListed } from './live-server.ts';
import type { RallyStore } from './ports.ts';
import type { Registry } from './registry.ts';

/** What may be chosen: how many have to come, oneself included, and how many minutes one waits. */
const CHOICES: Readonly<Record<'wanted' | 'minutes', readonly string[]>> = {
  wanted: Array.from({ length: 15 }, (_, index) => `${index + 2}`),
  minutes: ['15', '30', '60', '120', '240', '480', '1440'],
};
const CHANGE_BUDGET = { refill: 1, everyMs: 6_000, capacity: 20 };

export type TypedPledge = Readonly<Record<keyof typeof CHOICES, string>>;

export function createRallies(ports: {
  clock: Clock;
  store: RallyStore;
  registry: Pick<Registry, 'findLive'>;
}) {
  const { clock, store, registry } = ports;
  const budget = createTokenBuckets(clock, CHANGE_BUDGET);

  function findListed(hash: string) {
    const server = registry.findLive(hash);
    return server !== undefined && isListed(server) ? server.listing : undefined;
  }

  function choose(field: keyof typeof CHOICES, typed: TypedPledge): number {
    if (CHOICES[field].includes(typed[field])) return Number(typed[field]);
    throw new Failure('invalid', serverFailures.rally.choice, { field });
  }

  return {
    choices: CHOICES,
    /**
     * What everybody sees, never who it is, and the pledge of one account; `undefined` where the server is not
     * listed. `wanted` is the fewest that one of those who wait asks for, `coming` how many were told.
     */
    async find(hash: string, accountId?: number) {
      if (findListed(hash) === undefined) return undefined;
      const pledges = await store.listPledges(hash, clock.now());
      const waiting = pledges.filter(({ metAt }) => metAt === null);
      return {
        pledged: pledges.length,
        wanted: waiting.map(({ wanted }) => wanted).toSorted((one, other) => one - other)[0],
        coming: pledges.length - waiting.length,
        own: pledges.find((each) => each.accountId === accountId),
      };
    },
    /** Throws `rate_limited`, `forbidden` while not verified, `invalid`, and `conflict` where the server is not listed. */
    async pledge(
      { id: accountId, verifiedAt }: { id: number; verifiedAt: number | null },
      hash: string,
      typed: TypedPledge,
    ): Promise<void> {
      const { rally, nextChange } = serverFailures;
      requireToken(budget, `${accountId}`, nextChange);
      if (verifiedAt === null) throw new Failure('forbidden', rally.notVerified);
      const wanted = choose('wanted', typed);
      const madeAt = clock.now();
      const expiresAt = madeAt + choose('minutes', typed) * 60_000;
      const listing = findListed(hash);
      if (listing === undefined) throw new Failure('conflict', rally.notListed);
      await store.addPledge({ accountId, hash, wanted, madeAt, expiresAt }, listing.name);
    },
    async takeBack(accountId: number, hash: string): Promise<void> {
      requireToken(budget, `${accountId}`, serverFailures.nextChange);
      await store.removePledge(accountId, hash);
    },
  };
}

export type Rallies = ReturnType<typeof createRallies>;
