// The lock that lets only one service serve a data folder.

import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { Failure } from '../lib/failure.ts';
import { describeOpenFailure } from './connection.ts';
import { isBusy } from './errors.ts';
import { createPrivateFile, prepareFolder } from './folder.ts';

/**
 * Takes the folder for this process until the result is disposed or the process ends, however it
 * ends: the system itself holds the lock, so nothing stale is ever left. Makes the folder when there
 * is none. Throws `conflict` when another process has it, `unavailable` when it cannot be used.
 *
 * Nothing in this process may open and close `service.lock` in another way: POSIX drops a process's
 * locks on a file with the first descriptor of it that is closed.
 */
export function lockFolder(folder: string): Disposable {
  prepareFolder(folder);
  const path = join(folder, 'service.lock');
  createPrivateFile(path);
  let client: Database | undefined;
  try {
    client = new Database(path, { readwrite: true });
    client.run('PRAGMA journal_mode = MEMORY');
    client.run('BEGIN EXCLUSIVE');
  } catch (error) {
    client?.close(true);
    if (!isBusy(error)) throw describeOpenFailure(error, path);
    throw new Failure(
      'conflict',
      `Another muster serves the data folder ${folder}. Stop it first, or name another folder (MUSTER_DATA).`,
    );
  }
  const held = client;
  return { [Symbol.dispose]: () => held.close(true) };
}
