// Watches files that an operator replaces: they are read again once they changed and stand still.

import { stat } from 'node:fs/promises';

const CHECK_EVERY_MS = 5_000;

/** Runs a task again and again until the returned function is called. */
export type Repeat = (task: () => Promise<void>, everyMs: number) => () => void;

/** Files while they are watched. */
export interface SettledFiles {
  /** Looks once, and reloads when it is time to. Never rejects unless `reload` does. */
  checkForChange(): Promise<void>;
  /** Reloads at once, changed or not; false when the files cannot be used. Rejects as `reload` does. */
  reloadNow(): Promise<boolean>;
}

/** What may come from files. */
export interface Reloadable {
  /** Reads the files at once, changed or not; false when they cannot be used. `undefined` where there are none. */
  readonly reloadNow: (() => Promise<boolean>) | undefined;
}

/** What stands now is taken as read: what is written from here on is a change. `reload` answers whether it went well. */
export async function watchSettled(
  paths: readonly string[],
  reload: () => Promise<boolean>,
): Promise<SettledFiles> {
  let settled = await readSignatures(paths);
  let pending: string | undefined;

  async function check(): Promise<void> {
    const seen = await readSignatures(paths);
    // A file that is written in place is not whole at once: it has to stand still for one round.
    const isStill = seen === pending;
    pending = seen === settled || isStill ? undefined : seen;
    if (!isStill) return;
    settled = seen;
    await reload();
  }

  return {
    checkForChange: oneAtATime(check),
    async reloadNow() {
      settled = await readSignatures(paths);
      pending = undefined;
      return reload();
    },
  };
}

/** The same task, left out while it is still under way. */
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

/** Looks every few seconds, by a timer that does not keep the process alive unless told otherwise. */
export function keepWatching(
  { checkForChange }: Pick<SettledFiles, 'checkForChange'>,
  repeat: Repeat = repeatInBackground,
): () => void {
  return repeat(checkForChange, CHECK_EVERY_MS);
}

/** Differs when a file was written to or replaced; the inode tells a replacement of equal size. */
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
