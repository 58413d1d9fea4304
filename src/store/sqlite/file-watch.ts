// Notices when the files of the open database are no longer those of the data folder.

import { constants, type Database } from 'bun:sqlite';
import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { systemClock } from '../../lib/clock.ts';
import { reasonOf } from '../../lib/failure.ts';
import type { CheckState } from '../../lib/readiness.ts';
import { backupFolder, identify, nameBeside } from './folder.ts';
import { saveOpenDatabase, stampOf } from './safety-copy.ts';

export interface FileProblem {
  /** A sentence for the operator. It names files, and no folder. */
  reason: string;
  since: number;
}

/** What a watch reports: events since the report before, and what is wrong now. */
export interface FilesReport {
  problem: FileProblem | undefined;
  fileEvents: readonly (
    | { kind: 'recovered' }
    /** Changes are refused. `savedAs` is a copy of all data, where the open file is lost; `loss` why there is none. */
    | ({ kind: 'problem' } & FileProblem & { savedAs?: string; loss?: string })
  )[];
}

/** Watches the database at `path`, opened just now in WAL mode. */
export function createFileWatch(client: Database, path: string) {
  const folder = dirname(path);
  const events: FilesReport['fileEvents'][number][] = [];
  const refuseChanges = (isRefused: boolean) => client.run(`PRAGMA query_only = ${isRefused}`);
  // The files are not opened here: when any descriptor of a file is closed, POSIX drops all locks of the
  // process on that file, and SQLite holds such locks.
  const sides = [`${path}-wal`, `${path}-shm`];
  const opened = new Map([path, ...sides].map((each) => [each, identify(each)]));
  let current: (FileProblem & { kind: string }) | undefined;
  let savedAs: string | undefined;

  const problem = () => current && { reason: current.reason, since: current.since };

  function inspect(): { kind: string; reason: string } | undefined {
    const found = identify(path);
    const name = basename(path);
    if (found === opened.get(path)) {
      const side = sides.find((each) => identify(each) !== opened.get(each));
      if (side === undefined) return undefined;
      const reason = `${name}${side.slice(path.length)} was deleted or replaced while the service was running. Nothing is saved any more. Restart the service.`;
      return { kind: 'side file', reason };
    }
    if (found === 'ENOENT' || found === 'ENOTDIR') {
      const reason = `${name} was deleted or moved away while the service was running. Nothing is saved any more. Stop the service, put the database or a backup there, and start it again.`;
      return { kind: 'gone', reason };
    }
    if (!found.includes(' ')) {
      const reason = `${name} cannot be found any more (${found}). Nothing is saved until it is back.`;
      return { kind: 'unreadable', reason };
    }
    const reason = `${name} was replaced by another file while the service was running. Muster still shows the contents of the first file. Nothing is saved any more. Restart the service.`;
    return { kind: 'replaced', reason };
  }

  /** Copies all data, where the folder is gone beside it: a new folder would be in the way of the one that comes back. */
  function save(): { savedAs?: string; loss?: string } {
    if (savedAs !== undefined && existsSync(savedAs)) return { savedAs };
    savedAs = undefined;
    const [copies, name] = existsSync(folder)
      ? [backupFolder(folder), 'muster-saved']
      : [dirname(folder), nameBeside(folder)];
    try {
      savedAs = saveOpenDatabase(client, copies, `${name}-${stampOf(systemClock.now())}`);
      return { savedAs };
    } catch (error) {
      return { loss: reasonOf(error) };
    }
  }

  /** An empty WAL does no harm to another database at the path; one with changes would be applied to it. */
  function emptyWal(): { loss?: string } {
    try {
      const row = client.prepare('PRAGMA wal_checkpoint(TRUNCATE)').values()[0];
      return row?.[0] === 0 ? {} : { loss: 'The database is busy with another change.' };
    } catch (error) {
      return { loss: reasonOf(error) };
    }
  }

  /** Another process that opens the other database must not share the side files with this one. */
  function removeOurSides(): void {
    for (const side of sides) {
      if (identify(side) === opened.get(side)) rmSync(side, { force: true });
    }
  }

  /** Without the folders above, since anybody can read it. */
  function nameCopy(copy: string): string {
    return dirname(copy) === dirname(folder)
      ? `${basename(copy)} beside the data folder`
      : relative(folder, copy);
  }

  function begin(found: { kind: string; reason: string }): void {
    current = { ...found, since: found.kind === current?.kind ? current.since : systemClock.now() };
    refuseChanges(false);
    let outcome: { savedAs?: string; loss?: string } = {};
    if (isLost(found)) {
      outcome = save();
      emptyWal();
      removeOurSides();
    } else if (found.kind === 'side file') {
      outcome = emptyWal();
    }
    refuseChanges(true);
    // SQLite deletes the WAL by its name on closing; that may be the WAL of another database by then.
    client.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    if (outcome.savedAs !== undefined) {
      current.reason += ` Its contents were saved as ${nameCopy(outcome.savedAs)}.`;
    }
    const { reason, since } = current;
    events.push({ kind: 'problem', reason, since, ...outcome });
  }

  return {
    /** Checks the files, and handles what it finds; for a call once a second. Never throws. */
    look(): void {
      const found = inspect();
      const isCopyGone = savedAs !== undefined && !existsSync(savedAs);
      if (found?.kind === current?.kind && !(isCopyGone && isLost(found))) return;
      if (found !== undefined) {
        begin(found);
        return;
      }
      current = undefined;
      client.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
      refuseChanges(false);
      events.push({ kind: 'recovered' });
    },
    /** The last check, before the connection is closed; saving is tried once more where it failed. */
    finish(): void {
      this.look();
      if (current !== undefined && isLost(current) && savedAs === undefined) begin(current);
    },
    report: (): FilesReport => ({ problem: problem(), fileEvents: events.splice(0) }),
  };
}

/** Whether all that is in the open file ends with this process. */
function isLost(found: { kind: string } | undefined): boolean {
  return found?.kind === 'gone' || found?.kind === 'replaced';
}

export type FileWatch = ReturnType<typeof createFileWatch>;

export function describeFiles(problem: FileProblem): CheckState {
  const since = new Date(problem.since).toISOString();
  return { status: 'failed', message: `${problem.reason} (Since ${since}.)` };
}
