// The jobs of the module, and their intervals.

import type { Job } from '../lib/timers.ts';
import type { ChangeSignal } from './ports.ts';
import type { Replication } from './replication.ts';

/** How soon heartbeats are in the database. */
const SAVE_EVERY_MS = 900;
/** How soon a stale server is removed from the ready list (C6.20). */
const SWEEP_EVERY_MS = 10_000;
/** How soon a claim is removed after its account. */
const RELOAD_CLAIMS_EVERY_MS = 250;
/** How soon decisions of the command line count, such as bans and featured servers. */
const RELOAD_MODERATION_EVERY_MS = 250;
/** How soon what other replicas saved is known here, also where nobody tells of it. */
const READ_OTHERS_EVERY_MS = 500;
const CHECK_PORTS_EVERY_MS = 1_000;
/** How often the history checks whether a minute has begun, and how fast old samples are thinned. */
const HISTORY_EVERY_MS = 1_000;

/** How soon the others show what the leader sampled. */
const FOLLOW_HISTORY_EVERY_MS = 5_000;

/** What the jobs do. */
interface ServerWork {
  flush(): Promise<void>;
  sweep(): void;
  reloadClaims(): Promise<void>;
  reloadModeration(): Promise<void>;
  checkDuePorts(): void;
  /** Where there are other replicas. */
  replication?: Replication | undefined;
  history: { sample(): Promise<void>; compact(): Promise<void>; follow(): Promise<void> };
}

/** The jobs of these servers. `changes` shows whether another process changed the database. */
export function createServerJobs(servers: ServerWork, changes: ChangeSignal): readonly Job[] {
  const { history, replication } = servers;
  let seenVersion = changes.version();

  async function reloadModerationIfChanged(): Promise<void> {
    const version = changes.version();
    if (version === seenVersion) return;
    await servers.reloadModeration();
    seenVersion = version;
  }

  const readOthers: Job[] =
    replication === undefined
      ? []
      : [
          {
            name: 'read what other replicas saved',
            intervalMs: READ_OTHERS_EVERY_MS,
            run: replication.read,
          },
          {
            ...{ name: 'follow the history', intervalMs: FOLLOW_HISTORY_EVERY_MS },
            ...{ runsOn: 'followers', run: history.follow },
          },
        ];
  return [
    { name: 'save servers', intervalMs: SAVE_EVERY_MS, run: servers.flush },
    ...readOthers,
    { name: 'remove stale servers', intervalMs: SWEEP_EVERY_MS, run: servers.sweep },
    { name: 'reload claims', intervalMs: RELOAD_CLAIMS_EVERY_MS, run: servers.reloadClaims },
    {
      name: 'reload moderation',
      intervalMs: RELOAD_MODERATION_EVERY_MS,
      run: reloadModerationIfChanged,
    },
    {
      ...{ name: 'check ports', intervalMs: CHECK_PORTS_EVERY_MS, runsOn: 'leader' },
      run: servers.checkDuePorts,
    },
    {
      ...{ name: 'record players', intervalMs: HISTORY_EVERY_MS, runsOn: 'leader' },
      run: history.sample,
    },
    {
      ...{ name: 'thin the history', intervalMs: HISTORY_EVERY_MS, runsOn: 'leader' },
      run: history.compact,
    },
  ];
}
