// Finds damaged parts of a database, and advises the operator.

import type { Database } from 'bun:sqlite';
import { DEFAULT_LANGUAGE, inLanguage } from '../../messages/language.ts';
import { databaseFindings } from '../../messages/messages.ts';
import { findSqliteError } from './errors.ts';

export interface Damage {
  detail: string;
  /** Empty when only the lists of free pages are damaged. */
  tables: readonly string[];
}

/** Whether only curves need the tables. */
export function isHistory(tables: readonly string[]): boolean {
  return tables.length > 0 && tables.every((table) => table.startsWith('history_'));
}

/** The damage in English, for the log and `/readyz`. */
export function describeDamage(tables: readonly string[]): string {
  return inLanguage(DEFAULT_LANGUAGE, () => databaseFindings.tables(tables.join(', ')));
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(findSqliteError(error)?.code ?? '');
}

/** Reads the whole database, or one table with its indexes. Returns the faults, one per line. */
export function listDamage(client: Database, table?: string): string[] {
  try {
    const of = table === undefined ? '' : `("${table}")`;
    const lines = client.prepare(`PRAGMA integrity_check${of}`).values().flat().map(String);
    // The first line only names the database.
    return lines
      .filter((line) => line !== 'ok')
      .map((line) => line.replace(/^\*\*\* in database main \*\*\*\n/, ''));
  } catch (error) {
    // Some damage ends the check with an error.
    if (isDamage(error)) return [findSqliteError(error)?.code ?? ''];
    throw error;
  }
}

/** Finds the damaged tables; `undefined` when there are none. Throws SQLite's errors. */
export function findDamage(client: Database): Damage | undefined {
  const [first] = listDamage(client);
  if (first === undefined) return undefined;
  const tables = listTables(client).filter((table) => listDamage(client, table).length > 0);
  return { detail: first.split('\n')[0] ?? '', tables };
}

/** The tables of the history that a start must read but cannot. */
export function findUnreadableHistory(client: Database): string[] {
  return listTables(client)
    .filter((table) => isHistory([table]))
    .filter((table) => {
      try {
        const key = table === 'history_chunks' ? 'series' : 'rowid';
        for (const direction of ['ASC', 'DESC']) {
          client.prepare(`SELECT * FROM "${table}" ORDER BY ${key} ${direction} LIMIT 1`).all();
        }
        if (table !== 'history_minutes') return false;
        // Reading the end of a value reads all of it, here without a copy.
        const end = "typeof(counts) <> 'blob' OR hex(substr(counts, -1)) = '?'";
        return readNumber(client, `SELECT count(*) FROM history_minutes WHERE ${end}`) > 0;
      } catch (error) {
        if (isDamage(error)) return true;
        throw error;
      }
    });
}

export function readNumber(client: Database, query: string): number {
  return Number(client.prepare(query).values()[0]?.[0] ?? 0);
}

export function listTables(client: Database): string[] {
  return client
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
}
