// What the page of a player shows, to whom, and what its owner chose.

import type { Clock } from '../../platform/lib/clock.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import type { Claims } from '../claims/index.ts';
import type { Favourites } from '../favourites/favourites.ts';
import type { Listing } from '../registry/index.ts';

/** What an account shows. */
export interface PlayerChoices {
  isShown: boolean;
  areServersShown: boolean;
  areFavouritesShown: boolean;
}

const USUAL_CHOICES: PlayerChoices = {
  isShown: true,
  areServersShown: true,
  areFavouritesShown: false,
};

/** Stores choices. Each change is durable when the call returns. */
export interface PlayerPageStore {
  /** `undefined` when the account never chose. */
  findChoices(accountId: number): Promise<PlayerChoices | undefined>;
  saveChoices(accountId: number, choices: PlayerChoices): Promise<void>;
}

/** A server on the page; without a listing it is offline. */
export interface ShownServer {
  hash: string;
  name: string;
  listing: Pick<Listing, 'counted' | 'maxPlayers' | 'origin'> | undefined;
}

const CHANGE_BUDGET = { refill: 1, everyMs: 6_000, capacity: 20 };
/** Each server that is offline takes a look-up in the history. */
const MAX_SERVERS = 50;

export interface PlayerPagePorts {
  clock: Clock;
  playerPages: PlayerPageStore;
  /** Finds a player by name, in any case, or by number. The flags `b` and `u` mean suspended and unverified. */
  findPlayer(which: string | number): Promise<
    | {
        id: number;
        name: string;
        flags: readonly string[];
        forumTitle: string;
        registeredAt: number;
      }
    | undefined
  >;
  servers: {
    claims: Pick<Claims, 'listClaimsOf'>;
    favourites: Pick<Favourites, 'list'>;
    listShown(): { listings: readonly Listing[] };
    findServer(hash: string): unknown;
    /** The past of a server that is not live; `undefined` unless everybody may see it. */
    findAbsent(hash: string): Promise<{ past: { name: string } | undefined }>;
  };
}

export type PlayerPages = ReturnType<typeof createPlayerPages>;

export function createPlayerPages(ports: PlayerPagePorts) {
  const { clock, playerPages: store, findPlayer, servers } = ports;
  const budget = createTokenBuckets(clock, CHANGE_BUDGET);

  const findChoices = async (accountId: number) =>
    (await store.findChoices(accountId)) ?? USUAL_CHOICES;

  /** The claimed servers in the list, and those that are offline. Nobody learns of private ones. */
  async function listClaimed(accountId: number): Promise<ShownServer[]> {
    const listings = new Map(servers.listShown().listings.map((it) => [it.hash, it]));
    const claimed = servers.claims.listClaimsOf(accountId).slice(0, MAX_SERVERS);
    const shown = claimed.map(async ({ hash }) => {
      const listing = listings.get(hash);
      if (listing !== undefined) return { hash, name: listing.name, listing };
      if (servers.findServer(hash) !== undefined) return undefined;
      const { past } = await servers.findAbsent(hash);
      return past && { hash, name: past.name, listing: undefined };
    });
    return (await Promise.all(shown)).filter((it) => it !== undefined);
  }

  /** The favourites in the list. The name of any other could be that of a private server. */
  async function listFavourites(accountId: number): Promise<ShownServer[]> {
    const found = await servers.favourites.list(accountId);
    return found.filter(({ listing, isPrivate }) => listing !== undefined && !isPrivate);
  }

  return {
    findChoices,
    /** Throws `rate_limited`. */
    async choose(accountId: number, choices: PlayerChoices): Promise<void> {
      requireToken(budget, `${accountId}`, serverFailures.nextChange);
      await store.saveChoices(accountId, choices);
    },
    /** Whether everybody may know which servers the account claimed. */
    async showsServers(accountId: number): Promise<boolean> {
      const { flags = [] } = (await findPlayer(accountId)) ?? {};
      if (flags.includes('b') || flags.includes('u')) return false;
      const { isShown, areServersShown } = await findChoices(accountId);
      return isShown && areServersShown;
    },
    /** Finds what this reader may see of a player; `undefined` if nothing. Of suspended players only the name is shown. */
    async find(text: string, readerId: number | undefined) {
      const player = await findPlayer(text);
      if (player === undefined) return undefined;
      const { id, flags } = player;
      const choices = await findChoices(id);
      const isPublic = choices.isShown && !flags.includes('u');
      const isOwner = id === readerId;
      if (!isPublic && !isOwner) return undefined;
      const isSuspended = flags.includes('b');
      return {
        player,
        isPublic,
        isOwner,
        isSuspended,
        claimed: choices.areServersShown && !isSuspended ? await listClaimed(id) : [],
        favourites: choices.areFavouritesShown && !isSuspended ? await listFavourites(id) : [],
      };
    },
  };
}
