// `muster backup`: copies the database into a checked file, also while the service runs.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { BackupOutcome } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import { Failure } from '../lib/failure.ts';
import { formatBytes } from '../lib/text.ts';
import { type CommandContext, requireSqlite } from './context.ts';
import { UsageError } from './input.ts';

async function makeBackup(settings: Settings, file: string | undefined): Promise<BackupOutcome> {
  // Loaded here, so that commands without a database start at once.
  const { backUpDatabase } = await import('../store/store.ts');
  if (file !== undefined) {
    const copy = backUpDatabase(settings.dataFolder, file);
    return { copy, removed: [], commandFailure: undefined };
  }
  const { backUpByRule } = await import('../app.ts');
  const make = async (folder: string, target: string) => backUpDatabase(folder, target);
  return await backUpByRule(settings, { clock: systemClock, make });
}

async function backUp(context: CommandContext, file: string | undefined): Promise<void> {
  const { io } = context;
  const { settings } = context.loadSettings();
  requireSqlite(settings, 'Back it up with pg_dump: docs/postgresql.md says how.');
  if (file === '')
    throw new UsageError(
      'The file name is empty. Give a file name, or leave it out for the default.',
    );
  const target = file === undefined ? undefined : resolve(io.cwd, file);
  const { copy, removed, commandFailure } = await makeBackup(settings, target);
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

export function addBackupCommand(parent: Command, context: CommandContext): void {
  parent
    .command('backup')
    .argument('[file]', 'file to write; by default a new file in backup_folder')
    .description(
      'Copy the database to a checked file, also while the service runs. Without a file name, it also removes old backups and runs backup_command, like the scheduled backup.',
    )
    .action((file: string | undefined) => backUp(context, file));
}
