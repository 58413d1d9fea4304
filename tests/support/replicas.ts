// A site of several replicas of the compiled service on one PostgreSQL database, with nginx in front.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findFreePort,
  makeFolder,
  manyAddresses,
  type RunningMuster,
  startMuster,
} from './binary.ts';
import { eventually } from './eventually.ts';
import { startPostgres } from './postgres.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

const METRICS_TOKEN = 'metrics-token-of-the-test';
const SETTINGS = { ...manyAddresses, MUSTER_METRICS_TOKEN: METRICS_TOKEN };

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
    const given = { ...SETTINGS, MUSTER_DATABASE_URL: own, ...env };
    all.push(starting.use(await startMuster({ env: given })));
  }
  const lifetimes = starting.move();
  return {
    ...{ server, url, all },
    /** The way of each to the database. */
    gates,
    /** Starts nginx, which gives each request to the next replica; returns its port. */
    async startNginx() {
      const port = await findFreePort();
      const folder = await makeFolder();
      const file = join(folder, 'nginx.conf');
      const ports = all.map((replica) => replica.port);
      writeFileSync(file, describeNginx(folder, port, ports));
      const nginx = Bun.spawn({
        cmd: ['nginx', '-e', 'stderr', '-c', file],
        ...{ stdout: 'ignore', stderr: 'ignore' },
      });
      lifetimes.defer(() => {
        nginx.kill('SIGKILL');
      });
      for (let tries = 0; tries < 400; tries += 1) {
        const answer = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined);
        if (answer?.status === 200) return port;
        await Bun.sleep(25);
      }
      throw new Error('nginx did not begin to serve.');
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** The replica that leads, once one alone of these does. One that does not answer does not lead. */
export async function findLeader(all: readonly RunningMuster[]): Promise<RunningMuster> {
  const [leader] = await eventually(
    async () => {
      const states = await Promise.all(all.map(isLeading));
      return all.filter((_, index) => states[index]);
    },
    (leaders) => leaders.length === 1,
  );
  if (leader === undefined) throw new Error('Nobody leads.');
  return leader;
}

async function isLeading({ url }: RunningMuster): Promise<boolean> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const signal = AbortSignal.timeout(1_000);
  const answer = await fetch(`${url}/metrics`, { headers, signal }).catch(() => undefined);
  return /^muster_leader 1$/m.test((await answer?.text()) ?? '');
}

/**
 * A request that reached no replica goes to the next one; one that may have been answered goes to nobody else. None is
 * left out for a time (max_fails): where each is replaced within a second of the one before, none would be left.
 */
function describeNginx(folder: string, port: number, replicas: readonly number[]): string {
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  upstream site {
${replicas.map((it) => `    server 127.0.0.1:${it} max_fails=0;\n`).join('')}  }
  server {
    listen ${port};
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      proxy_connect_timeout 1s;
      proxy_read_timeout 20s;
      proxy_next_upstream error timeout;
    }
  }
}
`;
}
