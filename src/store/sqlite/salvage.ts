// Copies what can be read of a damaged database into a new one.

import { Database } from 'bun:sqlite';
import { Failure } from '../../lib/failure.ts';
import { openForLooking } from './applied.ts';
import { findDamage, isDamage, readNumber } from './damage.ts';
import { databasePath } from './folder.ts';
import { migrations } from './migrations.ts';
import { makeVerified, type VerifiedFile } from './verified-copy.ts';

export interface SalvagedTable {
  name: string;
  rows: number;
  /** How many it has not, also for having belonged to one that was lost; `undefined` where nothing says. */
  lost: number | undefined;
}

/** The samples of the history that are of no use without another of its tables. */
const OF_SERIES = ['history_minutes', 'history_chunks'];

/** Copies what can be read of the database to `target`, and changes nothing else. Throws like `copyVerified`. */
export function salvageDatabase(
  dataFolder: string,
  target: string,
): VerifiedFile & { tables: readonly SalvagedTable[] } {
  const source = databasePath(dataFolder);
  return makeVerified({
    source,
    target,
    fill(partial) {
      using reader = openForLooking(source);
      const tables = findDamage(reader, 'integrity_check')?.tables ?? [];
      return { tables: salvageInto(reader, partial, tables) };
    },
  });
}

/** Fills the empty file at `target`. `damaged` are the tables that are known to be. */
export function salvageInto(
  reader: Database,
  target: string,
  damaged: readonly string[],
): SalvagedTable[] {
  using fresh = new Database(target, { create: true });
  fresh.run('PRAGMA journal_mode = OFF');
  fresh.run('PRAGMA foreign_keys = OFF');
  const objects = readSchema(reader);
  fresh.run('BEGIN');
  for (const { sql } of objects) fresh.run(sql);
  const names = objects.filter(({ type }) => type === 'table').map(({ name }) => name);
  for (const name of names) {
    if (name === 'muster_migrations' && damaged.includes(name)) renewMigrations(reader, fresh);
    else copyRows(reader, fresh, name);
  }
  // Numbers that were used are not used again, those of rows that are lost included.
  if (!damaged.includes('sqlite_sequence')) {
    fresh.run('DELETE FROM sqlite_sequence');
    copyRows(reader, fresh, 'sqlite_sequence');
  }
  removeOrphans(fresh);
  const before = new Map(names.map((name) => [name, countRows(reader, name)]));
  const isWhole = (name: string) => countRows(fresh, name) === before.get(name);
  // Samples of which some are missing would be taken for the whole.
  const dropped = names.filter((name) => name.startsWith('history_') && !isWhole(name));
  if (dropped.includes('history_series')) dropped.push(...OF_SERIES);
  for (const name of dropped) fresh.run(`DELETE FROM "${name}"`);
  const outcome = names.map((name) => {
    const rows = countRows(fresh, name) ?? 0;
    const all = before.get(name);
    return { name, rows, lost: all === undefined ? undefined : Math.max(0, all - rows) };
  });
  fresh.run('COMMIT');
  return outcome;
}

interface SchemaObject {
  type: string;
  name: string;
  sql: string;
}

function readSchema(client: Database): SchemaObject[] {
  return client
    .prepare<SchemaObject, []>(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type = 'table' DESC, name",
    )
    .all();
}

function copyRows(reader: Database, fresh: Database, name: string): void {
  const columns = reader
    .prepare<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
    .all(name);
  const marks = columns.map(() => '?').join(', ');
  // What stands in a damaged page may be no row at all.
  const insert = fresh.prepare(`INSERT OR IGNORE INTO "${name}" VALUES (${marks})`);
  for (const row of readRows(reader, name)) insert.run(...row);
}

type Value = string | number | null | Uint8Array;

/** Every row that can be read, in the order of their numbers. */
function* readRows(reader: Database, name: string): Generator<Value[]> {
  if (name === 'history_chunks') {
    yield* readChunks(reader);
    return;
  }
  let next = 0;
  while (next < Number.MAX_SAFE_INTEGER) {
    try {
      for (const row of rowsFrom(reader, name).iterate(next)) {
        const { muster_rowid: number, ...rest } = row as Record<string, Value>;
        // A damaged page that is taken for a whole one.
        if (typeof number !== 'number' || number < next) break;
        next = number + 1;
        yield Object.values(rest);
      }
      return;
    } catch (error) {
      if (!isDamage(error)) throw error;
      next = findReadable(reader, name, next);
    }
  }
}

/** They have no numbers, and are of use only where all can be read. */
function* readChunks(reader: Database): Generator<Value[]> {
  try {
    const rows = reader
      .prepare<Record<string, Value>, []>('SELECT * FROM history_chunks')
      .iterate();
    for (const row of rows) yield Object.values(row);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

function rowsFrom(reader: Database, name: string) {
  return reader.prepare<unknown, [number]>(
    `SELECT rowid AS muster_rowid, * FROM "${name}" NOT INDEXED WHERE rowid >= ? ORDER BY rowid`,
  );
}

/** The least number from which on the next row can be read; the largest number there is where none can be. */
function findReadable(reader: Database, name: string, next: number): number {
  let [unreadable, readable] = [next, next + 1];
  while (!canRead(reader, name, readable)) {
    unreadable = readable;
    readable = next + (readable - next) * 2;
    if (readable >= Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER;
  }
  while (readable - unreadable > 1) {
    const middle = Math.floor((unreadable + readable) / 2);
    if (canRead(reader, name, middle)) readable = middle;
    else unreadable = middle;
  }
  return readable;
}

function canRead(reader: Database, name: string, from: number): boolean {
  try {
    rowsFrom(reader, name).get(from);
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** By the table or by one of its indexes, of which each has every row. */
function countRows(client: Database, name: string): number | undefined {
  const indexes = client
    .prepare<{ name: string }, [string]>('SELECT name FROM pragma_index_list(?) WHERE NOT partial')
    .all(name)
    .map((index) => `INDEXED BY "${index.name}"`);
  for (const by of ['NOT INDEXED', ...indexes]) {
    try {
      return readNumber(client, `SELECT count(*) FROM "${name}" ${by}`);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  }
  return undefined;
}

/** The schema shows which migrations made it. */
function renewMigrations(reader: Database, fresh: Database): void {
  const isOurs = ({ name }: SchemaObject) => !/^(muster_migrations$|_litestream_)/.test(name);
  const describe = (client: Database) => JSON.stringify(readSchema(client).filter(isOurs));
  const wanted = describe(reader);
  using trial = new Database(':memory:');
  let count = 0;
  for (const [index, { sql }] of migrations.entries()) {
    trial.run(sql);
    if (describe(trial) === wanted) count = index + 1;
  }
  if (count === 0) {
    const message =
      'The table muster_migrations is lost, and the other tables are not those of this version or an earlier one.';
    throw new Failure('unavailable', message);
  }
  const insert = fresh.prepare('INSERT INTO muster_migrations (tag, applied_at) VALUES (?, 0)');
  for (const { tag } of migrations.slice(0, count)) insert.run(tag);
}

/** Rows that belong to lost ones would refuse every later migration. */
function removeOrphans(fresh: Database): void {
  const find = fresh.prepare<{ table: string; rowid: number }, []>('PRAGMA foreign_key_check');
  for (let orphans = find.all(); orphans.length > 0; orphans = find.all()) {
    for (const { table, rowid } of orphans) {
      fresh.run(`DELETE FROM "${table}" WHERE rowid = ?`, [rowid]);
    }
  }
}
