// The order of the list page: the players on a server now, and how many different people joined it lately.

import { networksOfAddress } from '../../platform/lib/address.ts';
import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { sha256Bytes } from '../../platform/lib/digest.ts';
import { removeOldest } from '../../platform/lib/remove-oldest.ts';
import type { Report } from '../../platform/ops/events.ts';
import type { HistoryStore } from '../history/index.ts';
import { isListed, type Listing, type LiveServer, type Registry } from '../registry/index.ts';
import { isOwn } from './mixed-origins.ts';
import type { Player } from './player-list.ts';
import type { ListSettings } from './settings.ts';
import type { VisitStore } from './visit-ports.ts';

/** The page about the order explains these. Ten networks are far below the first step; below it, 8 players count. */
export const RANKING = { days: 14, halfLifeDays: 4, firstStep: 32, uncapped: 8 };
/** A visit counts when the server gains a player this soon after the player looked at it. */
const LOOKUP_MS = 3 * 60_000;
const LOOKUPS_KEPT = 1_000;

/** The parts of a server's rank. `counted` is how many of its current players count. */
type RankParts = typeof NOBODY &
  Record<'steps' | 'counted' | 'points', number> & { isNew: boolean };

/** People who joined in the last two weeks and today. In `weight`, people of earlier days count less. */
const NOBODY = { people: 0, today: 0, weight: 0 };

export const peopleForSteps = (steps: number): number => RANKING.firstStep * (2 ** steps - 1);
export const mostPlayersWith = (steps: number): number => RANKING.uncapped * 2 ** steps;

/** Featured servers come first, among servers with players and then among empty ones. */
export const groupOf = ({ counted, isFeatured }: Pick<Listing, 'counted' | 'isFeatured'>) =>
  100 * (2 * Number(counted > 0) + Number(isFeatured));

interface RankingPorts {
  clock: Clock;
  store: VisitStore;
  history: Pick<HistoryStore, 'findSeriesOf'>;
  registry: Pick<Registry, 'findLive' | 'listLive' | 'findByJoinPlace'>;
  limits: ListSettings;
  report: Report;
}

export function createRanking(ports: RankingPorts) {
  const { clock, store, registry, limits, report } = ports;
  /** The server that each account looked at last, by account. */
  const lookups = new Map<number, { hash: string; network: number; until: number }>();
  let peopleByServer = new Map<string, typeof NOBODY>();
  const { isNew, findListedBefore } = createNewness(ports);
  const isOn = () => limits.ranking === 'people';
  const today = () => Math.floor(clock.now() / DAY_MS);
  let noteJoin = (_accountId: number, _hash: string): void => {};

  /** Notes a join. Only listed servers have visitors that count. */
  function save(server: LiveServer | undefined, accountId: number, network: number): void {
    if (!isOn() || server === undefined) return;
    const { hash } = server.listing;
    noteJoin(accountId, hash);
    if (!isListed(server)) return;
    const failed = (error: unknown) => report('task_failed', { task: 'save a visit', error });
    store.saveVisit({ hash, accountId, network, day: today() }).catch(failed);
  }

  function describe(listing: Listing): RankParts {
    // Another site may list the hash of a server that is away from this one.
    const own = isOwn(listing) && peopleByServer.get(listing.hash);
    const following = own || NOBODY;
    const steps = Math.floor(Math.log2(1 + following.weight / RANKING.firstStep));
    const isLast = steps === 0 && isNew(listing);
    const counted = isLast ? 0 : Math.min(listing.counted, mostPlayersWith(steps));
    return { ...following, steps, counted, isNew: isLast, points: Math.log2(1 + counted) + steps };
  }

  return {
    isOn,
    /** Has `listener` told of each known join, of private servers too. */
    onJoin(listener: typeof noteJoin): void {
      noteJoin = listener;
    },
    /** Notes that a player looked at this server alone and may be about to join it. */
    noteLookup(hash: string, player: Player | undefined, address: string): void {
      if (!player?.isVerified || !isOn() || registry.findLive(hash) === undefined) return;
      lookups.delete(player.id);
      if (lookups.size >= LOOKUPS_KEPT) removeOldest(lookups);
      const until = clock.now() + LOOKUP_MS;
      lookups.set(player.id, { hash, network: bitsOf(address), until });
    },
    /** Notes that a player stayed connected to the server for a while. */
    noteStay(ip: string, port: number, player: Player | undefined, address: string): void {
      const server = registry.findByJoinPlace(ip, port);
      if (server === undefined || !player?.isVerified) return;
      server.isProven = true;
      save(server, player.id, bitsOf(address));
    },
    /** Notes that a server gained players. As many of the players who looked at it count as visitors. */
    noteGrowth(hash: string, players: number): void {
      let left = players;
      for (const [accountId, looked] of lookups) {
        if (looked.until < clock.now()) lookups.delete(accountId);
        else if (looked.hash === hash && left > 0) {
          left -= 1;
          lookups.delete(accountId);
          save(registry.findLive(hash), accountId, looked.network);
        }
      }
    },
    /** The rank for the order of the list; the highest comes first. */
    rankOf(listing: Listing): number {
      if (!isOn()) return groupOf(listing);
      const { points, isNew } = describe(listing);
      return isNew ? -1 : groupOf(listing) + points;
    },
    /** The parts of the rank; `undefined` when the order does not use them. */
    describe: (listing: Listing) => (isOn() && isOwn(listing) ? describe(listing) : undefined),
    /** Counts the visits again. */
    async count(): Promise<void> {
      const day = today();
      const counted = new Map<string, typeof NOBODY>();
      for (const row of isOn()
        ? await store.countVisits(day - RANKING.days + 1, clock.now())
        : []) {
        const { people, today, weight } = counted.get(row.hash) ?? NOBODY;
        const age = Math.max(0, day - row.day);
        counted.set(row.hash, {
          people: people + row.people,
          today: age === 0 ? row.people : today,
          weight: weight + row.people * 2 ** (-age / RANKING.halfLifeDays),
        });
      }
      peopleByServer = counted;
      if (isOn()) await findListedBefore();
    },
    removeOld: () => store.removeVisits(today() - RANKING.days + 1),
  };
}

export type Ranking = ReturnType<typeof createRanking>;

/** Tells which servers are new: those that were first in the list less than a day ago. */
function createNewness({ clock, history, registry }: RankingPorts) {
  /** When each server that came less than a day ago was first in the list. */
  const listedSince = new WeakMap<LiveServer, number>();
  const isYoung = (since: number) => clock.now() - since < DAY_MS;

  function isNew(listing: Listing): boolean {
    if (listing.isFeatured || !isYoung(listing.startedAt)) return false;
    const server = registry.findLive(listing.hash);
    return server === undefined || isYoung(listedSince.get(server) ?? listing.startedAt);
  }

  /** Finds servers that were listed before, which are not new. Each is looked up once. */
  async function findListedBefore(): Promise<void> {
    const asked = registry
      .listLive()
      .filter((server) => isYoung(server.listing.startedAt) && !listedSince.has(server));
    const series = await history.findSeriesOf(asked.map(({ listing }) => listing.hash));
    for (const server of asked) {
      const { hash, startedAt } = server.listing;
      listedSince.set(server, series.get(hash)?.firstAt ?? startedAt);
    }
  }

  return { isNew, findListedBefore };
}

/** 16 bits of a digest of the network, which identify no network. */
const bitsOf = (address: string): number =>
  sha256Bytes(networksOfAddress(address).site).readUInt16BE(0);
