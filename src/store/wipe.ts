// Sees to it that what was removed cannot be read from the files any more.

import type { Connection } from './connection.ts';
import { isBusy } from './errors.ts';

/** A program that reads just now is not waited for: what it keeps here goes with the next look. */
const PATIENCE_MS = 50;

/**
 * Writes the log of changes back into the database, where removed rows are zeros already, and empties
 * it: its older pages still hold them.
 */
export function wipeRemains({ client }: Connection): void {
  const before = client.prepare<{ timeout: number }, []>('PRAGMA busy_timeout').get()?.timeout ?? 0;
  client.run(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  try {
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    client.run(`PRAGMA busy_timeout = ${before}`);
  }
}
