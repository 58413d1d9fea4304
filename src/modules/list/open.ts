// Opens the public list: its order, its public bytes, and the lists of logged-in players.

import { createJob } from '../../platform/lib/timers.ts';
import type { Report } from '../../platform/ops/events.ts';
import { metric, type Sample } from '../../platform/ops/metrics.ts';
import type { SubscribeToRegistry } from '../registry/index.ts';
import { createPlayerLists } from './player-list.ts';
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
