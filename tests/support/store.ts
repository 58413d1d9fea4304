// A real store in memory, for tests of other modules.

import { createStore, type ServiceStore, type Store } from '../../src/app/open-stores.ts';
import { stateOf } from '../../src/platform/ops/readiness.ts';
import {
  type Connection,
  openMemoryConnection,
} from '../../src/platform/store/sqlite/connection.ts';
import { openDatabase } from '../../src/platform/store/sqlite/database.ts';
import { migrations } from '../../src/platform/store/sqlite/migrations.ts';

/** What is wrong with a store of a service. */
export function problemsOf({ checks }: Pick<ServiceStore, 'checks'>) {
  return Object.values(checks)
    .map((check) => stateOf(check()))
    .filter(({ status }) => status !== 'ok');
}

/** The content of a new database after all migrations, which take twenty times as long as a copy of it. */
let migrated: Uint8Array | undefined;

/** A connection to an empty database in memory. */
export function openMigrated(): Connection {
  if (migrated === undefined) {
    const { client } = openDatabase({ memory: true }, migrations, {});
    migrated = client.serialize();
    client.close(true);
  }
  return openMemoryConnection(migrated);
}

/** Opens an empty store that nobody else sees; the caller disposes it. */
export function openTestStore(): Store {
  return createStore(openMigrated());
}

/** A store whose content a test can read past every repository. */
export interface WatchedStore {
  store: Store;
  /** How many rows were ever inserted, changed or removed, whatever became of them. */
  countChanges(): number;
  /** Every row of every table, as JSON. */
  readAll(): string;
  /** How many bytes its pages take, those that are free left out. */
  countBytes(): number;
  /** Whether every write from now on fails. */
  refuseWrites(isRefused: boolean): void;
}

/** Opens an empty one. */
export function openWatchedStore(): WatchedStore {
  const connection = openMigrated();
  const { client } = connection;
  const tables = client
    .prepare<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  return {
    store: createStore(connection),
    countChanges: () =>
      client.prepare<{ n: number }, []>('SELECT total_changes() AS n').get()?.n ?? 0,
    readAll: () =>
      JSON.stringify(
        tables.map((name) => [name, client.prepare(`SELECT * FROM "${name}"`).all()]),
        (_key, value) => (ArrayBuffer.isView(value) ? `${value}` : value),
      ),
    countBytes: () =>
      client.prepare<{ n: number }, []>('SELECT sum(pgsize) AS n FROM dbstat').get()?.n ?? 0,
    refuseWrites: (isRefused) => client.run(`PRAGMA query_only = ${isRefused ? 'ON' : 'OFF'}`),
  };
}
