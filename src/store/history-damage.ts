// Sets the history of players aside where it is damaged, so that the rest of the database can be served.

import { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, Failure } from '../lib/failure.ts';
import type { HistoryStore } from '../servers/history/ports.ts';
import { stampOf, syncToDisk } from './backup.ts';
import { type Connection, openFileConnection } from './connection.ts';
import { findSqliteError } from './errors.ts';
import { backupFolder, createPrivateFile } from './folder.ts';

/** What became of a damaged history. */
export type HistoryFate =
  /** The database as it was lies in this file, and an empty history is in use. */
  | { kind: 'set aside'; path: string }
  /** It could not be set aside, for this reason; nothing of the history is in use. */
  | { kind: 'unusable'; reason: string }
  /** It was found to be damaged while the service runs; the next start sets it aside. */
  | { kind: 'damaged' };

const TABLES = ['history_minutes', 'history_series', 'history_chunks'] as const;

/** Whether a table holds history and nothing else. */
export function isHistoryTable(name: string): boolean {
  return TABLES.some((table) => table === name);
}

/** Whether the error says that what was read makes no sense. */
function isDamage(error: unknown): boolean {
  const code = findSqliteError(error)?.code;
  if (code !== undefined) return /^SQLITE_(CORRUPT|NOTADB)/.test(code);
  // Of samples that are not as they were packed.
  return error instanceof RangeError || error instanceof TypeError;
}

/**
 * Looks at the history of the database that was opened just now at `path`, and where it is damaged,
 * puts another database in its place, in which the history is empty and all else is as it was. Returns
 * the connection to use from now on. Throws what opening a connection does.
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
 * The same history, with damage noted when it is met: beside the database at `path`, so that the next
 * start sets the history aside, and to `onDamage`, once.
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
      // What else is wrong with the folder is told where it matters more.
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
    saveMinute: watched(store.saveMinute),
    removeMinutes: watched(store.removeMinutes),
    findSeries: watched(store.findSeries),
    listSeries: watched(store.listSeries),
    readChunks: watched(store.readChunks),
    saveCompaction: watched(store.saveCompaction),
  };
}

function notePath(path: string): string {
  return join(dirname(path), 'history-damaged');
}

/**
 * A start reads what it needs of the history anyway, and one row from each end of the rest: reading all
 * of it would take seconds. Where damage was met since, each page is looked at.
 */
function isHistoryDamaged(client: Database, isNoted: boolean): boolean {
  const known = client
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  if (!TABLES.every((table) => known.includes(table))) return false;
  try {
    // The end of a value is found by reading all of it, here without handing it over.
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
    return isNoted && TABLES.some((table) => !isWhole(client, table));
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

function isWhole(client: Database, table: string): boolean {
  const lines = client.prepare(`PRAGMA integrity_check(${table})`).values().flat();
  return lines.length === 1 && lines[0] === 'ok';
}

/**
 * Damaged tables cannot be dropped, and SQLite lets nobody write into its schema, so all that is whole
 * is copied into a new file. The old one keeps its bytes, under another name: nothing is lost that
 * might be recovered. At each moment one of the two stands at `path`.
 */
function setAside(client: Database, path: string, now: number): string {
  const folder = backupFolder(dirname(path));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Succeeds only where nobody else has the database open, and leaves no WAL behind.
  const mode = client.prepare('PRAGMA journal_mode = DELETE').values()[0]?.[0];
  if (mode !== 'delete') throw new Failure('conflict', 'Another program has the database open.');
  client.close(true);
  const rebuilt = `${path}-rebuilt`;
  rmSync(rebuilt, { force: true });
  createPrivateFile(rebuilt);
  try {
    using fresh = new Database(rebuilt, { readwrite: true });
    fresh.run('PRAGMA journal_mode = OFF');
    fresh.run('PRAGMA foreign_keys = OFF');
    fresh.run('ATTACH ? AS damaged', [path]);
    // The lock outlives the commit, so that nobody changes the old one before the new one is in place.
    fresh.run('PRAGMA damaged.locking_mode = EXCLUSIVE');
    fresh.run('BEGIN EXCLUSIVE');
    copyAllButHistory(fresh);
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

function copyAllButHistory(fresh: Database): void {
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
  // Numbers that were given are not given again, those of the history included.
  fresh.run('DELETE FROM main.sqlite_sequence');
  fresh.run('INSERT INTO main.sqlite_sequence SELECT * FROM damaged.sqlite_sequence');
  for (const { type, sql } of objects) if (type !== 'table') fresh.run(sql);
}

/** Gives a file a second name, which no other file has; where the file system has no links, a copy. */
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
