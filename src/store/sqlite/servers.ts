// The repository of live servers, which the registry's write-behind saves in batches.

import type { SQLQueryBindings, Statement } from 'bun:sqlite';
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { servers, serviceState } from '../../../drizzle/schema.ts';
import type { SavedBatch, ServerStore, StoredServer } from '../../servers/ports.ts';
import type { Connection } from './connection.ts';

const rowsPerStatement = 200;
const columns = getTableColumns(servers);
const columnNames = Object.keys(columns) as (keyof typeof columns)[];

// Only its fields count: the text of a statement is made from them.
const blankServer: StoredServer = {
  hash: '',
  ip: '',
  port: 0,
  name: '',
  players: 0,
  maxPlayers: 0,
  software: '',
  isPublic: false,
  supportsWeb: false,
  salt: '',
  country: '',
  startedAt: 0,
  steadySince: 0,
  lastBeatAt: 0,
  reachableAt: null,
};

export function createServerStore(connection: Connection): ServerStore {
  const { client, orm } = connection;
  // Statements that Drizzle wrote, bound by hand: Drizzle takes three times as long to bind them. Prepared
  // for the first batch, so that a start does not wait for it.
  const makeUpserts = () => ({
    many: prepareUpsert(connection, rowsPerStatement),
    one: prepareUpsert(connection, 1),
  });
  let upserts: ReturnType<typeof makeUpserts> | undefined;
  const remove = client.prepare<unknown, [string]>('DELETE FROM servers WHERE hash = ?');

  // Read by hand as well: a start reads ten thousand rows before its first answer.
  const fields = columnNames.map((name) => `"${columns[name].name}" AS "${name}"`);
  const loadAll = client.prepare<ServerRow, []>(
    `SELECT ${fields.join(', ')} FROM ${getTableName(servers)}`,
  );

  function writeBatch({ saved, removed, aliveAt }: SavedBatch): void {
    upserts ??= makeUpserts();
    let rows: StoredServer[] = [];
    for (const server of saved) {
      rows.push(server);
      if (rows.length < rowsPerStatement) continue;
      upserts.many.run(...rows.flatMap(toBindings));
      rows = [];
    }
    for (const server of rows) upserts.one.run(...toBindings(server));
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

    async saveBatch(batch) {
      // Heartbeats are sent again within a minute, so the last of them may be lost in a power cut. Not
      // waiting for the disk keeps all calls behind this one fast. The file stays whole either way. The
      // setting cannot be changed inside a transaction, and nothing else runs between these lines.
      client.run('PRAGMA synchronous = NORMAL');
      try {
        orm.transaction(() => writeBatch(batch), { behavior: 'immediate' });
      } finally {
        client.run('PRAGMA synchronous = FULL');
      }
    },
  };
}

function prepareUpsert(
  { client, orm }: Connection,
  rows: number,
): Statement<unknown, SQLQueryBindings[]> {
  const overwrite = Object.fromEntries(
    columnNames
      .filter((name) => name !== 'hash')
      .map((name) => [name, sql`excluded.${sql.identifier(columns[name].name)}`]),
  );
  const query = orm
    .insert(servers)
    .values(blankServer)
    .onConflictDoUpdate({ target: servers.hash, set: overwrite })
    .toSQL();
  // The text of one row is repeated: Drizzle takes 20 ms to write the text of 200 rows.
  const row = `(${columnNames.map(() => '?').join(', ')})`;
  if (!query.sql.includes(row)) throw new Error(`Drizzle writes rows otherwise: ${query.sql}`);
  return client.prepare(query.sql.replace(row, Array<string>(rows).fill(row).join(', ')));
}

// Drizzle names the columns of an insert in the order in which the table declares them.
function toBindings(server: StoredServer): SQLQueryBindings[] {
  return columnNames.map((name) => server[name]);
}

/** A row as SQLite gives it, under the names of the port. */
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
