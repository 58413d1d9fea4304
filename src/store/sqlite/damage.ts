// Finds out what is damaged in a database, and says what to do about it.

import type { Database } from 'bun:sqlite';
import { findSqliteError } from './errors.ts';

export interface Damage {
  detail: string;
  /** None where only the lists of free pages are damaged. */
  tables: readonly string[];
}

/** Without these somebody would lose an account or a server, or come in who must not: a person decides. */
const NEEDED: ReadonlySet<string> = new Set([
  'accounts',
  'account_security',
  'bans',
  'claims',
  'muster_migrations',
  'recovery_codes',
  'reserved_names',
  'unlisted_servers',
]);

export function isExpendable(tables: readonly string[]): boolean {
  return !tables.some((table) => NEEDED.has(table));
}

/** Whether nothing but curves needs the tables. */
export function isHistory(tables: readonly string[]): boolean {
  return tables.length > 0 && tables.every((table) => table.startsWith('history_'));
}

export function describeDamage(tables: readonly string[]): string {
  const advice = isExpendable(tables)
    ? 'Restart the service, which sets aside what cannot be read.'
    : 'Stop the service, then restore a backup (muster restore), or what can still be read of this database (muster salvage).';
  return `${nameTables(tables)} damaged. ${advice}`;
}

/** The beginning of a sentence, up to its verb. */
export function nameTables(tables: readonly string[], tense: 'is' | 'was' = 'is'): string {
  if (tables.length === 0) return `The database ${tense}`;
  if (tables.length === 1) return `The table ${tables[0]} ${tense}`;
  return `The tables ${tables.join(', ')} ${tense === 'is' ? 'are' : 'were'}`;
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(findSqliteError(error)?.code ?? '');
}

/** Reads the whole database, or one table with its indexes, and returns what is wrong, a line each. */
export function listDamage(
  client: Database,
  check: 'quick_check' | 'integrity_check',
  table?: string,
): string[] {
  try {
    const of = table === undefined ? '' : `("${table}")`;
    const lines = client.prepare(`PRAGMA ${check}${of}`).values().flat().map(String);
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

/** Finds out which tables are damaged; `undefined` where nothing is. Throws what SQLite throws. */
export function findDamage(
  client: Database,
  check: 'quick_check' | 'integrity_check' = 'quick_check',
): Damage | undefined {
  const [first] = listDamage(client, check);
  if (first === undefined) return undefined;
  const tables = listTables(client).filter((table) => listDamage(client, check, table).length > 0);
  return { detail: first.split('\n')[0] ?? '', tables };
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
