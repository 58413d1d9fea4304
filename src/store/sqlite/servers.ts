// The repository of live servers, which the registry's write-behind saves in batches.

import type { SQLQueryBindings, Statement } from 'bun:sqlite';
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { servers, serviceState } from '../../../drizzle/schema.ts';
import type { SavedBatch, ServerStore, StoredServer } from '../../servers/ports.ts';
import { type Connection, withoutSync } from './connection.ts';

const ROWS_PER_STATEMENT = 200;
const columns = getTableColumns(servers);
// Drizzle names the columns of an insert in the order in which the table declares them.
const fields = Object.keys(columns) as (keyof typeof columns)[];

export function createServerStore(connection: Connection): ServerStore {
  const { client, orm } = connection;
  // Statements that Drizzle wrote, bound by hand: Drizzle takes three times as long to bind them. Prepared
  // for the first batch, so that a start does not wait for it.
  const prepareWrites = () => ({
    upsert: inParts((rows) => prepareUpsert(connection, rows)),
    update: inParts((rows) => prepareUpdate(connection, rows)),
  });
  let prepared: ReturnType<typeof prepareWrites> | undefined;
  const remove = client.prepare<unknown, [string]>('DELETE FROM servers WHERE hash = ?');

  // Read by hand as well: a start reads ten thousand rows before its first answer.
  const named = fields.map((field) => `"${columns[field].name}" AS "${field}"`);
  const loadAll = client.prepare<ServerRow, []>(
    `SELECT ${named.join(', ')} FROM ${getTableName(servers)}`,
  );

  function writeBatch({ saved, beats = [], removed, aliveAt }: SavedBatch): void {
    prepared ??= prepareWrites();
    prepared.upsert(saved, toBindings);
    prepared.update(beats, (beat) => [...beat]);
    for (const { hash } of removed) remove.run(hash);
    orm
      .insert(serviceState)
      .values({ id: 1, lastAliveAt: aliveAt })
      .onConflictDoUpdate({ target: serviceState.id, set: { lastAliveAt: aliveAt } })
      .run();
  }

  return {
    loadServers: async () => ({
      servers: loadAll.all().map(toServer),
      lastAliveAt: orm.select().from(serviceState).get()?.lastAliveAt,
    }),

    // Heartbeats are sent again within a minute. Not waiting for the disk keeps all calls behind this one fast.
    saveBatch: (batch) =>
      withoutSync(client, () =>
        orm.transaction(() => writeBatch(batch), { behavior: 'immediate' }),
      ),
  };
}

function prepareUpsert(
  { client, orm }: Connection,
  rows: number,
): Statement<unknown, SQLQueryBindings[]> {
  const overwrite = fields
    .filter((field) => field !== 'hash')
    .map((field) => [field, sql`excluded.${sql.identifier(columns[field].name)}`]);
  // Only its fields count: the text of the statement is made from them.
  const blank = Object.fromEntries(fields.map((field) => [field, 0])) as unknown as StoredServer;
  const query = orm
    .insert(servers)
    .values(blank)
    .onConflictDoUpdate({ target: servers.hash, set: Object.fromEntries(overwrite) })
    .toSQL();
  // The text of one row is repeated: Drizzle takes 20 ms to write the text of 200 rows.
  const row = `(${fields.map(() => '?').join(', ')})`;
  if (!query.sql.includes(row)) throw new Error(`Drizzle writes rows otherwise: ${query.sql}`);
  return client.prepare(query.sql.replace(row, Array<string>(rows).fill(row).join(', ')));
}

/** A third less time than an upsert of whole rows. Fails where one of the servers is not stored. */
function prepareUpdate({ client }: Connection, rows: number) {
  const values = Array<string>(rows).fill('(?, ?, ?)').join(', ');
  const update = client.prepare<unknown, SQLQueryBindings[]>(
    `WITH beat (hash, players, at) AS (VALUES ${values})
      UPDATE servers SET players = beat.players, last_beat_at = beat.at FROM beat WHERE servers.hash = beat.hash`,
  );
  return {
    run(...bindings: SQLQueryBindings[]) {
      if (update.run(...bindings).changes === rows) return;
      // By hand: the service removes them in the order of the batches. The next one saves all of them as a whole.
      throw new Error('Another program removed servers from the database.');
    },
  };
}

/** Runs a statement for many rows at a time, and that for one row for what is left. */
function inParts(prepare: (rows: number) => { run(...bindings: SQLQueryBindings[]): unknown }) {
  const many = prepare(ROWS_PER_STATEMENT);
  const one = prepare(1);
  return <Row>(rows: Iterable<Row>, bind: (row: Row) => SQLQueryBindings[]): void => {
    let part: Row[] = [];
    for (const row of rows) {
      part.push(row);
      if (part.length < ROWS_PER_STATEMENT) continue;
      many.run(...part.flatMap(bind));
      part = [];
    }
    for (const row of part) one.run(...bind(row));
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
  // Changed in place, since there may be ten thousand rows.
  row.isPublic = row.isPublic !== 0;
  row.supportsWeb = row.supportsWeb !== 0;
  return row as StoredServer;
}
