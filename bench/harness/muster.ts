// Starts the compiled binary in a folder of its own, with settings for a load that one machine makes.

import { join } from 'node:path';
import { type Child, findFreePort, type Workplace } from './workplace.ts';

export interface RunningMuster {
  readonly port: number;
  readonly pid: number;
  readonly folder: string;
  /** What it wrote to its log so far. */
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

export interface MusterOptions {
  binary: string;
  /** Data folder that has been filled before; an empty one without it. */
  folder?: string;
  /** Where it runs; on the servers' core unless named. */
  place?: 'server' | 'anywhere';
  env?: Readonly<Record<string, string>>;
}

/** Every server of a bench has the same address and nobody listens on their ports. */
const ONE_MACHINE = {
  MUSTER_SERVERS_PER_ADDRESS: '1000000',
  MUSTER_SERVERS_IN_ALL: '1000000',
  MUSTER_PORT_CHECK: 'false',
  // What was stored before a round must still be listed after it.
  MUSTER_STALE_AFTER: '24h',
} as const;

/** Starts it without waiting for anything; its data is in the folder itself. */
export function spawnMuster(
  workplace: Workplace,
  options: MusterOptions & { folder: string; port: number },
): Child {
  const { binary, folder, port, place = 'server', env = {} } = options;
  return workplace.spawn({
    cmd: [binary],
    place,
    folder,
    errorFile: join(folder, 'log'),
    env: { ...ONE_MACHINE, MUSTER_LISTEN: `127.0.0.1:${port}`, MUSTER_DATA: folder, ...env },
  });
}

/** Starts it and waits until it answers. Throws when it does not within 20 s. */
export async function startMuster(
  workplace: Workplace,
  options: MusterOptions,
): Promise<RunningMuster> {
  const folder = options.folder ?? (await workplace.makeFolder());
  const port = await findFreePort();
  const child = spawnMuster(workplace, { ...options, folder, port });
  await waitFor(`http://127.0.0.1:${port}/readyz`, child);
  return {
    port,
    pid: child.pid,
    folder,
    readLog: () => Bun.file(join(folder, 'log')).text(),
    stop: () => workplace.end(child),
  };
}

/** Waits until an address answers with a status under 500. Throws after 20 s, or when the process ended. */
export async function waitFor(url: string, child: Child): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline && child.exitCode === null) {
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      // Another program may have taken the port just before.
      if (response.status < 500 && child.exitCode === null) return;
    } catch {
      // Not listening yet.
    }
    await Bun.sleep(10);
  }
  throw new Error(`${url} did not answer${child.exitCode === null ? '' : ': its process ended'}.`);
}
