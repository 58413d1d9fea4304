// Runs one command line from its words to its exit code; every failure ends here as one line.

import { CommanderError } from 'commander';
import { reviewSettings } from '../config/load.ts';
import { SettingsError } from '../config/problems.ts';
import { Failure } from '../lib/failure.ts';
import { describeError } from '../ops/describe-error.ts';
import type { CommandContext } from './context.ts';
import { createProcessIo, type Io } from './io.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

/** The command did what it was asked to. */
const OK = 0;
/** It could not, or what it checked is not well. */
const FAILURE = 1;
/** It was asked for something that does not exist. */
const USAGE = 2;

function reportUnknown(error: unknown, context: CommandContext): void {
  const { kind, detail, frames } = describeError(error);
  const { io } = context;
  io.err(`muster: Something went wrong that nobody foresaw (${kind}). Please report it.`);
  if (reviewSettings(context.sources()).settings.logLevel !== 'debug') {
    io.err('muster: The flag --log-level debug shows more about it.');
    return;
  }
  if (detail !== '') io.err(`  ${detail}`);
  for (const frame of frames) io.err(`  ${frame}`);
}

function report(error: unknown, context: CommandContext): number {
  const { io } = context;
  // Commander has written its line by itself.
  if (error instanceof CommanderError) return error.exitCode === 0 ? OK : USAGE;
  if (error instanceof SettingsError) {
    for (const problem of error.problems) io.err(`muster: ${problem}`);
    return FAILURE;
  }
  if (error instanceof UsageError || error instanceof Failure) {
    io.err(`muster: ${error.message.replace(/\s*\n\s*/g, ' ')}`);
    return error instanceof UsageError ? USAGE : FAILURE;
  }
  reportUnknown(error, context);
  return FAILURE;
}

/** Runs the command that the words name; without words, the service. Returns the exit code, never throws. */
export async function run(argv: readonly string[], io: Io = createProcessIo()): Promise<number> {
  const { program, context } = createProgram(io);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return report(error, context);
  }
}
