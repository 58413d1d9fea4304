// `muster salvage`: copies what can be read of a damaged database into a new file.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../lib/clock.ts';
import { formatBytes } from '../lib/text.ts';
import { type CommandContext, requireSqlite } from './context.ts';
import { formatTable } from './output.ts';

async function salvage(context: CommandContext, file: string | undefined): Promise<void> {
  const { io } = context;
  const { settings } = context.loadSettings();
  requireSqlite(settings, 'Restore a dump of it: docs/postgresql.md says how.');
  const { dataFolder } = settings;
  // Loaded here, so that commands without a database start at once.
  const { backupFolder, salvageDatabase, stampOf } = await import('../store/store.ts');
  const folder = backupFolder(dataFolder);
  if (file === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `muster-salvaged-${stampOf(systemClock.now())}.db`;
  const target = file === undefined ? join(folder, name) : resolve(io.cwd, file);
  const { path, bytes, tables } = salvageDatabase(dataFolder, target);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  io.out(`${path} (${formatBytes(bytes)}, ${rows} rows, checked)`);
  const incomplete = tables.filter(({ lost }) => lost !== 0);
  if (incomplete.length === 0) io.out('Nothing is lost.');
  else {
    const cells = incomplete.map((table) => [
      table.name,
      String(table.rows),
      table.lost === undefined ? 'unknown' : String(table.lost),
    ]);
    for (const line of formatTable(['TABLE', 'ROWS', 'LOST'], cells)) io.out(line);
  }
  io.out(`To use it, stop the service and run: muster restore ${path}`);
}

export function addSalvageCommand(parent: Command, context: CommandContext): void {
  parent
    .command('salvage')
    .argument('[file]', 'file to write; by default a new file in backups of the data folder')
    .description(
      'Copy what can be read of a damaged database to a new file, and say what is lost. The database is left as it is.',
    )
    .action((file: string | undefined) => salvage(context, file));
}
