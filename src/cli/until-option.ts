// The option that tells until when something lasts, for bans and suspensions alike.

import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { UsageError } from './usage-error.ts';

/** What the command gets of it. */
export interface Ending {
  until?: string;
  expires?: string;
}

/** Adds `--until`, and `--expires`, its name before, for scripts of earlier versions. */
export function addUntil(command: Command): Command {
  return command
    .option(
      '--until <time>',
      'How long, such as 12h or 7d, or a day or minute in UTC; for ever without it.',
    )
    .addOption(new Option('--expires <time>').hideHelp());
}

/** What was typed; empty for ever. Throws `UsageError` where both names were given. */
export function readUntil({ until, expires }: Ending, io: Io): string {
  if (expires === undefined) return until ?? '';
  if (until !== undefined) {
    throw new UsageError('Give --until alone: --expires is its name of earlier versions.');
  }
  io.err('--expires is called --until now, and goes with a later version.');
  return expires;
}
