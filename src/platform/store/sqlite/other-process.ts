// Finds a running service that has another database open than the one in the folder.

import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure, readOr } from '../../lib/failure.ts';
import { identify, listFiles } from './folder.ts';

/** Linux lists the open files of processes here; on other systems the search finds nothing. */
const PROCESSES = '/proc';

/**
 * Throws `conflict` when another process has a database open that was at `path` and has been deleted or replaced: new
 * writes would be lost. Finds no processes that this user may not inspect.
 */
export function refuseBesideService(path: string): void {
  const real = resolveFolder(path);
  for (const pid of listFiles(PROCESSES)) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const folder = join(PROCESSES, pid, 'fd');
    // Another user's process, or one that has just ended, lists nothing.
    for (const link of listFiles(folder).map((descriptor) => join(folder, descriptor))) {
      const target = readLink(link)?.replace(/ \(deleted\)$/, '');
      if (target !== real && target !== `${real}-wal`) continue;
      const file = `${path}${target.slice(real.length)}`;
      const opened = identify(link);
      // The link gave an error code: the process has closed the file or ended in the meantime.
      if (!opened.includes(' ') || opened === identify(file)) continue;
      const message = `The running service (process ${pid}) has ${basename(path)} open, but ${basename(file)} in ${dirname(path)} was deleted or replaced since it started. Stop it, put the database or a backup in its place, and start it again.`;
      throw new Failure('conflict', message);
    }
  }
}

/** The system lists open files by their real path. The folder itself may be deleted. */
function resolveFolder(path: string): string {
  const missing: string[] = [basename(path)];
  let folder = dirname(path);
  for (;;) {
    try {
      return join(realpathSync(folder), ...missing);
    } catch {
      if (dirname(folder) === folder) return path;
      missing.unshift(basename(folder));
      folder = dirname(folder);
    }
  }
}

const readLink = (path: string): string | undefined => readOr(() => readlinkSync(path), undefined);
