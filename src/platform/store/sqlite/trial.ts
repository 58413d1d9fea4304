// Tries the missing migrations on a copy of the database, and checks that the result is intact.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf } from '../../lib/failure.ts';
import { readAppliedTags } from './applied.ts';
import { backUpDatabase } from './backup-files.ts';
import { openFileConnection } from './connection.ts';
import { findSqliteError } from './errors.ts';
import { databasePath, SIDES } from './folder.ts';
import { type MigrationStep, migrate } from './migrate.ts';
import { type Migration, migrations } from './migrations.ts';
import { findFaults } from './open-store.ts';

/**
 * Tries the migrations on a copy and removes the copy. Throws like `backUpDatabase`, and `unavailable` when a migration
 * fails or the result is damaged.
 */
export function tryMigrations(dataFolder: string, now: number, known = migrations) {
  // If this process is killed, the name lets a later copy into this folder remove the file.
  const path = join(dataFolder, `muster-trial.db.muster-${process.pid}.partial`);
  const copy = backUpDatabase(dataFolder, path);
  try {
    return { ...tryOn(path, dataFolder, now, known), copy };
  } finally {
    for (const side of ['', ...SIDES]) rmSync(`${path}${side}`, { force: true });
  }
}

function tryOn(path: string, dataFolder: string, now: number, known: readonly Migration[]) {
  const connection = openFileConnection(path);
  const { client } = connection;
  const steps: MigrationStep[] = [];
  try {
    const applied = readAppliedTags(client, known, path);
    const pending = known.filter(({ tag }) => !applied.includes(tag));
    const runs = { known, path: databasePath(dataFolder), now, keepCopy: () => undefined };
    try {
      migrate(client, { ...runs, onStep: (step) => steps.push(step) });
    } catch (error) {
      if (error instanceof Failure || findSqliteError(error) === undefined) throw error;
      const message = `${pending[steps.length]?.tag} failed on a copy of the database: ${reasonOf(error)}. Nothing was changed.`;
      throw new Failure('unavailable', message, { cause: error });
    }
    const startedAt = performance.now();
    const [damage] = findFaults(connection);
    if (damage === undefined) return { steps, checkMs: performance.now() - startedAt };
    const message = `The result on a copy of the database is damaged: ${damage} Nothing was changed.`;
    throw new Failure('unavailable', message);
  } finally {
    client.close(true);
  }
}
