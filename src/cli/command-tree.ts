// The command line as data, read out of its declarations: what completions and the manual page are made from.

import type { Command, Option as Flag } from 'commander';
import { flagName, OPTIONS } from '../config/options.ts';

/** What may stand in one place: one of these words, or a path; `undefined` for anything. */
export type Values = readonly string[] | 'file' | 'folder' | undefined;

export interface FlagNode {
  /** Its spellings, such as `-h` and `--help`. */
  names: readonly string[];
  /** What stands behind it, such as `<file>`; empty for none. */
  argument: string;
  values: Values;
  description: string;
}

export interface CommandNode {
  /** Without `muster`: `account create`; empty for the program. */
  words: string;
  name: string;
  description: string;
  /** As the usage line shows it, such as `[flags] <name>`. */
  usage: string;
  /** What may stand in the place of its first argument. */
  values: Values;
  flags: readonly FlagNode[];
  commands: readonly CommandNode[];
}

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return choices;
  return name === 'file' || name === 'folder' ? name : undefined;
}

function readFlag({ short, long, flags, description, argChoices }: Flag): FlagNode {
  const argument = /[<[].*$/.exec(flags)?.[0] ?? '';
  const setting = OPTIONS.find(({ key }) => flagName(key) === long);
  const named = argument.replace(/[<>[\]]/g, '');
  return {
    names: [short, long].filter((name) => name !== undefined),
    argument,
    values: valuesOf(named, argChoices ?? setting?.words),
    description: setting?.help ?? description,
  };
}

/** Reads a command and all below it; hidden ones are left out. */
export function readCommands(command: Command, parents: readonly string[] = []): CommandNode {
  const help = command.createHelp();
  const isTop = command.parent === null;
  const path = isTop ? [] : [...parents, command.name()];
  const [argument] = command.registeredArguments;
  return {
    words: path.join(' '),
    name: command.name(),
    description: command.description(),
    usage: command.usage(),
    values: argument && valuesOf(argument.name(), argument.argChoices),
    flags: help.visibleOptions(command).map(readFlag),
    commands: help.visibleCommands(command).map((below) => readCommands(below, path)),
  };
}

export function listNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(listNodes)];
}
