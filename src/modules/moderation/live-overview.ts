// Searches the live servers for moderators, in memory: a page takes a few milliseconds at ten thousand servers.

import { networksOfAddress } from '../../platform/lib/address.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { foldSeen } from '../../platform/lib/look-alikes.ts';
import {
  isRankedBefore,
  type Listing,
  type LiveServer,
  type Registry,
  rankBy,
} from '../registry/index.ts';
import { type ListedServer, pickServerFacts } from './moderation.ts';
import { type NameFilter, splitName } from './name-filter.ts';
import type { Rules } from './rules.ts';

/** Whether a server is in the public list, or why not. */
export type ServerState = 'public' | 'private' | 'unlisted' | 'filtered';

/** A live server for moderators, without its salt. */
export type ServerRow = ListedServer & { state: ServerState };

/** Smaller networks are not listed. */
const MIN_IN_NETWORK = 3;
const MAX_NETWORKS = 5;

export function createLiveOverview(ports: {
  registry: Registry;
  rules(): Rules;
  /** The public servers in list order. */
  listShown(): readonly LiveServer[];
  now(): number;
}) {
  const { registry, rules, listShown, now } = ports;
  const searched = createKeptForms((name, { hash, ip, port }) =>
    [foldSeen(stripColourCodes(name)), hash, `${ip}:${port}`].join('\n'),
  );
  let kept: { shown: readonly LiveServer[]; members: number; ranked: LiveServer[] } | undefined;
  const piecesOf = createKeptForms(splitName);

  /** All live servers in the order of the public list, cached until a new list or until a server comes or goes. */
  function listRanked(): LiveServer[] {
    const shown = listShown();
    const { members } = registry.revisions;
    if (kept?.shown !== shown || kept.members !== members) {
      kept = { shown, members, ranked: rankAll(shown) };
    }
    return kept.ranked;
  }

  function rankAll(shown: readonly LiveServer[]): LiveServer[] {
    const isShown = new Set(shown);
    const live = registry.listLive();
    const others = live.filter((server) => !isShown.has(server));
    const rest = rankBy(others, ({ listing }) => listing, now());
    return mergeRanked(shown, rest);
  }

  function stateOf(server: LiveServer): ServerState {
    if (server.isPublic) return 'public';
    return rules().check(server.listing, server, now()).hiding?.reason ?? 'private';
  }

  function isInState(server: LiveServer, asked: string): boolean {
    if (asked === '') return true;
    const state = stateOf(server);
    return state === asked || (asked === 'unlisted' && state === 'filtered');
  }

  return {
    /** The hashes of servers that are in a state, or among `others`, and that have a text in name, hash or address. */
    search(
      { text, state }: { text: string; state: string },
      others: ReadonlySet<string>,
    ): string[] {
      const at = now();
      const sought = foldSeen(text);
      const isFound = (server: LiveServer) => {
        const { name } = server.listing;
        return (
          sought === '' ||
          searched(server).includes(sought) ||
          (text.includes('&') && name.toLowerCase().includes(text.toLowerCase()))
        );
      };
      const isMeant = (server: LiveServer) =>
        registry.isLive(server, at) &&
        (isInState(server, state) || others.has(server.listing.hash)) &&
        isFound(server);
      return listRanked()
        .filter(isMeant)
        .map(({ listing }) => listing.hash);
    },
    find(hash: string): ServerRow | undefined {
      const server = registry.findLive(hash);
      return server && describeServer(server, stateOf(server));
    },
    /** All of them in any order. */
    list: () => registry.listLive().map(({ listing: { hash, ip, name } }) => ({ hash, ip, name })),
    /** The networks of these servers with the most live servers. A ban of a network hits all of them. */
    listNetworks(servers: readonly { ip: string }[]): { site: string; count: number }[] {
      const sites = new Set(servers.map(({ ip }) => networksOfAddress(ip).site));
      return [...sites]
        .map((site) => ({ site, count: registry.countIn(site) }))
        .filter(({ count }) => count >= MIN_IN_NETWORK)
        .sort((one, other) => other.count - one.count)
        .slice(0, MAX_NETWORKS);
    },
    /** Live servers whose names contain a word. `isKeptOut` searches only servers outside the public list. */
    findNamed(findWord: NameFilter, { isKeptOut }: { isKeptOut: boolean }) {
      const isHit = (server: LiveServer) =>
        findWord(server.listing.name, piecesOf(server)) !== undefined;
      return registry
        .listLive()
        .filter((server) => !(isKeptOut && server.isPublic) && isHit(server))
        .map(({ listing: { hash, name } }) => ({ hash, name }));
    },
  };
}

export type LiveOverview = ReturnType<typeof createLiveOverview>;

/** Caches a form of each server's name until the name changes. */
function createKeptForms<Form>(
  make: (name: string, listing: Listing) => Form,
): (server: LiveServer) => Form {
  const kept = new WeakMap<LiveServer, { name: string; form: Form }>();
  return (server) => {
    const { name } = server.listing;
    const known = kept.get(server);
    if (known?.name === name) return known.form;
    const form = make(name, server.listing);
    kept.set(server, { name, form });
    return form;
  };
}

/** Places each server of `rest`, which is ranked too, before the first shown server that ranks lower. */
function mergeRanked(shown: readonly LiveServer[], rest: readonly LiveServer[]): LiveServer[] {
  const ranked: LiveServer[] = [];
  let next = 0;
  for (const server of shown) {
    for (let other = rest[next]; other !== undefined; other = rest[next]) {
      if (!isRankedBefore(other.listing, server.listing)) break;
      ranked.push(other);
      next += 1;
    }
    ranked.push(server);
  }
  return next === rest.length ? ranked : [...ranked, ...rest.slice(next)];
}

function describeServer(server: LiveServer, state: ServerState): ServerRow {
  return {
    ...pickServerFacts(server.listing),
    isFeatured: server.listing.isFeatured,
    isPublic: server.isPublic,
    lastBeatAt: server.lastBeatAt,
    isUnlisted: state === 'unlisted',
    state,
  };
}
