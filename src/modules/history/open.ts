// Opens the history of players with its jobs: the leader of several replicas samples, and the others follow.

import type { OpenModule } from '../../platform/module/description.ts';
import { type History, openHistory } from './history.ts';

/** How often is looked whether a minute has begun, and how fast old samples are thinned. */
const SAMPLE_EVERY_MS = 1_000;
const FOLLOW_EVERY_MS = 5_000;

export async function openPlayerHistory(
  ports: Parameters<typeof openHistory>[0] & {
    /** Whether replicas share the store. */
    isShared: boolean;
    /** Calls it with hashes that stand for other servers than before. */
    onRehashed(listener: (hashes: readonly string[]) => void): void;
  },
): Promise<OpenModule<History>> {
  const history = await openHistory(ports);
  ports.onRehashed((hashes) => void history.forgetSeries(hashes));
  const every = { intervalMs: SAMPLE_EVERY_MS, runsOn: 'leader' } as const;
  const follow = {
    name: 'follow the history',
    intervalMs: FOLLOW_EVERY_MS,
    run: history.follow,
    runsOn: 'followers',
  } as const;
  return {
    api: history,
    jobs: [
      { name: 'record players', ...every, run: history.sample },
      { name: 'thin the history', ...every, run: history.compact },
      ...(ports.isShared ? [follow] : []),
    ],
  };
}
