// Watches files that an operator replaces, and reads them again once they changed and no longer change.

import { stat } from 'node:fs/promises';

const CHECK_EVERY_MS = 5_000;

/** Runs a task at an interval until the returned function is called. */
export type Repeat = (task: () => Promise<void>, everyMs: number) => () => void;

export interface SettledFiles {
  /** Checks once; reloads files that changed before the last check and not since. Rejects only as `reload` does. */
  checkForChange(): Promise<void>;
  /** Reloads at once, changed or not; false when the files cannot be used. Rejects as `reload` does. */
  reloadNow(): Promise<boolean>;
}

export interface Reloadable {
  /** Reads the files at once, changed or not; false when they cannot be used. `undefined` where there are none. */
  readonly reloadNow: (() => Promise<boolean>) | undefined;
}

/**
 * Watches files; the caller reads them now, and only later writes count as a change. `paths` is asked at
 * every check; `reload` resolves to false when the files cannot be used.
 */
export async function watchSettled(
  paths: () => readonly string[],
  reload: () => Promise<boolean>,
): Promise<SettledFiles> {
  let settled = await readSignatures(paths());
  let pending: string | undefined;

  async function check(): Promise<void> {
    const seen = await readSignatures(paths());
    // A file that is being written is incomplete: it has to be the same at two checks.
    const isStill = seen === pending;
    pending = seen === settled || isStill ? undefined : seen;
    if (!isStill) return;
    settled = seen;
    await reload();
  }

  return {
    checkForChange: oneAtATime(check),
    async reloadNow() {
      settled = await readSignatures(paths());
      pending = undefined;
      return reload();
    },
  };
}

/** The same task, skipped while the previous run is under way. */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await task();
    } finally {
      isUnderWay = false;
    }
  };
}

/** Checks every five seconds until the returned function is called, by default without keeping the process alive. */
export function keepWatching(
  { checkForChange }: Pick<SettledFiles, 'checkForChange'>,
  repeat: Repeat = repeatInBackground,
): () => void {
  return repeat(checkForChange, CHECK_EVERY_MS);
}

/** Changes when a file is written or replaced; the inode shows a replacement of the same size. */
async function readSignatures(paths: readonly string[]): Promise<string> {
  const signatures = paths.map(async (path) => {
    const facts = await stat(path).catch(() => undefined);
    return facts === undefined ? 'missing' : `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
  });
  return (await Promise.all(signatures)).join('\n');
}

function repeatInBackground(task: () => Promise<void>, everyMs: number): () => void {
  const timer = setInterval(task, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
