// Copies a database into a new file, which gets its name only once it is checked and on the disk.

import type { Database } from 'bun:sqlite';
import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, Failure } from '../../lib/failure.ts';
import { describeFileFailure } from '../../lib/file-failure.ts';
import { openForLooking } from './applied.ts';
import { describeRefusal } from './connection.ts';
import { findDamage, listTables, readNumber } from './damage.ts';
import { findSqliteError } from './errors.ts';
import { createPrivateFile, requireWritableFolder } from './folder.ts';
import { syncToDisk } from './safety-copy.ts';

export interface VerifiedFile {
  path: string;
  bytes: number;
  tookMs: number;
}

export interface VerifiedCopy extends VerifiedFile {
  rows: number;
}

interface FilePlan {
  source: string;
  target: string;
  /** Whether to replace a file at `target`; otherwise an existing file is an error. */
  isReplacing?: boolean;
  beforeReplacing?: () => void;
}

const MAX_ATTEMPTS = 3;

/**
 * Copies the database while others use it. The copy is intact, and every table has all its rows. The folder must exist:
 * creating it below an unmounted disk would hide the missing mount. Throws `conflict` when `target` exists, and
 * `unavailable`; leaves nothing behind then.
 */
export function copyVerified(
  plan: FilePlan & { open: (source: string) => Database },
): VerifiedCopy {
  return makeVerified({ ...plan, fill: (partial) => ({ rows: copyCounted(plan, partial) }) });
}

/** Makes a new database in the same way. `fill` fills the empty file; its result is returned with the rest. */
function makeVerified<Made extends object>(
  plan: FilePlan & { fill: (partial: string) => Made },
): VerifiedFile & Made {
  const { source, target, fill, isReplacing = false, beforeReplacing } = plan;
  const startedAt = performance.now();
  const folder = dirname(target);
  const partial = `${target}.muster-${process.pid}.partial`;
  try {
    requireWritableFolder(folder);
    removePartials(folder);
    if (!isReplacing) refuseExisting(target);
    removePartial(partial);
    createPrivateFile(partial);
    const made = fill(partial);
    refuseDamagedCopy(partial, source);
    syncToDisk(partial);
    const { size: bytes } = statSync(partial);
    beforeReplacing?.();
    giveName(partial, target, isReplacing);
    syncToDisk(folder);
    return { ...made, path: target, bytes, tookMs: performance.now() - startedAt };
  } catch (error) {
    removePartial(partial);
    throw error instanceof Failure ? error : describeCopyFailure(error, source, target);
  }
}

/** Removes unfinished copies of killed processes from this folder. */
export function removePartials(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /\.muster-(\d+)\.partial(?:-journal|-wal|-shm)?$/.exec(name)?.[1];
    // A process makes only one copy at a time. In a container, this process may have the number of an ended one.
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    rmSync(join(folder, name), { force: true });
  }
}

function removePartial(partial: string): void {
  for (const path of [partial, `${partial}-journal`]) if (existsSync(path)) rmSync(path);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function refuseExisting(target: string): void {
  if (!existsSync(target)) return;
  const what = statSync(target).isDirectory() ? 'is a folder. Name a file in it' : 'exists already';
  throw new Failure('conflict', `${target} ${what}. Nothing was overwritten.`);
}

function refuseDamagedCopy(partial: string, source: string): void {
  using copy = openForLooking(partial);
  const damage = findDamage(copy);
  if (damage === undefined) return;
  throw new Failure('unavailable', `The copy of ${source} is damaged (${damage.detail}).`);
}

function copyCounted(
  { source, open }: Parameters<typeof copyVerified>[0],
  partial: string,
): number {
  // This connection holds the snapshot of the copy: the other begins to read right after it.
  using moment = open(source);
  using client = open(source);
  let difference = '';
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) {
      removePartial(partial);
      createPrivateFile(partial);
    }
    moment.run('BEGIN');
    moment.prepare('SELECT count(*) FROM sqlite_schema').get();
    client.run('VACUUM INTO ?', [partial]);
    using copy = openForLooking(partial);
    const expected = countRows(moment);
    moment.run('COMMIT');
    const found = countRows(copy);
    difference = describeDifference(expected, found);
    if (difference === '') return Object.values(found).reduce((sum, count) => sum + count, 0);
  }
  throw new Failure('unavailable', `The copy of ${source} differs from it (${difference}).`);
}

function countRows(client: Database): Record<string, number> {
  return Object.fromEntries(
    listTables(client).map((name) => [name, readNumber(client, `SELECT count(*) FROM "${name}"`)]),
  );
}

function describeDifference(
  expected: Record<string, number>,
  found: Record<string, number>,
): string {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names]
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name}: ${found[name] ?? 0} rows instead of ${expected[name] ?? 0}`)
    .join(', ');
}

function giveName(partial: string, target: string, isReplacing: boolean): void {
  if (isReplacing) {
    renameSync(partial, target);
    return;
  }
  try {
    // Unlike a rename, a link does not replace a file that another program put there meanwhile.
    linkSync(partial, target);
    rmSync(partial);
  } catch (error) {
    refuseExisting(target);
    // Some file systems, such as those of USB sticks, have no hard links.
    if (!existsSync(partial)) throw error;
    renameSync(partial, target);
  }
}

function describeCopyFailure(error: unknown, source: string, target: string): Failure {
  const sqliteCode = findSqliteError(error)?.code;
  const code = sqliteCode ?? codeOf(error);
  const nothing = 'No new file was made, and nothing else was changed';
  if (/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/.test(code)) {
    // The copy itself has no side files.
    const full = dirname(code === 'SQLITE_IOERR_SHMSIZE' ? source : target);
    const message = `The disk of ${full} is full, so ${basename(target)} could not be made (${code}). ${nothing}. Free some space, or use another folder.`;
    return new Failure('unavailable', message, { cause: error });
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    const message = `${source} is damaged or not a database (${code}), so it could not be copied. ${nothing}. muster check says where, and what to do.`;
    return new Failure('unavailable', message, { cause: error });
  }
  const failed = `${source} could not be copied to ${target}`;
  const message =
    sqliteCode === undefined
      ? `${describeFileFailure(failed, error)} ${nothing}.`
      : `${describeRefusal(source, failed) ?? `${failed} (${code}). Check that both folders are writable and have space.`} ${nothing}.`;
  return new Failure('unavailable', message, { cause: error });
}
