// What follows changes while the service runs: values of reloaded settings, and data that another process changed.

import { createJob, type Job } from './timers.ts';

/** How soon changes by another process count, such as a ban or a deleted account by the command line. */
export const RELOAD_EVERY_MS = 250;

/** Returns a function that makes the value on its first call, and again whenever `read` returns a different source. */
export function createReloaded<Value, Made>(
  read: () => Value,
  make: (value: Value) => Made,
): () => Made {
  let last: { value: Value; made: Made } | undefined;
  return () => {
    const value = read();
    if (last === undefined || value !== last.value) last = { value, made: make(value) };
    return last.made;
  };
}

/** Creates the job that reloads whenever `version` changed, which another process does with each commit. */
export function createReloadJob(
  name: string,
  { version }: { version(): number },
  reload: () => Promise<unknown>,
): Job {
  let seenVersion = version();
  return createJob(name, RELOAD_EVERY_MS, async () => {
    const current = version();
    if (current === seenVersion) return;
    await reload();
    seenVersion = current;
  });
}
