// What adds commands to the program.

import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** `Context` is what the commands need of theirs. */
export type AddCommands<Context = CommandContext> = (program: Command, context: Context) => void;
