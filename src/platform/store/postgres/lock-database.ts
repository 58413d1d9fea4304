// Keeps services off a PostgreSQL database while its data is copied.

import { SQL } from 'bun';
import { nameDatabaseHosts } from '../../lib/database-url.ts';
import { Failure } from '../../lib/failure.ts';
import { createHosts } from './hosts.ts';
import { explainOpening } from './open-store.ts';
import { openClient, type PoolerOptions } from './pool.ts';

/** The number of the advisory lock that all services of a database share: "muster" in hexadecimal. */
const SERVICE_LOCK = 0x6d7573746572;
/** A killed service holds the lock until the server notices its end. */
const LOCK_PATIENCE_MS = 3_000;
const LOCK_RETRY_MS = 100;
const ANSWER_MS = 5_000;

export interface DatabaseLock extends AsyncDisposable {
  isLost(): boolean;
  /** Takes the lock again after the server was away, which released the lock. False when another holds the lock. */
  retake(): Promise<boolean>;
}

/** Marks the database as used by a service, unless through a pooler. Throws `conflict` while its data is copied. */
export async function shareDatabase(
  url: string,
  { isPooled = false }: PoolerOptions = {},
): Promise<DatabaseLock> {
  if (isPooled) {
    const retake = async () => true;
    return { isLost: () => false, retake, [Symbol.asyncDispose]: async () => {} };
  }
  const refusal = `The data of the PostgreSQL database at ${nameDatabaseHosts(url)} is being copied by "muster migrate-data". Start the service when that is done.`;
  return explainOpening(url, () => takeLock(url, 'pg_try_advisory_lock_shared', refusal));
}

/** Keeps services off the database. Throws `conflict` while one uses it. The lock ends with its connection. */
export function lockDatabase(url: string): Promise<DatabaseLock> {
  const refusal = `A service uses the PostgreSQL database at ${nameDatabaseHosts(url)}. Its data can only be copied while no service runs. Stop every replica, then run this again.`;
  return explainOpening(url, () => takeLock(url, 'pg_try_advisory_lock', refusal));
}

async function takeLock(url: string, call: string, refusal: string): Promise<DatabaseLock> {
  const hosts = createHosts(url, (single) => openClient(single, 1));
  const open = async () => {
    const opened: SQL = new SQL(await hosts.choose(), {
      max: 1,
      idleTimeout: 0,
      maxLifetime: 0,
      onclose() {
        if (opened === client) isLost = true;
      },
    });
    return opened;
  };
  let isLost = false;
  let client = await open();
  const close = () => client.close({ timeout: 0 });

  async function take(): Promise<boolean> {
    const bound = setTimeout(close, ANSWER_MS);
    try {
      const [row] = await client.unsafe(`SELECT ${call}(${SERVICE_LOCK}) AS "isTaken"`);
      return row.isTaken === true;
    } finally {
      clearTimeout(bound);
    }
  }

  async function retake(): Promise<boolean> {
    // The old connection may be dead without an error, or lead to another host.
    await close();
    client = await open();
    isLost = false;
    return take();
  }

  try {
    const deadlineMs = performance.now() + LOCK_PATIENCE_MS;
    while (!(await take())) {
      if (performance.now() > deadlineMs) throw new Failure('conflict', refusal);
      await Bun.sleep(LOCK_RETRY_MS);
    }
    return { isLost: () => isLost, retake, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
