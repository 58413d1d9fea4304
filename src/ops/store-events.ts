// One function for each event of the database's files: it writes the log line and counts.

import { Failure } from '../lib/failure.ts';
import { countEvent } from './counters.ts';
import { describeError } from './describe-error.ts';
import { loggerOf } from './log.ts';

const store = loggerOf('store');

/** The database was brought up to date; the copy of how it was stays until somebody removes it. */
export function databaseMigrated(change: {
  from: number;
  to: number;
  backup: string | undefined;
}): void {
  countEvent('database_migrated');
  store.info('Database brought up to date', change);
}

/** There was no database in the folder, or an empty file, so a new one was made. */
export function databaseMade(path: string): void {
  countEvent('database_made');
  store.info('New database made', { path });
}

/**
 * The files of the open database were deleted or replaced. `savedAs` is a copy of all that was in it;
 * `loss` says why it could not be made, so that the process takes everything with it.
 */
export function databaseFilesGone(facts: {
  reason: string;
  savedAs?: string | undefined;
  loss?: string | undefined;
}): void {
  countEvent('database_files_gone');
  const { reason, savedAs, loss } = facts;
  const message =
    loss === undefined
      ? 'Database files are gone'
      : 'Database files are gone, and all that was in them is lost when the service ends';
  store.error(message, {
    reason,
    ...(savedAs === undefined ? {} : { savedAs }),
    ...(loss === undefined ? {} : { loss }),
  });
}

/** The files of the open database are back at their place. */
export function databaseFilesBack(): void {
  countEvent('database_files_back');
  store.info('Database files are back, changes are saved again');
}

/** Tables are damaged; what became of them. */
export function tablesDamaged(facts: {
  tables: readonly string[];
  outcome: string;
  path?: string;
  reason?: string;
}): void {
  countEvent('tables_damaged');
  const { tables, outcome, path, reason } = facts;
  store.error('Database is damaged', {
    ...{ tables, outcome },
    ...(path === undefined ? {} : { keptAs: path }),
    ...(reason === undefined ? {} : { reason }),
  });
}

/** The copy that was to replace the database is damaged; the database stays as it is. */
export function restoreRefused(reason: string): void {
  countEvent('restore_refused');
  store.error('Database not restored', { reason });
}

/** The writer thread ended by itself, or could not open the database; nothing is saved until it runs again. */
export function writerFailed(error: unknown): void {
  countEvent('writer_failed');
  const { kind, detail, frames } = describeError(error);
  const facts = { kind, detail, frames: [...frames] };
  store.error('The thread that writes to the database failed, starting it again', facts);
}

/** The writer thread runs again. */
export function writerRecovered(): void {
  countEvent('writer_recovered');
  store.info('The thread that writes to the database runs again');
}

/** The start put a backup in the place of the database, which is kept. */
export function databaseRestored(facts: { path: string; keptAs: string | undefined }): void {
  countEvent('database_restored');
  const { path, keptAs } = facts;
  store.warning('Database restored', { path, ...(keptAs === undefined ? {} : { keptAs }) });
}

/** This replica does from now on what only one may. */
export function leadTaken(term: number): void {
  countEvent('lead_taken');
  store.info('This replica leads: it sends the emails and records the history', { term });
}

/** Another replica leads, or may: this one could not renew its lease. */
export function leadLost(term: number): void {
  countEvent('lead_lost');
  store.warning('This replica no longer leads', { term });
}

/** This machine's clock is so far ahead of that of the database, or behind where negative. */
export function clockApart(aheadMs: number): void {
  countEvent('clock_apart');
  const message =
    'The clock of this machine differs from that of the database, which is used instead';
  store.warning(message, { aheadMs });
}

/** A backup was made and checked. `commandFailure` is the rest of a sentence about `backup_command`. */
export function backupMade(facts: {
  copy: { path: string; bytes: number; rows: number; tookMs: number };
  removed: readonly string[];
  commandFailure: string | undefined;
}): void {
  countEvent('backup_made');
  const { copy, removed, commandFailure } = facts;
  store.info('Backup made', { ...copy, tookMs: Math.round(copy.tookMs), removed });
  if (commandFailure === undefined) return;
  countEvent('backup_command_failed');
  store.error('backup_command failed', { path: copy.path, reason: `It ${commandFailure}.` });
}

/** A backup could not be made; it is tried again. */
export function backupFailed(error: unknown): void {
  countEvent('backup_failed');
  const { kind, detail } = describeError(error);
  store.error('Backup failed', { kind, reason: error instanceof Failure ? error.message : detail });
}
