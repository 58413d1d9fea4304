// Owns every process and folder of a run, so that nothing of it is left behind.

import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import type { Machine } from './machine.ts';

/** How a process is started. */
export interface Start {
  cmd: readonly string[];
  /** Where it runs, when the machine has places to tell apart. */
  place: 'server' | 'load' | 'anywhere';
  env?: Readonly<Record<string, string>>;
  folder?: string;
  /** Gets the standard error; without it the bench's own does. */
  errorFile?: string;
}

export type Child = Subprocess<'ignore', 'pipe', 'inherit'>;

export interface Workplace extends AsyncDisposable {
  readonly machine: Machine;
  spawn(start: Start): Child;
  /** Asks a process to end, and kills it when it does not within 15 s. */
  end(child: Child): Promise<void>;
  makeFolder(): Promise<string>;
}

const PATIENCE_MS = 15_000;

/** Opens the workplace; ends all of it when disposed of, on a signal, or when the process exits. */
export function openWorkplace(machine: Machine): Workplace {
  const children = new Set<Child>();
  const folders = new Set<string>();

  function clear(): void {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    folders.clear();
  }

  async function end(child: Child): Promise<void> {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await child.exited;
    clearTimeout(timer);
    children.delete(child);
  }

  process.on('exit', clear);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(1));
  }

  return {
    machine,
    spawn({ cmd, place, env = {}, folder, errorFile }) {
      const child = Bun.spawn({
        cmd: [...machine.pin(place), ...cmd],
        env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ...env },
        ...(folder === undefined ? {} : { cwd: folder }),
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: errorFile === undefined ? 'inherit' : Bun.file(errorFile),
      });
      children.add(child as Child);
      return child as Child;
    },
    end,
    async makeFolder() {
      const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
      folders.add(folder);
      return folder;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...children].map(end));
      clear();
    },
  };
}

/** A loopback port that nobody listens on right now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
