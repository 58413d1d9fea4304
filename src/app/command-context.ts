// What every command gets: the process that it runs in, the settings, the data folder, and the exit code.

import type { Command } from 'commander';
import { type CommandContext, startLog } from '../platform/cli/context.ts';
import type { Io } from '../platform/cli/io.ts';
import { loadSettings } from '../platform/config/load.ts';
import { camelCase } from '../platform/config/option-names.ts';
import { loadRunning } from '../platform/config/running.ts';
import type { Flags } from '../platform/config/sources.ts';
import type { AdminServices } from './data-folder.ts';
import { OPTIONS } from './options.ts';

function readFlags(program: Command): Flags {
  const parsed: Record<string, unknown> = program.opts();
  const flags: Record<string, string> = {};
  for (const { key } of OPTIONS) {
    const text = parsed[camelCase(key)];
    if (typeof text === 'string') flags[key] = text;
  }
  return flags;
}

export function createContext(io: Io, program: Command): CommandContext {
  const context: CommandContext = {
    io,
    exitCode: 0,
    sources: () => ({ flags: readFlags(program), env: io.env, cwd: io.cwd }),
    loadSettings: () => loadSettings(context.sources()),
    loadRunning: () => loadRunning(context.sources()),
  };
  return context;
}

/** Runs `work` with the administration of the data folder, and closes it whatever happens. */
export async function withDataFolder<Result>(
  context: CommandContext,
  work: (admin: AdminServices) => Promise<Result>,
): Promise<Result> {
  const { io } = context;
  const { settings } = context.loadRunning();
  startLog(io, { ...settings, logLevel: settings.logLevel === 'debug' ? 'debug' : 'warning' });
  // Loaded here, so that commands without a data folder start at once.
  const { openDataFolder } = await import('./service.ts');
  await using admin = await openDataFolder(settings);
  return await work(admin);
}
