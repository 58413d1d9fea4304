// What adds commands to the program.

import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

export type AddCommands = (program: Command, context: CommandContext) => void;
