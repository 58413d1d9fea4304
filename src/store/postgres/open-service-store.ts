// Opens the store of a running service in a PostgreSQL database.

import { SQL } from 'bun';
import { Failure } from '../../lib/failure.ts';
import { createHistogram, SECONDS } from '../../lib/histogram.ts';
import { type CheckState, WELL } from '../../lib/readiness.ts';
import { mapMethods } from '../repositories.ts';
import type { ServiceStore } from '../sqlite/open-service-store.ts';
import { accessOf } from '../write-calls.ts';
import { readRevision } from './engine.ts';
import { openMigratedPool, type PostgresHooks } from './open-store.ts';
import { createRepositories } from './repositories.ts';

/** The number of the advisory lock that a service holds: "muster" in hexadecimal. */
const SERVICE_LOCK = 0x6d7573746572;
/** A service that was killed holds the lock until the server has noticed. */
const LOCK_PATIENCE_MS = 3_000;
const LOCK_RETRY_MS = 100;

/** How soon the changes of other processes, such as the command line, are seen. */
const LOOK_EVERY_MS = 500;

/** Opens the store, and brings the schema up to date. Throws `unavailable` when it cannot be used. */
export async function openPostgresServiceStore(
  url: string,
  hooks: PostgresHooks = {},
): Promise<ServiceStore> {
  await using opening = new AsyncDisposableStack();
  const pool = opening.use(await openMigratedPool(url, hooks));
  opening.use(await lockDatabase(url));
  const durations = createHistogram(SECONDS);
  let waiting = 0;
  /** The number of the last change that was looked at, and of those that this process made since. */
  let seen = await readRevision(pool.orm);
  const own = new Set<number>();
  let version = 0;
  let state: CheckState = WELL;

  const repositories = createRepositories(pool.orm, {
    onBegun: (revision) => own.add(revision),
    onUndone(revision) {
      own.delete(revision);
      // The change of that number was not this one.
      if (revision <= seen) version += 1;
    },
  });
  const measured = mapMethods(repositories, (method, repository, name) => {
    if (accessOf(repository, name) === 'read') return method;
    return async (...args) => {
      const begunAt = performance.now();
      waiting += 1;
      try {
        return await method(...args);
      } finally {
        waiting -= 1;
        durations.observe((performance.now() - begunAt) / 1_000);
      }
    };
  });

  async function look(): Promise<void> {
    try {
      const revision = await readRevision(pool.orm);
      let isOthers = revision < seen;
      for (let number = seen + 1; number <= revision; number += 1) {
        if (!own.delete(number)) isOthers = true;
      }
      if (isOthers) version += 1;
      seen = revision;
      state = WELL;
    } catch {
      state = { status: 'failed', message: AWAY };
    }
  }

  const lifetimes = opening.move();
  return {
    ...measured,
    changes: { version: () => version },
    startWriter: async () => {},
    hurry() {},
    lookAtFiles: look,
    writes: { durations, countWaiting: () => waiting },
    checks: { database: () => state, database_file: () => WELL, history: () => WELL },
    jobs: [{ name: 'look for changes in the database', intervalMs: LOOK_EVERY_MS, run: look }],
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/**
 * Keeps a second service off the database: each would send every email, and list only the servers that it
 * heard of. Throws `conflict` when there is one. The lock ends with its connection.
 */
async function lockDatabase(url: string): Promise<AsyncDisposable> {
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

const AWAY =
  'The PostgreSQL server does not answer, so nothing can be saved and nobody can log in.';
