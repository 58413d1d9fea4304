// The favourites of accounts, including private servers and servers that are offline.

import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import type { History, KnownServer } from '../history/index.ts';
import { type Listing, type LiveServer, type Registry, requireHash } from '../registry/index.ts';
import type { Favourite, FavouriteStore } from './favourite-ports.ts';
import { favouriteFailures } from './messages.ts';

const MAX_FAVOURITES = 500;
const CHANGE_BUDGET = { refill: 1, everyMs: 2_000, capacity: 60 };

export type FavouriteServer = Awaited<ReturnType<Favourites['list']>>[number];

export function createFavourites(ports: {
  clock: Clock;
  store: FavouriteStore;
  registry: Pick<Registry, 'findLive'>;
  history: Pick<History, 'findSeriesOf'>;
  listShown(): { listings: readonly Listing[] };
  presentHash(hash: string): string;
  /** Whether moderators keep a live server out of the list. */
  isHidden(server: LiveServer): boolean;
  /** Whether everybody may see the past of a server. */
  isPastShown(past: KnownServer): boolean;
}) {
  const { clock, store, registry, history, listShown, presentHash, isHidden, isPastShown } = ports;
  const budget = createTokenBuckets(clock, CHANGE_BUDGET);

  /** Finds a live server, even a private one, unless moderators keep it out. */
  function findAllowed(hash: string): LiveServer | undefined {
    const server = registry.findLive(hash);
    return server === undefined || isHidden(server) ? undefined : server;
  }

  /** Reads the facts about servers that are not live, if they may be shown. */
  async function findPasts(hashes: readonly string[]): Promise<Map<string, KnownServer>> {
    const away = hashes.filter((hash) => registry.findLive(hash) === undefined);
    const known = [...(await history.findSeriesOf(away))];
    return new Map(known.filter(([, past]) => past.name !== '' && isPastShown(past)));
  }

  /** The name and state of servers now, in their order. A server that moderators keep out looks offline. */
  async function describe(stored: readonly Favourite[]) {
    const hashes = new Set(stored.map(({ hash }) => hash));
    const pasts = await findPasts([...hashes]);
    const listed = listShown().listings.filter(({ hash }) => hashes.has(hash));
    const listings = new Map(listed.map((listing) => [listing.hash, listing]));
    return stored.map(({ hash, addedAt, name: before }) => {
      const listing = listings.get(hash);
      const live = findAllowed(hash);
      const name = (listing ?? live?.listing ?? pasts.get(hash))?.name ?? before;
      return { hash, addedAt, name, listing, isPrivate: live?.isPublic === false };
    });
  }

  return {
    describe,
    list: async (accountId: number) => describe(await store.listFavourites(accountId)),
    async listHashes(accountId: number): Promise<ReadonlySet<string>> {
      return new Set((await store.listFavourites(accountId)).map(({ hash }) => hash));
    },
    /** Adds as many as there is room for. Throws `invalid`, `conflict` if one is left out, and `rate_limited`. */
    async add(accountId: number, texts: readonly string[]): Promise<void> {
      requireToken(budget, `${accountId}`, serverFailures.nextChange);
      const hashes = texts.slice(0, MAX_FAVOURITES).map((text) => presentHash(requireHash(text)));
      const unnamed = { addedAt: clock.now(), name: '' };
      const found = await describe([...new Set(hashes)].map((hash) => ({ hash, ...unnamed })));
      const added = found.map(({ hash, addedAt, name }) => ({ hash, addedAt, name }));
      if ((await store.addFavourites(accountId, added, MAX_FAVOURITES)) === 0) return;
      throw new Failure('conflict', favouriteFailures.tooManyFavourites(MAX_FAVOURITES));
    },
    /** Removes a favourite. Throws `invalid` and `rate_limited`. */
    async remove(accountId: number, text: string): Promise<void> {
      requireToken(budget, `${accountId}`, serverFailures.nextChange);
      await store.removeFavourite(accountId, requireHash(text));
    },
  };
}

export type Favourites = ReturnType<typeof createFavourites>;
