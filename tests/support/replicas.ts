// A site of several replicas of the compiled service on one PostgreSQL database, with nginx in front.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, manyAddresses, type RunningMuster, startMuster } from './binary.ts';
import { startPostgres } from './postgres.ts';
import { nginxForMany, startProxy } from './proxies.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

export type Replicas = Awaited<ReturnType<typeof startReplicas>>;

/** Starts a PostgreSQL server and replicas on an empty database, one after another. */
export async function startReplicas(count: number, env: Readonly<Record<string, string>> = {}) {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await startPostgres());
  const url = await server.makeDatabase();
  const all: RunningMuster[] = [];
  const gates: TcpGate[] = [];
  for (let number = 0; number < count; number += 1) {
    const gate = starting.use(await openTcpGate(server.port));
    gates.push(gate);
    const own = url.replace(`:${server.port}/`, `:${gate.port}/`);
    const given = { ...manyAddresses, MUSTER_DATABASE_URL: own, ...env };
    all.push(starting.use(await startMuster({ env: given })));
  }
  const lifetimes = starting.move();
  return {
    ...{ server, url, all },
    /** The way of each to the database. */
    gates,
    /** Starts nginx with the recipe for three replicas, in front of `PROXY_HOST`; returns its port. */
    async startNginx() {
      const [http, https, folder] = [
        await findFreePort(),
        await findFreePort(),
        mkdtempSync(join(tmpdir(), 'muster-nginx-')),
      ];
      lifetimes.defer(() => rmSync(folder, { recursive: true, force: true }));
      const [one = 0, two = 0, three = 0] = all.map((replica) => replica.port);
      const ports = { http, https, muster: [one, two, three] as const };
      const proxy = await startProxy(nginxForMany, folder, ports);
      lifetimes.defer(() => proxy.kill('SIGKILL'));
      return http;
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
