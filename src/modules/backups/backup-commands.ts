// `muster backup` copies the database into a checked file; `muster restore` puts a copy in the place of the database.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CommandContext, requireSqlite } from '../../platform/cli/context.ts';
import { confirm, UsageError } from '../../platform/cli/input.ts';
import { formatTable } from '../../platform/cli/output.ts';
import type { PlatformSettings } from '../../platform/config/settings.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { Failure, reasonOf } from '../../platform/lib/failure.ts';
import { formatMoment } from '../../platform/lib/moment.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import type { DatabaseSummary } from '../../platform/store/store.ts';
import type { BackupOutcome } from './backups.ts';
import type { BackupSettings } from './settings.ts';

type Context = CommandContext<unknown, BackupSettings & PlatformSettings>;

interface BackupContext extends Context {
  /** Makes a backup as the schedule does. */
  backUp(settings: BackupSettings): Promise<BackupOutcome>;
}

async function makeBackup(
  context: BackupContext,
  settings: BackupSettings,
  file: string | undefined,
): Promise<BackupOutcome> {
  if (file === undefined) return await context.backUp(settings);
  // Loaded here, so that commands without a database start at once.
  const { backUpDatabase } = await import('../../platform/store/store.ts');
  const copy = backUpDatabase(settings.dataFolder, file);
  return { copy, removed: [], commandFailure: undefined };
}

async function backUp(context: BackupContext, file: string | undefined): Promise<void> {
  const { io } = context;
  const { settings } = context.loadSettings();
  requireSqlite(settings, 'Back it up with pg_dump: docs/postgresql.md says how.');
  if (file === '')
    throw new UsageError(
      'The file name is empty. Give a file name, or leave it out for the default.',
    );
  const target = file === undefined ? undefined : resolve(io.cwd, file);
  const { copy, removed, commandFailure } = await makeBackup(context, settings, target);
  const took = `${(copy.tookMs / 1_000).toFixed(1)} s`;
  io.out(`${copy.path} (${formatBytes(copy.bytes)}, ${copy.rows} rows, checked, ${took})`);
  for (const path of removed) io.out(`Removed ${path}`);
  if (commandFailure !== undefined) {
    throw new Failure(
      'unavailable',
      `The backup was made, but backup_command ${settings.backupCommand} ${commandFailure}.`,
    );
  }
}

export function addBackupCommand(parent: Command, context: BackupContext): void {
  parent
    .command('backup')
    .argument('[file]', 'file to write; by default a new file in backup_folder')
    .description(
      'Copy the database to a checked file, also while the service runs. Without a file name, it also removes old backups and runs backup_command, like the scheduled backup.',
    )
    .action((file: string | undefined) => backUp(context, file));
}

interface RestoreFlags {
  yes?: boolean;
  atNextStart?: boolean;
}

const NAMES: Readonly<Record<string, string>> = { audit_entries: 'audit log' };

/** Describes the present database and its replacement. `now` is a sentence if the database cannot be read. */
function describe(
  now: DatabaseSummary | string | undefined,
  backup: DatabaseSummary,
  known: number,
): string[] {
  const cells = (summary: DatabaseSummary | undefined): string[] => [
    ...Object.keys(backup.counts).map((table) => String(summary?.counts[table] ?? '-')),
    summary?.latestAt === undefined ? '-' : formatMoment(summary.latestAt),
    summary === undefined ? '-' : `${summary.migrations} of ${known}`,
    summary === undefined ? '-' : formatBytes(summary.bytes),
  ];
  const names = Object.keys(backup.counts).map((table) => NAMES[table] ?? table);
  const before = cells(typeof now === 'string' ? undefined : now);
  const after = cells(backup);
  const rows = [...names, 'latest change (UTC)', 'migrations', 'size'].map((name, row) => [
    name,
    before[row] ?? '-',
    after[row] ?? '-',
  ]);
  const lines = formatTable(['', 'NOW', 'AFTER'], rows);
  if (now === undefined) lines.unshift('There is no database yet.');
  if (typeof now === 'string') lines.unshift(`The database cannot be read: ${now}`);
  return lines;
}

async function restore(
  context: Context,
  name: string,
  { yes: isSure = false, atNextStart: isLater = false }: RestoreFlags,
): Promise<void> {
  const { io } = context;
  const { settings } = context.loadSettings();
  requireSqlite(settings, 'Restore it with pg_restore: docs/postgresql.md says how.');
  const { dataFolder } = settings;
  const file = resolve(io.cwd, name);
  // Loaded here, so that commands without a database start at once.
  const {
    cancelRestore,
    finishRestore,
    lockFolder,
    migrations,
    stageRestore,
    summarizeBackup,
    summarizeDatabase,
  } = await import('../../platform/store/store.ts');
  using _lock = isLater ? undefined : lock(lockFolder, dataFolder);
  const backup = summarizeBackup(dataFolder, file);
  const now = orReason(() => summarizeDatabase(dataFolder));
  for (const line of describe(now, backup, migrations.length)) io.out(line);
  if (!isSure) {
    await confirm(io, 'restore', {
      what: 'Restoring replaces the database',
      question: 'Type restore to replace the database: ',
      refusal: 'Nothing was restored.',
    });
  }
  stageRestore(dataFolder, file);
  if (isLater) {
    io.out('Checked and copied. It replaces the database at the next start of the service.');
    return;
  }
  let outcome: ReturnType<typeof finishRestore>;
  try {
    outcome = finishRestore(dataFolder, systemClock.now());
  } catch (error) {
    // Nothing has changed yet, and a start much later must not restore.
    if (error instanceof Failure && error.kind === 'conflict') cancelRestore(dataFolder);
    throw error;
  }
  io.out(`Restored ${outcome?.path} from ${file}.`);
  if (outcome?.keptAs !== undefined) io.out(`The previous database: ${outcome.keptAs}`);
  if (backup.migrations < migrations.length) io.out('The next start updates its schema.');
}

function lock(lockFolder: (folder: string) => Disposable, dataFolder: string): Disposable {
  try {
    return lockFolder(dataFolder);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'conflict') throw error;
    throw new Failure(
      'conflict',
      `A service is running on ${dataFolder}. Stop it first, or add --at-next-start to replace the database at its next start.`,
    );
  }
}

function orReason<Value>(read: () => Value): Value | string {
  try {
    return read();
  } catch (error) {
    return reasonOf(error);
  }
}

export function addRestoreCommand(parent: Command, context: Context): void {
  parent
    .command('restore')
    .argument('<file>', 'the backup')
    .description(
      'Replace the database with a backup, while no service runs. The previous database is kept.',
    )
    .option('--yes', 'Do not ask for confirmation.')
    .option(
      '--at-next-start',
      'Check it now, and replace the database at the next start of the service.',
    )
    .action((file: string, flags: RestoreFlags) => restore(context, file, flags));
}
