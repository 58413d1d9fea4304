// Migrates a database to this version's schema.
//
// Drizzle's own migrator reads a folder, which a compiled binary does not have, and remembers only timestamps, so it
// silently skips a migration that is older than the newest one. This migrator keeps the names in its own table and runs
// every missing migration.

import type { Database } from 'bun:sqlite';
import { Failure } from '../../lib/failure.ts';
import { readAppliedTags } from './applied.ts';
import type { Migration } from './migrations.ts';

/** The result of a migration. Versions are numbers of migrations; a new database starts at 0. */
export interface SchemaChange {
  from: number;
  to: number;
  /** Path of the copy from before the migration; `undefined` for a database that is new or in memory. */
  backup: string | undefined;
}

export interface MigrateOptions {
  known: readonly Migration[];
  path: string;
  now: number;
  keepCopy: (from: number, to: number) => string | undefined;
  /** Called after each migration; when a later one fails, all are undone. */
  onStep?: ((step: MigrationStep) => void) | undefined;
}

export interface MigrationStep {
  tag: string;
  tookMs: number;
}

/** Runs all missing migrations, or none. Throws `unavailable` like `readAppliedTags`, and when no copy can be kept. */
export function migrate(client: Database, options: MigrateOptions): SchemaChange | undefined {
  // Rebuilding a table drops the old one, which would empty the tables that refer to it. The setting has no effect
  // inside a transaction, so it is set before.
  client.run('PRAGMA foreign_keys = OFF');
  // The transaction begins before the first read: when two processes open a new file, the second finds the migrations
  // applied.
  client.run('BEGIN IMMEDIATE');
  try {
    const change = runPending(client, options);
    client.run('COMMIT');
    return change;
  } catch (error) {
    if (client.inTransaction) client.run('ROLLBACK');
    throw error;
  } finally {
    client.run('PRAGMA foreign_keys = ON');
  }
}

function runPending(client: Database, options: MigrateOptions): SchemaChange | undefined {
  const { known, path, now } = options;
  const applied = readAppliedTags(client, known, path);
  const pending = known.filter((migration) => !applied.includes(migration.tag));
  if (pending.length === 0) return undefined;
  const from = applied.length;
  const to = known.length;
  const backup = from === 0 ? undefined : options.keepCopy(from, to);
  client.run(
    'CREATE TABLE IF NOT EXISTS muster_migrations (' +
      'position INTEGER PRIMARY KEY AUTOINCREMENT, tag TEXT NOT NULL UNIQUE, applied_at INTEGER NOT NULL)',
  );
  for (const migration of pending) {
    const startedAt = performance.now();
    client.run(migration.sql);
    client.run('INSERT INTO muster_migrations (tag, applied_at) VALUES (?, ?)', [
      migration.tag,
      now,
    ]);
    options.onStep?.({ tag: migration.tag, tookMs: performance.now() - startedAt });
  }
  if (client.prepare('PRAGMA foreign_key_check').all().length > 0) {
    const message = `${path} could not be updated: rows would lose the rows that they belong to. Nothing was changed.`;
    throw new Failure('unavailable', message);
  }
  return { from, to, backup };
}
