// Watches files that an operator replaces, and reads them again once they changed and no longer change.

import { stat } from 'node:fs/promises';

const CHECK_EVERY_MS = 5_000;

/** Runs a task at an interval until the returned function is called. */
export type Repeat = (task: () => Promise<void>, everyMs: number) => () => void;

export interface Reloadable {
  /** Reads the files at once, changed or not; false when they cannot be used. `undefined` where there are none. */
  readonly reloadNow: (() => Promise<boolean>) | undefined;
}

/** The caller reads the files now; when `readSignature` then returns another text, twice the same, `reload` is called. */
export async function watchSettled(
  readSignature: () => Promise<string>,
  reload: () => Promise<boolean>,
) {
  let settled = await readSignature();
  let pending: string | undefined;

  async function check(): Promise<void> {
    const seen = await readSignature();
    // A file that is being written is incomplete: it has to be the same at two checks.
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
    /** Checks every five seconds until the returned function is called, by default without keeping the process alive. */
    keepWatching: (repeat: Repeat = repeatInBackground) => repeat(checkForChange, CHECK_EVERY_MS),
    async reloadNow(): Promise<boolean> {
      settled = await readSignature();
      pending = undefined;
      return reload();
    },
  };
}

/** Has each read its files, and tells which can be used. */
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

/** Differs when a file was written or replaced; the inode shows a replacement of the same size. */
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
