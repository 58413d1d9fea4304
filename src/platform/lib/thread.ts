// Starts the threads of the service, from sources and in the binary.

import { setPriority } from 'node:os';

const LESS_URGENT = 10;

/**
 * Starts `src/<path>-thread.ts`, an entry point of the build. In the binary, this file is part of a bundle, but the
 * thread's file keeps its folder.
 */
export function startThread(
  path: 'app/writer' | 'modules/embed/card' | 'platform/store/sqlite/maintenance',
): Worker {
  const here = import.meta.url;
  const root = here.endsWith('/platform/lib/thread.ts') ? '../..' : '.';
  return new Worker(new URL(`${root}/${path}-thread.ts`, here).href, { smol: true });
}

/** Lowers the priority of the calling thread on Linux, and of the whole process on other systems. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, LESS_URGENT);
  } catch {
    // A sandbox may forbid it.
  }
}
