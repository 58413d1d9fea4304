// Finds a running service that has another database open than the one in the folder.

import { readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../lib/failure.ts';

/** Linux lists the files that processes have open here; on other systems nothing is found. */
const PROCESSES = '/proc';
const DELETED = ' (deleted)';

/**
 * Throws `conflict` where another process has a database open that was at `path` and was deleted or replaced,
 * or whose WAL was: what is written now would be lost, or be in a second database. Processes that this user
 * may not inspect are not found.
 */
export function refuseBesideService(path: string): void {
  const open = findOpen(path);
  if (open === undefined) return;
  throw new Failure(
    'conflict',
    `The running service (process ${open.pid}) has ${basename(path)} open, but ${open.name} in ${dirname(path)} was deleted or replaced since it started. ` +
      'Stop it, put the database or a backup in its place, and start it again.',
  );
}

function findOpen(path: string): { pid: string; name: string } | undefined {
  const real = resolveFolder(path);
  const names = new Map(
    [path, `${path}-wal`].map((each, index) => [
      `${real}${index === 0 ? '' : '-wal'}`,
      { path: each, name: basename(each) },
    ]),
  );
  for (const pid of list(PROCESSES)) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    for (const descriptor of list(join(PROCESSES, pid, 'fd'))) {
      const link = join(PROCESSES, pid, 'fd', descriptor);
      const target = readLink(link);
      if (target === undefined) continue;
      const file = names.get(target.endsWith(DELETED) ? target.slice(0, -DELETED.length) : target);
      if (file === undefined) continue;
      const opened = identify(link);
      // Nothing: the process closed it meanwhile, or has ended.
      if (opened !== undefined && opened !== identify(file.path)) return { pid, name: file.name };
    }
  }
  return undefined;
}

/** The system lists open files by their real path; the folder itself may be deleted. */
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

function identify(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another user's process, a process that has just ended, or another system.
    return [];
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
