// Sets damaged tables aside at a start, where a service can do without what is lost of them.

import type { Database } from 'bun:sqlite';
import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, Failure } from '../../lib/failure.ts';
import { type CheckState, WELL } from '../../lib/readiness.ts';
import { type Connection, openFileConnection } from './connection.ts';
import {
  describeDamage,
  findDamage,
  isDamage,
  isExpendable,
  isHistory,
  listTables,
  nameTables,
} from './damage.ts';
import { findSqliteError } from './errors.ts';
import { backupFolder, createPrivateFile } from './folder.ts';
import { keepFile, stampOf } from './safety-copy.ts';
import { salvageInto } from './salvage.ts';
import { makeVerified } from './verified-copy.ts';

export type DamageReport = {
  tables: readonly string[];
} /** The damaged database is kept in this file, and what could be read of the tables is in use. */ & (
  | { kind: 'set aside'; path: string }
  | { kind: 'not set aside'; reason: string }
  /** Found while the service runs, or in tables that no start sets aside. */
  | { kind: 'damaged' }
);

/** Replaces a damaged database, where what is damaged is expendable, by what can be read. Returns the connection to use. */
export function setDamageAside(
  connection: Connection,
  path: string,
  now: number,
): { connection: Connection; report?: DamageReport } {
  const { client } = connection;
  const suspects = findSuspects(client);
  const note = notePath(path);
  if (suspects.length === 0 && !existsSync(note)) return { connection };
  const found = findDamage(client, 'integrity_check');
  const tables = [...new Set([...suspects, ...(found?.tables ?? [])])];
  if (found === undefined && tables.length === 0) {
    rmSync(note, { force: true });
    return { connection };
  }
  if (!isExpendable(tables)) return { connection, report: { kind: 'damaged', tables } };
  try {
    const aside = setAside(client, { path, tables, now });
    rmSync(note, { force: true });
    client.close(true);
    return {
      connection: openFileConnection(path),
      report: { kind: 'set aside', tables, path: aside },
    };
  } catch (error) {
    client.close(true);
    return {
      connection: openFileConnection(path),
      report: { kind: 'not set aside', tables, reason: reasonFor(error) },
    };
  }
}

/** Without a path, since anybody can read it. */
function reasonFor(error: unknown): string {
  if (error instanceof Failure && error.cause === undefined) return error.message;
  return findSqliteError(error)?.code ?? codeOf(error instanceof Failure ? error.cause : error);
}

/** Has the next start check every page. */
export function noteDamage(path: string): void {
  try {
    createPrivateFile(notePath(path));
  } catch {
    // Other problems with the folder are reported elsewhere.
  }
}

function notePath(path: string): string {
  return join(dirname(path), 'damage-found');
}

/** Reads both ends of every table, and what a start needs of the history anyway: all would take seconds. */
function findSuspects(client: Database): string[] {
  return listTables(client).filter((table) => {
    try {
      const key = table === 'history_chunks' ? 'series' : 'rowid';
      for (const direction of ['ASC', 'DESC']) {
        client.prepare(`SELECT * FROM "${table}" ORDER BY ${key} ${direction} LIMIT 1`).all();
      }
      if (table !== 'history_minutes') return false;
      // Reading the end of a value reads all of it, here without copying it.
      return (
        client
          .prepare(
            "SELECT 1 FROM history_minutes WHERE typeof(counts) <> 'blob' OR hex(substr(counts, -1)) = '?'",
          )
          .all().length > 0
      );
    } catch (error) {
      if (isDamage(error)) return true;
      throw error;
    }
  });
}

/** Returns where the damaged database is kept. At every moment one of the two is at `path`. */
function setAside(
  client: Database,
  { path, tables, now }: { path: string; tables: readonly string[]; now: number },
): string {
  // Succeeds only where no other process has the database open, and leaves no WAL.
  const mode = client.prepare('PRAGMA journal_mode = DELETE').values()[0]?.[0];
  if (mode !== 'delete') throw new Failure('conflict', 'Another program has the database open.');
  // Kept up to the renaming, so that no process changes the old file before the new one replaces it.
  client.run('BEGIN EXCLUSIVE');
  let kept = '';
  makeVerified({
    source: path,
    target: path,
    fill: (partial) => salvageInto(client, partial, tables),
    isReplacing: true,
    beforeReplacing() {
      kept = keepFile(path, backupFolder(dirname(path)), `muster-damaged-${stampOf(now)}`);
    },
  });
  return kept;
}

export function describeReport(report: DamageReport | undefined): CheckState {
  if (report === undefined) return WELL;
  const { kind, tables } = report;
  const isServed = kind === 'set aside' || isHistory(tables);
  return { status: isServed ? 'degraded' : 'failed', message: sentenceOf(report) };
}

function sentenceOf(report: DamageReport): string {
  const { kind, tables } = report;
  switch (kind) {
    case 'set aside':
      return `${nameTables(tables, 'was')} damaged, and what could be read is in use. The previous database is kept as backups/${basename(report.path)}.`;
    case 'not set aside':
      return `${nameTables(tables)} damaged and could not be set aside (${report.reason}).${isHistory(tables) ? ' New history is kept in memory until the service ends.' : ''}`;
    case 'damaged':
      return describeDamage(tables);
  }
}
