// What adds commands to the program.

import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** `Context` is what the commands need of theirs. */
export type AddCommands<Context = CommandContext> = (program: Command, context: Context) => void;

/** The commands of a module, each below the heading of the help that it belongs to. */
export type ModuleCommands<Context = never> = Readonly<
  Record<string, readonly AddCommands<Context>[]>
>;
