// `muster migrate-data`: copies all data from SQLite into PostgreSQL, or back.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseDatabaseUrl } from '../config/database.ts';
import type { Settings } from '../config/settings.ts';
import { plural } from '../lib/text.ts';
import type { MovedDatabase } from '../store/store.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './input.ts';

interface Flags {
  from: string;
  to: string;
}

async function open(
  { dataFolder, databaseUrl, isDatabasePooled }: Settings,
  named: string,
  options: { cwd: string; isTarget: boolean },
): Promise<MovedDatabase> {
  const { openMovedFolder, openMovedPostgres } = await import('../store/store.ts');
  if (named === 'data') return openMovedFolder(dataFolder, options);
  if (named === 'database_url') {
    if (databaseUrl === undefined) throw new UsageError('database_url is not set.');
    return openMovedPostgres(databaseUrl, { isPooled: isDatabasePooled });
  }
  if (/^postgres(ql)?:/i.test(named)) return openMovedPostgres(parseDatabaseUrl(named));
  if (named === '') throw new UsageError('Give a data folder, a PostgreSQL URL, or a setting.');
  return openMovedFolder(resolve(options.cwd, named), options);
}

async function migrateData(
  { io, loadSettings }: CommandContext,
  { from, to }: Flags,
): Promise<void> {
  const { settings } = loadSettings();
  const { moveData } = await import('../store/store.ts');
  const startedAt = performance.now();
  await using source = await open(settings, from, { cwd: io.cwd, isTarget: false });
  await using target = await open(settings, to, { cwd: io.cwd, isTarget: true });
  const counts = await moveData(source, target);
  let rows = 0;
  for (const [table, count] of counts) {
    rows += count;
    if (count > 0) io.out(`${table}: ${count}`);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  io.out(`Copied ${plural(rows, 'row')} in ${seconds} s, and compared each with the original.`);
  io.out('The original is as it was.');
}

export function addMigrateDataCommand(parent: Command, context: CommandContext): void {
  parent
    .command('migrate-data')
    .description(
      'Copy all data from SQLite into an empty PostgreSQL database, or back, while no service runs. The original stays.',
    )
    .requiredOption(
      '--from <place>',
      'Data folder, PostgreSQL URL, or the setting that has it: data or database_url.',
    )
    .requiredOption('--to <place>', 'The same, for the empty database. A new folder is made.')
    .action((flags: Flags) => migrateData(context, flags));
}
