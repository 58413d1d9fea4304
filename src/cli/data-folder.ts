// Opens the office, where commands do to accounts and servers what administrators may do.

import type { AdminServices } from '../app.ts';
import { configureLog, wantsColor } from '../ops/log.ts';
import type { CommandContext } from './context.ts';

/** Opens the office on the settings' data folder, does the work there, and closes it whatever happens. */
export async function withDataFolder<Result>(
  context: CommandContext,
  work: (admin: AdminServices) => Promise<Result>,
): Promise<Result> {
  const { io } = context;
  const { settings } = context.loadSettings();
  configureLog({
    level: settings.logLevel === 'debug' ? 'debug' : 'warning',
    format: settings.logFormat,
    write: io.err,
    isTerminal: io.isTerminal.stderr,
    hasColor: wantsColor(io.env),
  });
  // Loaded here, so that the commands that need none of it start at once.
  const { openDataFolder } = await import('../app.ts');
  await using admin = await openDataFolder(settings);
  return await work(admin);
}
