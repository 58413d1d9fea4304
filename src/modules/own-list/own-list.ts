// A player's own list: the servers that the player joined lately, and those that the list page leaves out.

import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import type { Report } from '../../platform/ops/events.ts';
import type { Favourites } from '../favourites/favourites.ts';
import { requireHash } from '../registry/index.ts';
import { ownListFailures } from './messages.ts';
import type { ListKind, OwnListStore } from './own-list-ports.ts';

const MAX_PLAYED = 30;
const MAX_HIDDEN = 500;
const CHANGE_BUDGET = { refill: 1, everyMs: 2_000, capacity: 60 };

export interface OwnListPorts {
  clock: Clock;
  ownLists: OwnListStore;
  servers: {
    favourites: Pick<Favourites, 'describe'>;
    presentHash(hash: string): string;
    ranking: { onJoin(listener: (accountId: number, hash: string) => void): void };
  };
  report: Report;
}

export function createOwnLists(ports: OwnListPorts) {
  const { clock, ownLists: store, servers, report } = ports;
  const budget = createTokenBuckets(clock, CHANGE_BUDGET);
  /** With the name that everybody may see. */
  async function entryOf(hash: string) {
    const unnamed = { hash, addedAt: clock.now(), name: '' };
    const [found] = await servers.favourites.describe([unnamed]);
    return { ...unnamed, name: found?.name ?? '' };
  }
  const admit = (accountId: number) =>
    requireToken(budget, `${accountId}`, serverFailures.nextChange);

  servers.ranking.onJoin((accountId, hash) => {
    entryOf(hash)
      .then((played) => store.savePlayed(accountId, played, MAX_PLAYED))
      .catch((error: unknown) => report('task_failed', { task: 'save a join', error }));
  });

  return {
    isPlayedKept: store.isPlayedKept,
    listStored: store.listServers,
    /** The state of stored servers now. */
    describe: servers.favourites.describe,
    /** The servers of one kind, newest first, with their state now. */
    async list(accountId: number, kind: ListKind) {
      const stored = await store.listServers(accountId);
      return servers.favourites.describe(stored.filter((each) => each.kind === kind));
    },
    /** Chooses whether joins are kept. Throws `rate_limited`. */
    async choosePlayed(accountId: number, isKept: boolean): Promise<void> {
      admit(accountId);
      await store.choosePlayed(accountId, isKept);
    },
    /** Forgets the joins. Throws `rate_limited`. */
    async clearPlayed(accountId: number): Promise<void> {
      admit(accountId);
      await store.clearPlayed(accountId);
    },
    /** Hides a server. Throws `invalid`, `rate_limited`, and `conflict` if the account hides too many. */
    async hide(accountId: number, text: string): Promise<void> {
      admit(accountId);
      const hash = servers.presentHash(requireHash(text));
      if (await store.hideServer(accountId, await entryOf(hash), MAX_HIDDEN)) return;
      throw new Failure('conflict', ownListFailures.tooManyHidden(MAX_HIDDEN));
    },
    /** Shows a hidden server again. Throws `invalid` and `rate_limited`. */
    async unhide(accountId: number, text: string): Promise<void> {
      admit(accountId);
      await store.unhideServer(accountId, requireHash(text));
    },
  };
}

export type OwnLists = ReturnType<typeof createOwnLists>;
