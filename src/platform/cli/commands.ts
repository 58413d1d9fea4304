// How modules add commands to the program.

import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** Adds commands. `Context` is the part of the context that they need. */
export type AddCommands<Context = CommandContext> = (program: Command, context: Context) => void;

/** The commands of a module, by their heading in the help. */
export type ModuleCommands<Context = never> = Readonly<
  Record<string, readonly AddCommands<Context>[]>
>;
