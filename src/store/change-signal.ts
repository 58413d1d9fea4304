// Notices what other processes, such as the command line, committed to the database.

import type { ChangeSignal } from '../servers/ports.ts';
import type { Connection } from './connection.ts';
import { withStoreErrorsSync } from './errors.ts';

/** A change signal over a counter that SQLite keeps: it moves when another connection commits. */
export function createChangeSignal({ client }: Connection): ChangeSignal {
  const statement = client.prepare<{ data_version: number }, []>('PRAGMA data_version');
  return {
    version: () => withStoreErrorsSync(() => statement.get()?.data_version ?? 0),
  };
}
