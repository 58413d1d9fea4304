// Opens the database of a data folder, ready to use: found or made, looked at, migrated.

import { type Clock, systemClock } from '../lib/clock.ts';
import { refuseForeignFile } from './applied.ts';
import { keepCopy } from './backup.ts';
import {
  type Connection,
  describeOpenFailure,
  openFileConnection,
  openMemoryConnection,
} from './connection.ts';
import {
  backupFolder,
  createPrivateFile,
  databasePath,
  prepareFolder,
  requireWritableFile,
} from './folder.ts';
import { migrate, type SchemaChange } from './migrate.ts';
import type { Migration } from './migrations.ts';

/** Where the data is kept. A store in memory is gone when it is disposed. */
export type StoreLocation = { folder: string } | { memory: true };

/** What the opener of a store may want to hear of, and to decide. */
export interface StoreHooks {
  /** Stamps migrations and the names of copies. */
  clock?: Clock;
  /** Told when the schema was brought up to date, a new database included. */
  onMigrated?: (change: SchemaChange) => void;
}

/**
 * Opens the database and brings it up to the last of `known`. Throws `unavailable`, with the path and
 * what to do, when the folder or the file cannot be used; a file that this version must not touch is
 * left as it is.
 */
export function openDatabase(
  location: StoreLocation,
  known: readonly Migration[],
  hooks: StoreHooks,
): Connection {
  const path = 'folder' in location ? databasePath(location.folder) : ':memory:';
  const now = (hooks.clock ?? systemClock).now();
  let connection: Connection | undefined;
  try {
    connection = 'folder' in location ? openFile(location.folder, known) : openMemoryConnection();
    const change = migrate(connection.client, {
      known,
      path,
      now,
      keepCopy: (from, to) =>
        'folder' in location
          ? keepCopy(path, backupFolder(location.folder), copyName(from, to, now))
          : undefined,
    });
    if (change !== undefined) hooks.onMigrated?.(change);
    return connection;
  } catch (error) {
    connection?.client.close(true);
    throw describeOpenFailure(error, path);
  }
}

function openFile(folder: string, known: readonly Migration[]): Connection {
  const path = databasePath(folder);
  prepareFolder(folder);
  if (!createPrivateFile(path)) {
    requireWritableFile(path);
    refuseForeignFile(path, known);
  }
  return openFileConnection(path);
}

function copyName(from: number, to: number, now: number): string {
  const timestamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  return `muster-before-${from}-to-${to}-${timestamp}`;
}
