// Keeps two services off one PostgreSQL database.

import { SQL } from 'bun';
import { Failure } from '../../lib/failure.ts';

/** The number of the advisory lock that a service holds: "muster" in hexadecimal. */
const SERVICE_LOCK = 0x6d7573746572;
/** A service that was killed holds the lock until the server has noticed. */
const LOCK_PATIENCE_MS = 3_000;
const LOCK_RETRY_MS = 100;

/**
 * Keeps a second service off the database: each would send every email, and list only the servers that it
 * heard of. Throws `conflict` when there is one. The lock ends with its connection.
 */
export async function lockDatabase(url: string): Promise<AsyncDisposable> {
  const client = new SQL(url, { max: 1, idleTimeout: 0, maxLifetime: 0 });
  const deadlineMs = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const [row] = await client`SELECT pg_try_advisory_lock(${SERVICE_LOCK}) AS "isTaken"`;
    if (row.isTaken === true) return { [Symbol.asyncDispose]: () => client.close({ timeout: 0 }) };
    if (performance.now() > deadlineMs) break;
    await Bun.sleep(LOCK_RETRY_MS);
  }
  await client.close({ timeout: 0 });
  throw new Failure(
    'conflict',
    `Another service uses the PostgreSQL database at ${new URL(url).host}, and only one can. Stop that one, or use another database (database_url).`,
  );
}
