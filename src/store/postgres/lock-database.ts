// Keeps two services off one PostgreSQL database.

import { SQL } from 'bun';
import { Failure } from '../../lib/failure.ts';

/** The number of the advisory lock that a service holds: "muster" in hexadecimal. */
const SERVICE_LOCK = 0x6d7573746572;
/** A service that was killed holds the lock until the server has noticed. */
const LOCK_PATIENCE_MS = 3_000;
const LOCK_RETRY_MS = 100;

/** The lock of a database. Disposing it lets others have the database. */
export interface DatabaseLock extends AsyncDisposable {
  /** Takes it again after the server was away, which ends the lock; false when another service has it. */
  retake(): Promise<boolean>;
}

/**
 * Keeps a second service off the database: each would send every email, and list only the servers that it
 * heard of. Throws `conflict` when there is one. The lock ends with its connection.
 */
export async function lockDatabase(url: string): Promise<DatabaseLock> {
  const client = new SQL(url, { max: 1, idleTimeout: 0, maxLifetime: 0 });
  const close = () => client.close({ timeout: 0 });

  async function take(): Promise<boolean> {
    const [row] = await client`SELECT pg_try_advisory_lock(${SERVICE_LOCK}) AS "isTaken"`;
    return row.isTaken === true;
  }

  try {
    const deadlineMs = performance.now() + LOCK_PATIENCE_MS;
    while (!(await take())) {
      if (performance.now() > deadlineMs) throw refuseSecond(url);
      await Bun.sleep(LOCK_RETRY_MS);
    }
    return { retake: take, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuseSecond(url: string): Failure {
  return new Failure(
    'conflict',
    `Another service uses the PostgreSQL database at ${new URL(url).host}, and only one can. Stop that one, or use another database (database_url).`,
  );
}
