// A data folder whose database is copied.

import { systemClock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import type { MovedDatabase } from '../move-data.ts';
import { createDatabase } from './engine.ts';
import { databasePath, isNewDatabase, lockFolder } from './folder.ts';
import { openUpToDate } from './open-store.ts';

/**
 * Opens it, and keeps services off it; `isTarget` makes the folder and the database where there are none.
 * Throws `conflict` where a service runs, `not_found` and `unavailable` where it cannot be used.
 */
export function openMovedFolder(
  folder: string,
  { isTarget }: { isTarget: boolean },
): MovedDatabase {
  const path = databasePath(folder);
  if (!isTarget && isNewDatabase(path)) {
    throw new Failure('not_found', `There is no database in ${folder}.`);
  }
  const lock = lockFolder(folder);
  try {
    const connection = openUpToDate({ folder }, { clock: systemClock });
    const { client } = connection;
    return {
      name: path,
      database: createDatabase(connection),
      async readCounters() {
        const rows = client
          .query<{ name: string; seq: number }, []>(
            "SELECT name, seq FROM sqlite_sequence WHERE seq > 0 AND name <> 'muster_migrations'",
          )
          .all();
        return new Map(rows.map(({ name, seq }) => [name, seq]));
      },
      async writeCounters(_db, counters) {
        for (const [name, seq] of counters) {
          // Rows were inserted with their numbers, which SQLite counts; those of removed rows may be higher.
          client.run('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', [seq, name]);
          client.run(
            'INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)',
            [name, seq],
          );
        }
      },
      async [Symbol.asyncDispose]() {
        client.close(true);
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}
