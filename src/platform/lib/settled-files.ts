// Watches files that an operator replaces, and reads them again once a change is complete.

import { stat } from 'node:fs/promises';

const CHECK_EVERY_MS = 5_000;

/** Runs a task at an interval until the returned function is called. */
export type Repeat = (task: () => Promise<void>, everyMs: number) => () => void;

export interface Reloadable {
  /** Reads the files at once, changed or not; false when they cannot be used. `undefined` when there are no files. */
  readonly reloadNow: (() => Promise<boolean>) | undefined;
}

/** The caller has just read the files. Calls `reload` when `readSignature` returns a new text twice in a row. */
export async function watchSettled(
  readSignature: () => Promise<string>,
  reload: () => Promise<boolean>,
) {
  let settled = await readSignature();
  let pending: string | undefined;

  async function check(): Promise<void> {
    const seen = await readSignature();
    // While a file is being written it may be incomplete, so two checks have to agree.
    const isStill = seen === pending;
    pending = seen === settled || isStill ? undefined : seen;
    if (!isStill) return;
    settled = seen;
    await reload();
  }

  let isUnderWay = false;
  async function checkForChange(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await check();
    } finally {
      isUnderWay = false;
    }
  }

  return {
    /** Checks every five seconds until the returned function is called. By default, the process may end meanwhile. */
    keepWatching: (repeat: Repeat = repeatInBackground) => repeat(checkForChange, CHECK_EVERY_MS),
    async reloadNow(): Promise<boolean> {
      settled = await readSignature();
      pending = undefined;
      return reload();
    },
  };
}

/** Reloads the files of each source. Returns the names of the sources with usable and with unusable files. */
export async function reloadFiles(
  sources: Readonly<Record<string, Reloadable | undefined>>,
): Promise<{ filesRead: string[]; filesFailed: string[] }> {
  const filesRead: string[] = [];
  const filesFailed: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    if (source?.reloadNow === undefined) continue;
    const isGood = await source.reloadNow();
    (isGood ? filesRead : filesFailed).push(name);
  }
  return { filesRead, filesFailed };
}

/** A text that changes when a file is written or replaced; the inode reveals a replacement of the same size. */
export async function signatureOfFiles(paths: readonly string[]): Promise<string> {
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
