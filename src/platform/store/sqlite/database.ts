// Opens the database of a data folder: finds or creates it, checks it, and migrates it.

import { existsSync } from 'node:fs';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { refuseForeignFile } from './applied.ts';
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
  isNewDatabase,
  prepareFolder,
  refuseLostDatabase,
  requireWritableFile,
} from './folder.ts';
import { type MigrationStep, migrate, type SchemaChange } from './migrate.ts';
import type { Migration } from './migrations.ts';
import { refuseBesideService } from './other-process.ts';
import { keepCopy, stampOf } from './safety-copy.ts';

export type StoreLocation = { folder: string } | { memory: true };

export interface StoreHooks {
  clock?: Clock;
  /** Whether the caller is a service that holds the folder's lock. */
  isService?: boolean;
  onMigrated?: (change: SchemaChange) => void;
  onStep?: (step: MigrationStep) => void;
}

/** Opens the database and migrates it up to the last of `known`. Throws `unavailable` with the path and a remedy. */
export function openDatabase(
  location: StoreLocation,
  known: readonly Migration[],
  hooks: StoreHooks,
): Connection {
  const path = 'folder' in location ? databasePath(location.folder) : ':memory:';
  const now = (hooks.clock ?? systemClock).now();
  let connection: Connection | undefined;
  try {
    if ('folder' in location) {
      connection = openFile(location.folder, known, hooks.isService === true);
    } else {
      connection = openMemoryConnection();
    }
    const change = migrate(connection.client, {
      known,
      path,
      now,
      keepCopy: (from, to) =>
        'folder' in location
          ? keepCopy(path, backupFolder(location.folder), copyName(from, to, now))
          : undefined,
      onStep: hooks.onStep,
    });
    if (change !== undefined) hooks.onMigrated?.(change);
    return connection;
  } catch (error) {
    connection?.client.close(true);
    throw describeOpenFailure(error, path);
  }
}

/** Throws like `openDatabase` when another process uses a database of a missing folder, which may come back. */
export function refuseLostFolder(folder: string): void {
  if (!existsSync(folder)) refuseBesideService(databasePath(folder));
}

function openFile(folder: string, known: readonly Migration[], isService: boolean): Connection {
  const path = databasePath(folder);
  const isNew = isNewDatabase(path);
  // A service that opens an existing database holds its folder's lock, so no other service has the database open.
  if (isNew || !isService) refuseBesideService(path);
  if (isNew) refuseLostDatabase(folder);
  prepareFolder(folder);
  if (!createPrivateFile(path)) {
    requireWritableFile(path);
    if (!isNew) refuseForeignFile(path, known);
  }
  return openFileConnection(path);
}

function copyName(from: number, to: number, now: number): string {
  return `muster-before-${from}-to-${to}-${stampOf(now)}`;
}
