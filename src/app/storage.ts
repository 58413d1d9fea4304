// Opens the store of the running service: from the locked data folder, or as given by a test.

import { systemClock } from '../platform/lib/clock.ts';
import { nameDatabaseHosts } from '../platform/lib/database-url.ts';
import { Failure } from '../platform/lib/failure.ts';
import { WELL } from '../platform/lib/finding.ts';
import { createHistogram, SECONDS } from '../platform/lib/histogram.ts';
import { alwaysLeading } from '../platform/lib/leadership.ts';
import { refuseLostFolder } from '../platform/store/sqlite/database.ts';
import { databasePath, lockFolder, renewServiceKey } from '../platform/store/sqlite/folder.ts';
import { finishRestore } from '../platform/store/sqlite/restore.ts';
import { report } from './events.ts';
import {
  openPostgresServiceStore,
  openServiceStore,
  type ServiceStore,
  type Store,
} from './open-stores.ts';
import type { Settings } from './options.ts';

export interface Storage {
  store: ServiceStore;
  /** Proves to a command that this service answers; `undefined` without a writable data folder. */
  serviceKey: string | undefined;
  /** Logs that the database is new. Called after the start, so that a failed start logs only its reason. */
  reportStarted(): void;
}

/** Opens the database of the settings, unless a store is given. `lifetimes` closes it. Throws `Failure`. */
export async function openStorage(
  { dataFolder, databaseUrl, isDatabasePooled }: Settings,
  given: Store | undefined,
  lifetimes: AsyncDisposableStack,
): Promise<Storage> {
  if (given !== undefined) {
    const store = lifetimes.use(createServiceStore(given));
    return { store, serviceKey: undefined, reportStarted() {} };
  }
  if (databaseUrl === undefined) refuseLostFolder(dataFolder);
  lifetimes.use(lockFolder(dataFolder));
  if (databaseUrl !== undefined) {
    const store = await openPostgresServiceStore(databaseUrl, {
      isPooled: isDatabasePooled,
      onMigrated(change) {
        if (change.from > 0) report('database_migrated', { ...change, backup: undefined });
        else report('database_made', { path: nameDatabaseHosts(databaseUrl) });
      },
      report,
    });
    lifetimes.use(store);
    return { store, serviceKey: renewServiceKey(dataFolder), reportStarted() {} };
  }
  restoreStaged(dataFolder);
  const serviceKey = renewServiceKey(dataFolder);
  let isNew = false;
  const store = openServiceStore(dataFolder, {
    onMigrated: (change) => {
      if (change.from > 0) report('database_migrated', { ...change });
      else isNew = true;
    },
    report,
  });
  lifetimes.use(store);
  return {
    store,
    serviceKey,
    reportStarted() {
      if (isNew) report('database_made', { path: databasePath(dataFolder) });
    },
  };
}

/** If the copy is damaged, the service goes on with the database that it has. */
function restoreStaged(dataFolder: string): void {
  try {
    const restored = finishRestore(dataFolder, systemClock.now());
    if (restored !== undefined) report('database_restored', restored);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
    report('restore_refused', { reason: error.message });
  }
}

/** Creates a store on one connection, without a writer thread and without watched files. */
function createServiceStore(store: Store): ServiceStore {
  return {
    ...store,
    startWriter: async () => {},
    startDeadline() {},
    checkDamage: async () => {},
    writes: { durations: createHistogram(SECONDS), countWaiting: () => 0 },
    checks: { database: () => WELL, damage: () => WELL },
    leadership: alwaysLeading,
    jobs: [],
    [Symbol.asyncDispose]: async () => store[Symbol.dispose](),
  };
}
