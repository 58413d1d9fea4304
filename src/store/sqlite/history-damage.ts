// Sets the history of players aside where it is damaged, so that the rest of the database can be served.

import { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, Failure } from '../../lib/failure.ts';
import type { HistoryStore } from '../../servers/history/ports.ts';
import { stampOf, syncToDisk } from './backup.ts';
import { type Connection, openFileConnection } from './connection.ts';
import { findSqliteError } from './errors.ts';
import { backupFolder, createPrivateFile } from './folder.ts';

/** What was done about a damaged history. */
export type HistoryFate =
  /** The damaged database is kept in this file, and an empty history is in use. */
  | { kind: 'set aside'; path: string }
  /** It could not be set aside, for this reason; nothing of the history is in use. */
  | { kind: 'unusable'; reason: string }
  /** It was found to be damaged while the service runs; the next start sets it aside. */
  | { kind: 'damaged' };

const TABLES = ['history_minutes', 'history_series', 'history_chunks'];
/** Younger than the others, and kept where only those are damaged. */
const RECORDS = 'history_records';

/** Whether a table holds history and nothing else. */
export function isHistoryTable(name: string): boolean {
  return name === RECORDS || TABLES.some((table) => table === name);
}

/** Whether the error shows that stored data is damaged. */
function isDamage(error: unknown): boolean {
  const code = findSqliteError(error)?.code;
  if (code !== undefined) return /^SQLITE_(CORRUPT|NOTADB)/.test(code);
  // Thrown when samples are unpacked that are not as they were packed.
  return error instanceof RangeError || error instanceof TypeError;
}

/**
 * Checks the history of the database that was opened just now at `path`. Where it is damaged, replaces the
 * database by another one with an empty history and all other data. Returns the connection to use from now
 * on. Throws what opening a connection throws.
 */
export function mendHistory(
  connection: Connection,
  path: string,
  now: number,
): { connection: Connection; fate?: HistoryFate } {
  const note = notePath(path);
  if (!isHistoryDamaged(connection.client, existsSync(note))) {
    rmSync(note, { force: true });
    return { connection };
  }
  try {
    const aside = setAside(connection.client, path, now);
    connection.client.close(true);
    rmSync(note, { force: true });
    return { connection: openFileConnection(path), fate: { kind: 'set aside', path: aside } };
  } catch (error) {
    connection.client.close(true);
    const failure = findSqliteError(error)?.code ?? codeOf(error);
    const reason = error instanceof Failure ? error.message : `${failure}`;
    return { connection: openFileConnection(path), fate: { kind: 'unusable', reason } };
  }
}

/**
 * The same repository, which notes damage when a call meets it: by a file beside the database at `path`, so
 * that the next start sets the history aside, and by calling `onDamage`, once.
 */
export function watchHistory(
  store: HistoryStore,
  path: string,
  onDamage: () => void,
): HistoryStore {
  let isNoted = false;

  function note(): void {
    if (isNoted) return;
    isNoted = true;
    try {
      createPrivateFile(notePath(path));
    } catch {
      // Other problems with the folder are reported elsewhere.
    }
    onDamage();
  }

  function watched<Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) {
    return async (...given: Given): Promise<Result> => {
      try {
        return await call(...given);
      } catch (error) {
        if (isDamage(error)) note();
        throw error;
      }
    };
  }

  return {
    loadMinutes: watched(store.loadMinutes),
    listMinutes: watched(store.listMinutes),
    loadRecords: watched(store.loadRecords),
    saveMinute: watched(store.saveMinute),
    removeMinutes: watched(store.removeMinutes),
    findSeries: watched(store.findSeries),
    findSeriesOf: watched(store.findSeriesOf),
    listSeries: watched(store.listSeries),
    readChunks: watched(store.readChunks),
    saveCompaction: watched(store.saveCompaction),
  };
}

function notePath(path: string): string {
  return join(dirname(path), 'history-damaged');
}

/**
 * Reads what a start needs of the history anyway, and one row from each end of the other tables: reading all
 * of them would take seconds. Where damage was noted, every page is checked.
 */
