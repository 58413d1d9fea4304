// Opens the database of a data folder for copying its data.

import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { Failure } from '../../lib/failure.ts';
import type { Tables } from '../engine.ts';
import type { MovedDatabase, RowsDigest } from '../move-data.ts';
import { escapeText } from '../postgres/escaped-text.ts';
import type { Connection } from './connection.ts';
import { openDatabase } from './database.ts';
import { databasePath, isNewDatabase, lockFolder } from './folder.ts';
import { migrations } from './migrations.ts';
import { createDatabase } from './open-store.ts';

/** Opens the database and keeps services off it; `isTarget` creates it. Throws `conflict` and `not_found`. */
export function openMovedFolder(
  tables: Tables,
  folder: string,
  { isTarget }: { isTarget: boolean },
): MovedDatabase {
  const path = databasePath(folder);
  if (!isTarget && isNewDatabase(path)) {
    throw new Failure('not_found', `There is no database in ${folder}.`);
  }
  const lock = lockFolder(folder);
  try {
    const connection = openDatabase({ folder }, migrations, {});
    const { client } = connection;
    return {
      name: path,
      database: createDatabase(connection, tables),
      async readCounters() {
        const rows = client
          .query<{ name: string; seq: number }, []>(
            "SELECT name, seq FROM sqlite_sequence WHERE seq > 0 AND name <> 'muster_migrations'",
          )
          .all();
        return new Map(rows.map(({ name, seq }) => [name, seq]));
      },
      async writeCounters(_db, given) {
        const counting = client
          .query<{ name: string }, []>(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'",
          )
          .all();
        const counters = new Map(
          counting.flatMap(({ name }) => {
            const last = given.get(name);
            return last === undefined ? [] : [[name, last]];
          }),
        );
        for (const [name, seq] of counters) {
          // SQLite counts the numbers of the inserted rows. Removed rows may have had higher numbers.
          client.run('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', [seq, name]);
          client.run(
            'INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)',
            [name, seq],
          );
        }
        return counters;
      },
      digestRows: async (db, name) => digestRows(client, db.tables[name]),
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

function digestRows(client: Connection['client'], table: Table): RowsDigest {
  const columns = Object.values(getTableColumns(table));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const from = `FROM "${getTableName(table)}"`;
  const [counted] = client.query<{ count: number }, []>(`SELECT count(*) AS count ${from}`).all();
  const rows = client.query<Record<string, unknown>, []>(`SELECT ${names} ${from}`);
  let sum = 0n;
  for (const row of rows.iterate()) {
    const digits = columns.map((column) => digestValue(column, row[column.name]));
    sum += BigInt(`0x${sha256(digits.join('')).slice(0, 15)}`);
  }
  return { count: counted?.count ?? 0, sum: `${sum}` };
}

/** Digests the value in PostgreSQL's form. */
function digestValue({ dataType }: Column, value: unknown): string {
  if (value === null) return '-';
  if (value instanceof Uint8Array) return sha256(value);
  return sha256(dataType === 'string' ? escapeText(String(value)) : String(value));
}

function sha256(bytes: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
}
