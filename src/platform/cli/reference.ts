// The commands and their help as data, for the manual page and docs/cli.md.

import type { Command, Option as Flag } from 'commander';

/** An argument or a flag as it is written, such as `--until <time>`, and its help. */
export interface Word {
  readonly spelling: string;
  readonly help: string;
}

export interface CommandEntry {
  /** The heading of the help above it. */
  readonly heading: string;
  /** Its noun and the noun's help; `undefined` for a command without one. */
  readonly noun: Word | undefined;
  /** The command with its arguments and required flags. */
  readonly usage: string;
  readonly help: string;
  readonly words: readonly Word[];
}

/** Whether a flag is a setting. In the program's help, settings have a heading of their own. */
export const isSetting = ({ helpGroupHeading }: Flag): boolean => helpGroupHeading !== undefined;

/** The flags of a command, with values and defaults. For the program: either its settings or its other flags. */
export function listFlags(command: Command, areSettings = false): Word[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .filter((flag) => isSetting(flag) === areSettings)
    .map((flag) => ({ spelling: flag.flags, help: help.optionDescription(flag) }));
}

function listWords(command: Command): Word[] {
  const described = command.registeredArguments.filter(({ description }) => description !== '');
  const flags = listFlags(command).filter(({ spelling }) => !spelling.includes('--help'));
  const words = described.map((argument) => ({
    spelling: argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    help: argument.description,
  }));
  return [...words, ...flags];
}

/** All visible commands, in the order of the help. */
export function listEntries(parent: Command, above?: Omit<CommandEntry, 'words'>): CommandEntry[] {
  const help = parent.createHelp();
  // `help` has no parent.
  const visible = help.visibleCommands(parent).filter((command) => command.parent !== null);
  return visible.flatMap((command) => {
    const needed = command.options.filter(({ mandatory }) => mandatory);
    const name = `${above?.usage ?? parent.name()} ${command.name()}`;
    const usage = [name, command.usage().replace(/^\[options\] ?|\[command\]$/g, '')];
    const entry = {
      heading: above?.heading ?? command.helpGroup(),
      noun: above && { spelling: above.usage, help: above.help },
      usage: [...usage, ...needed.map(({ flags }) => flags)].filter(Boolean).join(' '),
      help: command.description(),
    };
    const below = listEntries(command, entry);
    return below.length > 0 ? below : [{ ...entry, words: listWords(command) }];
  });
}
