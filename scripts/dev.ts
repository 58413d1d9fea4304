// npm run dev: serves from the sources on an example database, and starts again whenever a source changes.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databasePath } from '../src/platform/store/sqlite/folder.ts';
import { sendAllHeartbeats } from './example/heartbeats.ts';
import { LOGINS, PASSWORD, seed } from './example/seed.ts';
import { makeServers, SERVERS } from './example/servers.ts';

const HEARTBEAT_INTERVAL_MS = 30_000;
const LOOK_INTERVAL_MS = 250;
const STOP_MS = 12_000;

const root = join(import.meta.dir, '..');

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'dev-data' },
    port: { type: 'string', default: '8080' },
    servers: { type: 'string', default: `${SERVERS.length}` },
  },
});
const servers = makeServers(Number(values.servers));
const folder = resolve(values.folder);
const baseUrl = `http://localhost:${values.port}`;
const origin = `http://127.0.0.1:${values.port}`;

const say = (line: string) => process.stdout.write(`${line}\n`);

if (!existsSync(databasePath(folder))) {
  say(`Filling ${folder} with an example database`);
  await seed(folder, servers);
}

const service = Bun.spawn({
  cmd: [
    ...[process.execPath, '--no-env-file', '--watch', '--no-clear-screen', 'src/main.ts', 'serve'],
    ...[`--data=${folder}`, `--listen=127.0.0.1:${values.port}`, `--base-url=${baseUrl}`],
    // The example servers speak through this machine, as through a proxy, and nobody can connect to them.
    ...['--extra-hosts=127.0.0.1', '--trusted-proxies=127.0.0.1', '--port-check=false'],
    // Emails are written to the log.
    '--development=true',
  ],
  cwd: root,
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
});

let isStopping = false;
function stop(): void {
  isStopping = true;
  service.kill('SIGTERM');
  setTimeout(() => service.kill('SIGKILL'), STOP_MS).unref();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}

void (async () => {
  while (!(await isReady())) await Bun.sleep(LOOK_INTERVAL_MS);
  const names = LOGINS.map(({ name, role }) => `${name} (${role})`).join(', ');
  say(`\n${baseUrl}/ restarts when a source changes. Ctrl+C stops it.`);
  say(`Log in as ${names}; the password is ${PASSWORD}\n`);
  while (!isStopping) {
    // A service that is starting again misses some, and gets the next ones.
    await sendAllHeartbeats(origin, servers).catch(() => {});
    await Bun.sleep(HEARTBEAT_INTERVAL_MS);
  }
})();

await service.exited;
process.exit(isStopping ? 0 : 1);
