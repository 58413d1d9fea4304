// Opens the public list: its order, its public bytes, and the lists of logged-in players.

import type { Clock } from '../../platform/lib/clock.ts';
import { createJob } from '../../platform/lib/timers.ts';
import type { Report } from '../../platform/ops/events.ts';
import { metric, type Sample } from '../../platform/ops/metrics.ts';
import type { Claims } from '../claims/index.ts';
import {
  type FoundServer,
  isListed,
  type LiveServer,
  type Registry,
  type SubscribeToRegistry,
  uptimeSeconds,
} from '../registry/index.ts';
import { mppassFor } from './mppass.ts';
import { createPlayerLists, type Player } from './player-list.ts';
import { createRanking } from './ranking.ts';
import { createReadyList } from './ready-list.ts';

const COUNT_VISITS_EVERY_MS = 2 * 60_000;
const REMOVE_VISITS_EVERY_MS = 60 * 60_000;

/** How often the list was answered in full and with 304, by kind. */
interface ListTraffic {
  readonly lists: Readonly<Record<string, { readonly full: number; readonly unchanged: number }>>;
}

export function openList(
  ports: Parameters<typeof createRanking>[0] &
    Omit<Parameters<typeof createReadyList>[0], 'onFailure'> & {
      subscribe: SubscribeToRegistry;
      traffic: ListTraffic;
      report: Report;
    },
) {
  const { report } = ports;
  const ranking = createRanking(ports);
  const readyList = createReadyList({
    ...ports,
    onFailure: (error) => report('task_failed', { task: 'compress the list', error }),
  });
  ports.subscribe({ changed: readyList.changed, grew: ranking.noteGrowth });
  readyList.remakeIfDue();
  return {
    ranking,
    readyList,
    playerLists: createPlayerLists({ ...ports, readyList }),
    jobs: [
      createJob('count visits', COUNT_VISITS_EVERY_MS, ranking.count),
      createJob('forget old visits', REMOVE_VISITS_EVERY_MS, ranking.removeOld, 'leader'),
    ],
    metrics: [
      metric(
        'muster_list_answers_total{list,encoding,status}',
        'Responses of /api/servers: the public list or that of a logged-in player, by encoding, in full (200) or not modified (304).',
        () => countAnswers(ports.traffic),
      ),
    ],
    stop: async () => readyList.stop(),
  };
}

const countAnswers = ({ lists }: ListTraffic): Sample[] =>
  Object.entries(lists).flatMap(([kind, { full, unchanged }]): Sample[] =>
    kind === 'player'
      ? [[full, 'player', 'identity', '200']]
      : [
          [full, 'public', kind, '200'],
          [unchanged, 'public', kind, '304'],
        ],
  );

/** Creates the lookup of a live server by hash. It finds private servers too and gives the exact uptime. */
export function createServerLookup(ports: {
  clock: Clock;
  registry: Pick<Registry, 'findLive'>;
  claims: Pick<Claims, 'findClaim'>;
}) {
  const { clock, registry, claims } = ports;

  /** The current hash of a server that changed its address, if the new entry is listed. */
  function relocationOf({ successor }: LiveServer): FoundServer['relocation'] {
    if (successor === undefined) return undefined;
    const { hash } = successor.listing;
    const isThere = isListed(successor) && registry.findLive(hash) === successor;
    return { hash: isThere ? hash : undefined };
  }

  return (hash: string) => {
    const server = registry.findLive(hash);
    if (server === undefined) return undefined;
    return {
      listing: server.listing,
      uptimeSeconds: uptimeSeconds(server.listing, clock.now()),
      isPublic: server.isPublic,
      /** Set when the server now sends heartbeats from another address, so that this entry is not listed. */
      relocation: relocationOf(server),
      claim: claims.findClaim(hash),
      /** Returns an empty text while the account is not verified. */
      mppassFor: (player: Player) => mppassFor(server.salt, player),
    };
  };
}
