// The data folder as the service has it: locked, opened, watched, and told of in the log.

import type { Settings } from '../config/settings.ts';
import * as events from '../ops/events.ts';
import * as storeEvents from '../ops/store-events.ts';
import { databasePath } from '../store/folder.ts';
import { lockFolder } from '../store/folder-lock.ts';
import { openServiceStore, type ServiceStore } from '../store/open-service-store.ts';

/** The open data folder. */
export interface Storage {
  store: ServiceStore;
  /** To be called once the service has started, so that a failed start says why and nothing else. */
  reportStarted(): void;
}

/** Opens it; the stack gets what closes it. Throws `Failure`. */
export function openStorage({ dataFolder }: Settings, lifetimes: AsyncDisposableStack): Storage {
  lifetimes.use(lockFolder(dataFolder));
  let isNew = false;
  const store = openServiceStore(dataFolder, {
    onMigrated: (change) => {
      if (change.from > 0) events.databaseMigrated(change);
      else isNew = true;
    },
    service: {
      onProblem: storeEvents.databaseFilesGone,
      onRecovered: storeEvents.databaseFilesBack,
      onHistory: storeEvents.historyDamaged,
      onWriterFailed: storeEvents.writerFailed,
      onWriterRecovered: storeEvents.writerRecovered,
    },
  });
  lifetimes.use(store);
  return {
    store,
    reportStarted() {
      if (isNew) storeEvents.databaseMade(databasePath(dataFolder));
    },
  };
}