function isHistoryDamaged(client: Database, isNoted: boolean): boolean {
  const known = client
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  if (!TABLES.every((table) => known.includes(table))) return false;
  try {
    // Reading the end of a value reads all of it, here without copying it.
    const odd = client
      .prepare(
        "SELECT 1 FROM history_minutes WHERE typeof(counts) <> 'blob' OR hex(substr(counts, -1)) = '?'",
      )
      .all();
    if (odd.length > 0) return true;
    for (const direction of ['ASC', 'DESC']) {
      for (const [table, key] of [
        ['history_series', 'id'],
        ['history_series', 'hash'],
        ['history_chunks', 'series'],
      ]) {
        client.prepare(`SELECT * FROM ${table} ORDER BY ${key} ${direction} LIMIT 1`).all();
      }
    }
    if (readRecords(client) === undefined) return true;
    const tables = [...TABLES, RECORDS].filter((table) => known.includes(table));
    return isNoted && tables.some((table) => !isWhole(client, table));
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

/** The rows of the records, none where there is no such table yet; `undefined` where they are damaged. */
function readRecords(client: Database): number[][] | undefined {
  const isThere = client.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(RECORDS);
  if (isThere === null) return [];
  try {
    const rows = client.prepare<number[], []>(`SELECT * FROM ${RECORDS}`).values() as number[][];
    return rows.every((row) => row.every(Number.isSafeInteger)) ? rows : undefined;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

function isWhole(client: Database, table: string): boolean {
  const lines = client.prepare(`PRAGMA integrity_check(${table})`).values().flat();
  return lines.length === 1 && lines[0] === 'ok';
}

/**
 * Damaged tables cannot be dropped, and SQLite does not allow writing into its schema, so everything else is
 * copied into a new file. The old file is kept under another name: nothing is lost that might be recovered.
 * At every moment one of the two files is at `path`.
 */
function setAside(client: Database, path: string, now: number): string {
  const folder = backupFolder(dirname(path));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Succeeds only where no other process has the database open, and leaves no WAL.
  const mode = client.prepare('PRAGMA journal_mode = DELETE').values()[0]?.[0];
  if (mode !== 'delete') throw new Failure('conflict', 'Another program has the database open.');
  const records = readRecords(client) ?? [];
  client.close(true);
  const rebuilt = `${path}-rebuilt`;
  rmSync(rebuilt, { force: true });
  createPrivateFile(rebuilt);
  try {
    using fresh = new Database(rebuilt, { readwrite: true });
    fresh.run('PRAGMA journal_mode = OFF');
    fresh.run('PRAGMA foreign_keys = OFF');
    fresh.run('ATTACH ? AS damaged', [path]);
    // The lock is kept after the commit, so that no process changes the old file before the new one replaces it.
    fresh.run('PRAGMA damaged.locking_mode = EXCLUSIVE');
    fresh.run('BEGIN EXCLUSIVE');
    copyAllButHistory(fresh, records);
    fresh.run('COMMIT');
    syncToDisk(rebuilt);
    const aside = keepUnder(path, folder, `muster-damaged-${stampOf(now)}`);
    try {
      renameSync(rebuilt, path);
    } catch (error) {
      rmSync(aside, { force: true });
      throw error;
    }
    syncToDisk(dirname(path));
    return aside;
  } finally {
    rmSync(rebuilt, { force: true });
  }
}

function copyAllButHistory(fresh: Database, records: readonly number[][]): void {
  const objects = fresh
    .prepare<{ type: string; name: string; sql: string }, []>(
      "SELECT type, name, sql FROM damaged.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all();
  const tables = objects.filter(({ type }) => type === 'table');
  for (const { sql } of tables) fresh.run(sql);
  for (const { name } of tables) {
    if (isHistoryTable(name)) continue;
    fresh.run(`INSERT INTO main."${name}" SELECT * FROM damaged."${name}"`);
  }
  for (const row of records) {
    fresh.run(`INSERT INTO main.${RECORDS} VALUES (${row.map(() => '?').join(', ')})`, row);
  }
  // Numbers that were used are not used again, those of the history included.
  fresh.run('DELETE FROM main.sqlite_sequence');
  fresh.run('INSERT INTO main.sqlite_sequence SELECT * FROM damaged.sqlite_sequence');
  for (const { type, sql } of objects) if (type !== 'table') fresh.run(sql);
}

/** Links a file under a name that no other file has; copies it where the file system has no links. */
function keepUnder(path: string, folder: string, name: string): string {
  for (let attempt = 1; ; attempt += 1) {
    const aside = join(folder, `${name}${attempt === 1 ? '' : `-${attempt}`}.db`);
    if (existsSync(aside)) continue;
    try {
      linkSync(path, aside);
    } catch {
      copyFileSync(path, aside);
    }
    syncToDisk(folder);
    return aside;
  }
}
