// Looks into the data folder of the binary, which only a copy leaves untouched.

import { Database } from 'bun:sqlite';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Every file under a folder, as paths. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The files under a folder that are SQLite databases. */
export async function findDatabases(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await listFiles(folder)) {
    const start = (await readFile(file)).subarray(0, 15).toString('latin1');
    if (start === 'SQLite format 3') found.push(file);
  }
  return found;
}

/**
 * Opens a copy of a database with its write-ahead log, as a restarted service would find it, and
 * hands it to `look`.
 */
export async function inspectDatabase<T>(
  path: string,
  look: (database: Database) => T,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-look-'));
  try {
    const copy = join(folder, basename(path));
    await copyFile(path, copy);
    await copyFile(`${path}-wal`, `${copy}-wal`).catch(() => undefined);
    using database = new Database(copy);
    return look(database);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many rows each table of a database holds. */
export function countRows(database: Database): Record<string, number> {
  const tables = database
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table'")
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => {
      const row = database.query<{ n: number }, []>(`select count(*) as n from "${name}"`).get();
      return [name, row?.n ?? 0];
    }),
  );
}

/** What SQLite's own check says of a database; `ok` when nothing is wrong. */
export function checkIntegrity(database: Database): string {
  const rows = database.query<{ integrity_check: string }, []>('pragma integrity_check').all();
  return rows.map((row) => row.integrity_check).join('\n');
}
