// `muster migrate` updates the schema of the database, or tries the update on a copy; `muster migrate-data` copies all
// data between SQLite and PostgreSQL.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CommandContext, requireSqlite } from '../../platform/cli/context.ts';
import { UsageError } from '../../platform/cli/input.ts';
import type { Io } from '../../platform/cli/io.ts';
import { parseDatabaseUrl } from '../../platform/config/login-url.ts';
import type { PlatformSettings } from '../../platform/config/settings.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { formatBytes, plural } from '../../platform/lib/text.ts';
import type { MigrationStep, MovedDatabase } from '../../platform/store/store.ts';

function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.ceil(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function writeStep({ out }: Io, { tag, tookMs }: MigrationStep): void {
  out(`${tag}: ${formatMs(tookMs)}`);
}

async function tryOnCopy(io: Io, { dataFolder }: PlatformSettings): Promise<void> {
  // Loaded here, so that commands without a database start at once.
  const { migrations, tryMigrations } = await import('../../platform/store/store.ts');
  const { steps, copy, checkMs } = tryMigrations(dataFolder, systemClock.now());
  io.out(`Tried on a copy of ${formatBytes(copy.bytes)}, made in ${formatMs(copy.tookMs)}.`);
  for (const step of steps) writeStep(io, step);
  io.out(`No problems found in the result, checked in ${formatMs(checkMs)}. Nothing was changed.`);
  io.out(
    steps.length === 0
      ? `The schema is up to date (${plural(migrations.length, 'migration')}).`
      : `The next start, or muster migrate, makes a backup and runs ${plural(steps.length, 'migration')}.`,
  );
}

async function migrateNow(io: Io, { dataFolder }: PlatformSettings): Promise<void> {
  const { databasePath, finishRestore, lockFolder, migrations, openDatabase } = await import(
    '../../platform/store/store.ts'
  );
  using _lock = lockFolder(dataFolder);
  finishRestore(dataFolder, systemClock.now());
  if (!existsSync(databasePath(dataFolder))) {
    throw new Failure(
      'not_found',
      `There is no ${databasePath(dataFolder)} yet. The first start creates it.`,
    );
  }
  let backup: string | undefined;
  let count = 0;
  const { client } = openDatabase({ folder: dataFolder }, migrations, {
    onMigrated: (change) => {
      ({ backup } = change);
    },
    onStep(step) {
      count += 1;
      writeStep(io, step);
    },
  });
  client.close(true);
  if (backup !== undefined) io.out(`The previous database: ${backup}`);
  const of = plural(migrations.length, 'migration');
  io.out(count === 0 ? `The schema was up to date (${of}).` : `The schema is up to date (${of}).`);
}

async function migratePostgres(io: Io, url: string, isPooled: boolean): Promise<void> {
  const { migratePostgres: run } = await import('../../platform/store/store.ts');
  let isChanged = false;
  await run(url, {
    isPooled,
    onMigrated({ from, to }) {
      isChanged = true;
      io.out(`Ran ${plural(to - from, 'migration')}.`);
    },
  });
  io.out(isChanged ? 'The schema is up to date.' : 'The schema was up to date.');
}

export function addMigrateCommand(parent: Command, context: CommandContext): void {
  parent
    .command('migrate')
    .description(
      'Update the schema of the database, as every start does, while no service runs; on PostgreSQL, replicas may run. A backup is kept.',
    )
    .option('--dry-run', 'Try it on a copy, also while the service runs. Changes nothing.')
    .action(async ({ dryRun: isTrial = false }: { dryRun?: boolean }) => {
      const { settings } = context.loadSettings();
      const { databaseUrl, isDatabasePooled } = settings;
      if (isTrial) {
        requireSqlite(settings, 'Try it on a copy that pg_dump made.');
        await tryOnCopy(context.io, settings);
      } else if (databaseUrl === undefined) await migrateNow(context.io, settings);
      else await migratePostgres(context.io, databaseUrl, isDatabasePooled);
    });
}

/** Opens the databases to copy data between, with the tables of every module. */
interface MovedDatabases {
  openMovedFolder(folder: string, options: { isTarget: boolean }): MovedDatabase;
  openMovedPostgres(url: string, pooler?: { isPooled?: boolean }): Promise<MovedDatabase>;
}

interface MoveContext extends CommandContext {
  loadMoved(): Promise<MovedDatabases>;
}

interface Flags {
  from: string;
  to: string;
}

async function open(
  { openMovedFolder, openMovedPostgres }: MovedDatabases,
  { dataFolder, databaseUrl, isDatabasePooled }: PlatformSettings,
  named: string,
  options: { cwd: string; isTarget: boolean },
): Promise<MovedDatabase> {
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
  { io, loadSettings, loadMoved }: MoveContext,
  { from, to }: Flags,
): Promise<void> {
  const moved = await loadMoved();
  const { settings } = loadSettings();
  const { moveData } = await import('../../platform/store/store.ts');
  const startedAt = performance.now();
  await using source = await open(moved, settings, from, { cwd: io.cwd, isTarget: false });
  await using target = await open(moved, settings, to, { cwd: io.cwd, isTarget: true });
  const counts = await moveData(source, target);
  let rows = 0;
  for (const [table, count] of counts) {
    rows += count;
    if (count > 0) io.out(`${table}: ${count}`);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  io.out(`Copied ${plural(rows, 'row')} in ${seconds} s, and compared each with the original.`);
  io.out('The original was not changed.');
}

export function addMigrateDataCommand(parent: Command, context: MoveContext): void {
  parent
    .command('migrate-data')
    .description(
      'Copy all data from SQLite into an empty PostgreSQL database, or back, while no service runs. The original stays.',
    )
    .requiredOption(
      '--from <place>',
      'Data folder, PostgreSQL URL, or the setting that has it: data or database_url.',
    )
    .requiredOption('--to <place>', 'The empty database, given the same way. Makes a new folder.')
    .action((flags: Flags) => migrateData(context, flags));
}
