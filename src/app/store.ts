// The data folder as the service has it: locked, opened, watched, and told of in the log.

import type { Settings } from '../config/settings.ts';
import * as events from '../ops/events.ts';
import * as storeEvents from '../ops/store-events.ts';
import { databasePath } from '../store/folder.ts';
import { lockFolder } from '../store/folder-lock.ts';
import { openStore, type Store } from '../store/open-store.ts';

/** The open data folder. */
export interface ServiceStore {
  store: Store;
  /** To be called once the service has started, so that a failed start says why and nothing else. */
  tellStarted(): void;
}

/** Opens it; the stack gets what closes it. Throws `MusterError`. */
export function openServiceStore(
  { dataFolder }: Settings,
  lifetimes: AsyncDisposableStack,
): ServiceStore {
  lifetimes.use(lockFolder(dataFolder));
  let isNew = false;
  const store = openStore(
    { folder: dataFolder },
    {
      onMigrated: (change) => {
        if (change.from > 0) events.databaseMigrated(change);
        else isNew = true;
      },
      service: {
        onProblem: storeEvents.databaseFilesGone,
        onRecovered: storeEvents.databaseFilesBack,
        onHistory: storeEvents.historyDamaged,
      },
    },
  );
  lifetimes.use(store);
  return {
    store,
    tellStarted() {
      if (isNew) storeEvents.databaseMade(databasePath(dataFolder));
    },
  };
}
