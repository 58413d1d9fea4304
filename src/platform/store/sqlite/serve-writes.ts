// The work of the writer's thread: it alone changes the database, so that no request waits for a lock or the disk.

import { Failure } from '../../lib/failure.ts';
import { isLarge, type Packing, runWriteCall, type WriteCall } from '../write-calls.ts';
import { type Connection, openFileConnection } from './connection.ts';
import { isBusy } from './errors.ts';
import { identify } from './folder.ts';
import type { ServiceList } from './open-service-store.ts';
import { openStores } from './open-store.ts';
import {
  type DatabasePlace,
  toErrorData,
  type WriterReport,
  type WriterRequest,
} from './writer-messages.ts';

declare const self: Worker;

/** The thread waits for the lock in slices, and handles messages in between. */
const LOCK_SLICE_MS = 100;
const LOOK_MS = 250;

interface Opened {
  connection: Connection;
  stores: object;
  timer: NodeJS.Timeout;
}

let opened: Opened | undefined;

/** Handles messages until the thread is told to close. `list` is the main thread's list of stores. */
export function serveWrites<Shared, Own>(list: ServiceList<Shared, Own>): void {
  self.onmessage = ({ data }: MessageEvent<WriterRequest>) => {
    switch (data.kind) {
      case 'open':
        report(open(data.place, list));
        return;
      case 'write': {
        const isMuch = isLarge(data.call, list.packing);
        void write(data.call, list.packing).then((response) => {
          report(response);
          // Without this, the memory of a batch of thousands stays until there is more garbage. Now the message still
          // holds it, and a collection that finds it held would not look at it again for minutes.
          if (isMuch) setImmediate(() => Bun.gc(true));
        });
        return;
      }
      case 'close':
        close();
        report({ kind: 'closed' });
    }
  };
}

function report(response: WriterReport): void {
  self.postMessage(response);
}

function open<Shared, Own>(
  { path, identity }: DatabasePlace,
  list: ServiceList<Shared, Own>,
): WriterReport {
  try {
    requireSameFile(path, identity);
    const connection = openFileConnection(path);
    connection.client.run(`PRAGMA busy_timeout = ${LOCK_SLICE_MS}`);
    opened = {
      connection,
      stores: openStores(list, connection),
      timer: watchOthers(connection),
    };
    return { kind: 'opened' };
  } catch (error) {
    return { kind: 'unopened', failure: toErrorData(error) };
  }
}

/** Throws `unavailable` when the file at the path is not the one that the service opened. */
function requireSameFile(path: string, identity: string): void {
  if (identify(path) === identity) return;
  const message = `${path} is no longer the file that the service opened. Restart the service.`;
  throw new Failure('unavailable', message);
}

async function write(call: WriteCall, packing: Packing): Promise<WriterReport> {
  try {
    if (opened === undefined) throw new Error('The database is not open.');
    const { connection, stores } = opened;
    const before = countChanges(connection);
    const result = await runWriteCall(stores, call, packing);
    return { kind: 'done', result, hasChanged: countChanges(connection) !== before };
  } catch (error) {
    return { kind: isBusy(error) ? 'busy' : 'failed', failure: toErrorData(error) };
  }
}

function countChanges({ client }: Connection): number {
  return (
    client.query<{ changes: number }, []>('SELECT total_changes() AS changes').get()?.changes ?? 0
  );
}

/** Checks for other connections between calls, and reports changes since the last check. */
function watchOthers({ client }: Connection): NodeJS.Timeout {
  // The value changes when another connection commits.
  const dataVersion = client.prepare<{ data_version: number }, []>('PRAGMA data_version');
  let seenVersion = dataVersion.get()?.data_version;
  let wasLocked = false;
  return setInterval(() => {
    try {
      const version = dataVersion.get()?.data_version;
      const isLocked = isLockTaken(client);
      const isChanged = version !== seenVersion;
      if (isChanged || isLocked !== wasLocked) report({ kind: 'seen', isLocked, isChanged });
      seenVersion = version;
      wasLocked = isLocked;
    } catch {
      // The next call fails in the same way, and reports it.
    }
  }, LOOK_MS);
}

function isLockTaken(client: Connection['client']): boolean {
  client.run('PRAGMA busy_timeout = 0');
  try {
    client.run('BEGIN IMMEDIATE');
    client.run('ROLLBACK');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    client.run(`PRAGMA busy_timeout = ${LOCK_SLICE_MS}`);
  }
}

function close(): void {
  clearInterval(opened?.timer);
  opened?.connection.client.close(true);
  opened = undefined;
}
