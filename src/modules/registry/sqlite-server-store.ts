// The store of live servers in SQLite. The registry's write-behind saves them in batches.

import type { SQLQueryBindings, Statement } from 'bun:sqlite';
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { Failure } from '../../platform/lib/failure.ts';
import { noteAlive } from '../../platform/store/clock-leaps.ts';
import type { Database } from '../../platform/store/engine.ts';
import { findRow } from '../../platform/store/queries.ts';
import type { Connection } from '../../platform/store/sqlite/connection.ts';
import { sqliteKit } from '../../platform/store/sqlite/table-kit.ts';
import type { SavedBatch, SavedBeat, ServerStore, StoredServer } from './server-ports.ts';
import { serverTables } from './server-tables.ts';

type Client = Connection['client'];
type Prepared = Statement<unknown, SQLQueryBindings[]>;

const ROWS_PER_STATEMENT = 200;
const { servers } = serverTables(sqliteKit);
const columns = getTableColumns(servers);
// Drizzle names the columns of an insert in the order of the table's declaration.
const fields = Object.keys(columns) as (keyof typeof columns)[];

export function createServerStore(db: Database, client: Client): ServerStore {
  const { serviceState } = db.tables;
  // Drizzle writes these statements, but they are bound by hand, which takes a third of the time. They are prepared for
  // the first batch, so that a start does not wait for it.
  const prepareWrites = () => ({
    upsert: inParts((rows) => prepareUpsert(db, client, rows), toBindings),
    update: inParts(
      (rows) => prepareUpdate(client, rows),
      (beat: SavedBeat) => [...beat],
    ),
  });
  let prepared: ReturnType<typeof prepareWrites> | undefined;
  const remove = client.prepare<unknown, [string]>('DELETE FROM servers WHERE hash = ?');

  // Reads the columns without Drizzle as well, because a start reads ten thousand rows before its first answer.
  const named = fields.map((field) => `"${columns[field].name}" AS "${field}"`);
  const loadAll = client.prepare<ServerRow, []>(
    `SELECT ${named.join(', ')} FROM ${getTableName(servers)}`,
  );

  async function writeBatch({ saved, beats = [], removed, aliveAt }: SavedBatch): Promise<void> {
    prepared ??= prepareWrites();
    prepared.upsert(saved);
    prepared.update(beats);
    for (const { hash } of removed) remove.run(hash);
    await db
      .insert(serviceState)
      .values({ id: 1, lastAliveAt: aliveAt })
      .onConflictDoUpdate({ target: serviceState.id, set: noteAlive });
  }

  return {
    loadServers: async () => ({
      servers: loadAll.all().map(toServer),
      lastAliveAt: (await findRow(db, serviceState))?.lastAliveAt,
    }),

    // Servers repeat heartbeats within a minute. Not waiting for the disk keeps the calls behind this one fast.
    saveBatch: (batch) => db.transactionWithoutSync(() => writeBatch(batch)),
  };
}

function prepareUpsert(db: Database, client: Client, rows: number): Prepared {
  const overwrite = fields
    .filter((field) => field !== 'hash')
    .map((field) => [field, sql`excluded.${sql.identifier(columns[field].name)}`]);
  // Only the names of its fields matter: they make the text of the statement.
  const blank = Object.fromEntries(fields.map((field) => [field, 0])) as unknown as StoredServer;
  const query = db
    .insert(servers)
    .values(blank)
    .onConflictDoUpdate({ target: servers.hash, set: Object.fromEntries(overwrite) })
    .toSQL();
  // Repeats the text of one row: Drizzle takes 20 ms to write the text of 200 rows.
  const row = `(${fields.map(() => '?').join(', ')})`;
  if (!query.sql.includes(row)) throw new Error(`Drizzle writes rows otherwise: ${query.sql}`);
  return client.prepare(query.sql.replace(row, Array<string>(rows).fill(row).join(', ')));
}

/** An update of single fields, which takes a third less time than an upsert of whole rows. */
function prepareUpdate(client: Client, rows: number): Prepared {
  const values = Array<string>(rows).fill('(?, ?, ?)').join(', ');
  return client.prepare(
    `WITH beat (hash, players, at) AS (VALUES ${values})
      UPDATE servers SET players = beat.players, last_beat_at = beat.at FROM beat WHERE servers.hash = beat.hash`,
  );
}

/** Writes rows, many to a statement. Throws when an update finds no row. */
function inParts<Row>(prepare: (rows: number) => Prepared, bind: (row: Row) => SQLQueryBindings[]) {
  const many = prepare(ROWS_PER_STATEMENT);
  const one = prepare(1);
  const run = (statement: Prepared, part: readonly Row[]): void => {
    if (statement.run(...part.flatMap(bind)).changes === part.length) return;
    // The service itself removes rows in the order of the batches. The next batch contains these rows as a whole.
    throw new Failure('unavailable', 'Another program removed servers from the database.');
  };
  return (rows: Iterable<Row>): void => {
    let part: Row[] = [];
    for (const row of rows) {
      part.push(row);
      if (part.length < ROWS_PER_STATEMENT) continue;
      run(many, part);
      part = [];
    }
    for (const row of part) run(one, [row]);
  };
}

function toBindings(server: StoredServer): SQLQueryBindings[] {
  return fields.map((field) => server[field]);
}

type ServerRow = Omit<StoredServer, 'isPublic' | 'supportsWeb'> & {
  isPublic: unknown;
  supportsWeb: unknown;
};

function toServer(row: ServerRow): StoredServer {
  // Changed in place, because there may be ten thousand rows.
  row.isPublic = row.isPublic !== 0;
  row.supportsWeb = row.supportsWeb !== 0;
  return row as StoredServer;
}
