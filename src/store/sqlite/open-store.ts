// Opens the store on one connection, as the command line and tests use it.

import type { ChangeSignal } from '../../servers/ports.ts';
import { type Repositories, wrapMethods } from '../repositories.ts';
import type { Connection } from './connection.ts';
import { listDamage } from './damage.ts';
import { openDatabase, type StoreHooks, type StoreLocation } from './database.ts';
import { withStoreErrorsSync } from './errors.ts';
import { migrations } from './migrations.ts';
import { createRepositories } from './repositories.ts';

export interface Store extends Repositories, Disposable {
  changes: ChangeSignal;
  /** Reads the whole database and returns what is wrong with it, a line each; slow on a large one. */
  checkIntegrity(): string[];
}

/** Opens the store, up to date, after keeping a copy of an older one. Throws `unavailable` when it cannot be used. */
export function openStore(location: StoreLocation, hooks: StoreHooks = {}): Store {
  return createStore(openDatabase(location, migrations, hooks));
}

export function createStore(connection: Connection): Store {
  return {
    ...oneAfterAnother(createRepositories(connection)),
    changes: createChangeSignal(connection),
    checkIntegrity: () => findFaults(connection),
    // The last connection to close writes the WAL back and removes it. `true` also ends the prepared
    // statements; otherwise the file stays open until they are garbage-collected.
    [Symbol.dispose]: () => connection.client.close(true),
  };
}

/** A call begins when the one before has ended: what it reads and writes is of no other call's transaction. */
function oneAfterAnother(repositories: Repositories): Repositories {
  let last: Promise<unknown> = Promise.resolve();
  return wrapMethods(repositories, (method) => (...args) => {
    const settled = last.then(() => method(...args));
    last = settled.catch(() => {});
    return settled;
  });
}

/** A signal of what other processes, such as the command line, committed: SQLite counts their commits. */
export function createChangeSignal({ client }: Connection): ChangeSignal {
  const statement = client.prepare<{ data_version: number }, []>('PRAGMA data_version');
  return {
    version: () => withStoreErrorsSync(() => statement.get()?.data_version ?? 0),
  };
}

/** Reads the whole database and its references, and returns what is wrong, a line each. */
export function findFaults({ client }: Connection): string[] {
  const lines = listDamage(client, 'integrity_check');
  if (lines.length > 0) return lines;
  return client
    .prepare<{ table: string; parent: string }, []>('PRAGMA foreign_key_check')
    .all()
    .map((row) => `A row of ${row.table} belongs to nothing in ${row.parent}.`);
}
