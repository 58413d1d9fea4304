// Several replicas of the compiled service on one PostgreSQL database.

import { manyAddresses, type RunningMuster, startMuster } from './binary.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** Replicas of one site. */
export interface Replicas extends AsyncDisposable {
  server: PostgresServer;
  /** The address of their database. */
  url: string;
  all: RunningMuster[];
}

/** Starts a PostgreSQL server and replicas on an empty database, one after another. */
export async function startReplicas(
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Replicas> {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await startPostgres());
  const url = await server.makeDatabase();
  const all: RunningMuster[] = [];
  for (let number = 0; number < count; number += 1) {
    const given = { ...manyAddresses, MUSTER_DATABASE_URL: url, ...env };
    all.push(starting.use(await startMuster({ env: given })));
  }
  const lifetimes = starting.move();
  return { server, url, all, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}
