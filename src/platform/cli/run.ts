// Runs one command line and returns its exit code. Every failure ends here as one line.

import { type Command, CommanderError } from 'commander';
import { SettingsError } from '../config/load.ts';
import { Failure } from '../lib/failure.ts';
import { toFileFailure } from '../lib/file-failure.ts';
import { describeError } from '../ops/describe-error.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './input.ts';
import { createProcessIo, type Io } from './io.ts';

const OK = 0;
const FAILURE = 1;
const USAGE = 2;

export const EXIT_CODES =
  'Exit code: 0 when it worked, 1 when it failed or a check failed, 2 for wrong usage.';

function reportUnknown(error: unknown, context: CommandContext): void {
  const { kind, detail, frames } = describeError(error);
  const { io } = context;
  io.err(`muster: Unexpected error (${kind}). Report it to the developers of Muster.`);
  if (context.reviewSettings().settings.logLevel !== 'debug') {
    io.err('muster: Use --log-level debug to see more about it.');
    return;
  }
  if (detail !== '') io.err(`  ${detail}`);
  for (const frame of frames) io.err(`  ${frame}`);
}

function report(error: unknown, context: CommandContext): number {
  const { io } = context;
  // Commander has already printed its line.
  if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE;
  if (error instanceof SettingsError) {
    for (const problem of error.problems) io.err(`muster: ${problem}`);
    return FAILURE;
  }
  const failure = error instanceof Failure ? error : toFileFailure(error);
  if (failure !== undefined) {
    io.err(`muster: ${failure.message.replace(/\s*\n\s*/g, ' ')}`);
    return failure instanceof UsageError ? USAGE : FAILURE;
  }
  reportUnknown(error, context);
  return FAILURE;
}

interface Program {
  program: Command;
  context: CommandContext;
}

/** Runs the command in `argv`, or the service if there is none. Returns the exit code, never throws. */
export async function run(
  createProgram: (io: Io) => Program,
  argv: readonly string[],
  io: Io = createProcessIo(),
): Promise<number> {
  const { program, context } = createProgram(io);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return report(error, context);
  }
}
