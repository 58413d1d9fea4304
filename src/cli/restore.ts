// `muster restore`: puts a backup in the place of the database.

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../lib/clock.ts';
import { Failure, reasonOf } from '../lib/failure.ts';
import { formatMoment } from '../lib/moment.ts';
import { formatBytes } from '../lib/text.ts';
import type { DatabaseSummary } from '../store/store.ts';
import { type CommandContext, requireSqlite } from './context.ts';
import { UsageError } from './input.ts';
import { formatTable } from './output.ts';

interface RestoreFlags {
  yes?: boolean;
  atNextStart?: boolean;
}

const NAMES: Readonly<Record<string, string>> = { audit_entries: 'audit log' };

/** Shows what is replaced by what; `now` is a sentence where the database cannot be read. */
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

async function confirm({ io }: CommandContext, isSure: boolean): Promise<void> {
  if (isSure) return;
  if (!io.isTerminal.stdin) {
    throw new UsageError(
      'Restoring replaces the database, and there is no terminal to ask for confirmation. Add --yes.',
    );
  }
  const typed = await io.prompt('Type restore to replace the database: ', { isHidden: false });
  if (typed !== 'restore') throw new Failure('invalid', 'Nothing was restored.');
}

async function restore(
  context: CommandContext,
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
  } = await import('../store/store.ts');
  using _lock = isLater ? undefined : lock(lockFolder, dataFolder);
  const backup = summarizeBackup(dataFolder, file);
  const now = orReason(() => summarizeDatabase(dataFolder));
  for (const line of describe(now, backup, migrations.length)) io.out(line);
  await confirm(context, isSure);
  stageRestore(dataFolder, file);
  if (isLater) {
    io.out('Checked and copied. It replaces the database at the next start of the service.');
    return;
  }
  let outcome: ReturnType<typeof finishRestore>;
  try {
    outcome = finishRestore(dataFolder, systemClock.now());
  } catch (error) {
    // Nothing is changed yet, and a start much later must not change it.
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

export function addRestoreCommand(parent: Command, context: CommandContext): void {
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
