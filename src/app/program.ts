// Builds the command line: all commands, each with the flags of its settings.

import { Command, Help } from 'commander';
import { administrationCommands } from '../modules/administration/account-commands.ts';
import { auditCommands } from '../modules/audit/audit-commands.ts';
import { backupsCommands } from '../modules/backups/commands.ts';
import { doctorCommands } from '../modules/doctor/doctor-commands.ts';
import { emailCommands } from '../modules/email/mail-commands.ts';
import { moderationCommands } from '../modules/moderation/commands.ts';
import { registrationCommands } from '../modules/registration/invite-commands.ts';
import { setupCommands } from '../modules/setup/setup-commands.ts';
import { siteCommands } from '../modules/site/commands.ts';
import type { AddCommands, ModuleCommands } from '../platform/cli/commands.ts';
import { addCompletionCommands } from '../platform/cli/completion.ts';
import { addConfigCommand } from '../platform/cli/config-commands.ts';
import { UsageError } from '../platform/cli/input.ts';
import type { Io } from '../platform/cli/io.ts';
import { addManualCommand } from '../platform/cli/manual.ts';
import { EXIT_CODES } from '../platform/cli/run.ts';
import { addVersionCommand } from '../platform/cli/version.ts';
import { envName, fileEnvName, flagName } from '../platform/config/option-names.ts';
import { describeFallback, type Option } from '../platform/config/option-table.ts';
import { didYouMean } from '../platform/config/suggest.ts';
import { version } from '../platform/lib/version.ts';
import type { OptionalCommandLine } from '../platform/module/description.ts';
import { type Context, createContext } from './command-context.ts';
import * as optional from './optional-command-line.ts';
import { OPTIONS } from './options.ts';

const HELP_WIDTH = 100;
const SETTINGS_GROUP =
  'Settings (each can be a flag, an environment variable, or a line in muster.toml):';
const HINT =
  '\nmuster COMMAND --help shows the flags of a command. All accept those of the settings: muster serve --help.';

function describeOption(option: Option): string {
  const fallback = describeFallback(option);
  const notes = [
    `env: ${envName(option.key)}`,
    ...(fallback === '' ? [] : [`default: ${fallback}`]),
    ...(option.isSecret ? [`file with the value: ${fileEnvName(option.key)}`] : []),
  ];
  return `${option.help} (${notes.join(', ')})`;
}

function addSettingsFlags(program: Command): void {
  for (const option of OPTIONS) {
    const flag = program
      .createOption(`${flagName(option.key)} <${option.argument}>`, describeOption(option))
      .helpGroup(SETTINGS_GROUP);
    if (option.isList) {
      flag.argParser((text: string, earlier: string | undefined) =>
        earlier === undefined ? text : `${earlier},${text}`,
      );
    }
    program.addOption(flag);
  }
}

function configureOutput(program: Command, io: Io): void {
  program.exitOverride().configureOutput({
    writeOut: (text) => io.out(text.replace(/\n$/, '')),
    writeErr: (text) => io.err(text.replace(/\n$/, '')),
    outputError: (text, write) => {
      write(text.replace(/^error: /, 'muster: ').replace(/\n\(/, ' ('));
    },
    getOutHelpWidth: () => HELP_WIDTH,
    getErrHelpWidth: () => HELP_WIDTH,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
}

function refuseUnknownCommand(program: Command): void {
  const [word] = program.args;
  if (word === undefined) return;
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());
  throw new UsageError(`There is no command "${word}".${didYouMean(word, names)}`);
}

/** Loads the service here, so that other commands start at once. */
async function serve(context: Context): Promise<void> {
  await (await import('./serve.ts')).serve(context);
}

function addServeCommand(parent: Command, context: Context): void {
  parent
    .command('serve')
    .description('Run the service. This is the default command.')
    .action(() => serve(context));
}

/** The headings of the help in their order, each with the commands that belong to no module. */
export const HEADINGS: Readonly<Record<string, readonly AddCommands<Context>[]>> = {
  'Set up and run:': [addServeCommand, addConfigCommand],
  'See how it is doing:': [],
  'Accounts and email:': [],
  'The site:': [],
  'Game servers:': [],
  'Moderation:': [],
  'Backups:': [],
  'Upgrades and moves:': [],
  'About Muster:': [addVersionCommand, addManualCommand, addCompletionCommands],
};

const optionalModules: readonly OptionalCommandLine<Context>[] = Object.values(optional);

/** The help lists the commands in this order. */
export const COMMANDS: readonly ModuleCommands<Context>[] = [
  setupCommands,
  doctorCommands,
  administrationCommands,
  registrationCommands,
  emailCommands,
  siteCommands,
  moderationCommands,
  ...optionalModules.map(({ commands = {} }) => commands),
  auditCommands,
  backupsCommands,
];

export function createProgram(io: Io): { program: Command; context: Context } {
  const program = new Command('muster');
  const context = createContext(io, program);
  configureOutput(program, io);
  program
    .description('A self-hosted master server: server list, heartbeats, accounts and login.')
    .version(`muster ${version}`, '--version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    .commandsGroup('About Muster:')
    .helpCommand('help [command]', 'Show the help for a command.')
    .usage('[command] [flags]')
    .configureHelp({
      formatHelp(command, help) {
        const [, ...settings] = program.options;
        if (command === program) help.visibleOptions = () => [];
        if (command.name() === 'serve') help.visibleOptions = () => settings;
        return new Help().formatHelp(command, help);
      },
    })
    .addHelpText('after', `\n${EXIT_CODES}`)
    .addHelpText('afterAll', HINT)
    .action(async () => {
      refuseUnknownCommand(program);
      await serve(context);
    });
  addSettingsFlags(program);
  for (const [heading, own] of Object.entries(HEADINGS)) {
    program.commandsGroup(heading);
    const ofModules = COMMANDS.flatMap((commands) => commands[heading] ?? []);
    for (const add of [...ofModules, ...own]) add(program, context);
  }
  // Commands would inherit this setting if it came before them. At the top level, an extra word is an unknown command.
  program.allowExcessArguments(true);
  return { program, context };
}
