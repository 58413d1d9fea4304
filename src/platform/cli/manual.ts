// `muster man`: the manual page, made from the command line itself.

import type { Command, Option as Flag } from 'commander';
import { envName, flagName } from '../config/option-names.ts';
import { describeFallback, type Option } from '../config/option-table.ts';
import { builtFrom, version } from '../lib/version.ts';
import type { CommandContext } from './context.ts';

/** Text for troff: no line of it is a request, and no hyphen of a flag becomes a dash. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('’', '\\(cq')
    .replace(/^\./gm, '\\&.');
}

const bold = (text: string) => `\\fB${escapeRoff(text)}\\fR`;

function flagLines({ short, long, flags, description }: Flag): string[] {
  const spelled = [short, long].filter((name) => name !== undefined).map(bold);
  const [, argument] = /<(.*)>$/.exec(flags) ?? [];
  const behind = argument === undefined ? '' : ` \\fI${escapeRoff(argument)}\\fR`;
  return ['.TP', `${spelled.join(', ')}${behind}`, escapeRoff(description)];
}

function commandLines(command: Command, parents = 'muster'): string[] {
  const help = command.createHelp();
  const words = command.parent === null ? parents : `${parents} ${command.name()}`;
  // `help` has no parent.
  const below = help.visibleCommands(command).filter(({ parent }) => parent !== null);
  if (below.length > 0) return below.flatMap((each) => commandLines(each, words));
  return [
    `.SS ${escapeRoff(`${words} ${command.usage().replace(/^\[options\] ?/, '')}`.trim())}`,
    escapeRoff(command.description()),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .flatMap(flagLines),
  ];
}

function settingLines(options: readonly Option[]): string[] {
  return options.flatMap((option) => {
    const fallback = describeFallback(option);
    const notes = [`${envName(option.key)}`, ...(fallback === '' ? [] : [`default: ${fallback}`])];
    return [
      '.TP',
      `${bold(flagName(option.key))} \\fI${escapeRoff(option.argument)}\\fR`,
      escapeRoff(`${option.help} (${notes.join('; ')})`),
    ];
  });
}

function writeManual(program: Command, options: readonly Option[]): string {
  const seconds = builtFrom?.committedAt;
  const date = seconds === undefined ? '' : new Date(seconds * 1_000).toISOString().slice(0, 10);
  const ownFlags = program
    .createHelp()
    .visibleOptions(program)
    .filter(({ long }) => !options.some(({ key }) => flagName(key) === long));
  return [
    `.TH MUSTER 1 "${date}" "Muster ${version}" "User Commands"`,
    '.SH NAME',
    `muster \\- ${escapeRoff('a self-hosted master server: server list, heartbeats, accounts and login')}`,
    '.SH SYNOPSIS',
    `${bold('muster')} [\\fIcommand\\fR] [\\fIflags\\fR]`,
    '.SH DESCRIPTION',
    escapeRoff('Without a command, muster runs the service until a signal stops it.'),
    escapeRoff('Commands work while the service runs, and take effect without a restart.'),
    '.SH COMMANDS',
    ...commandLines(program),
    '.SH SETTINGS',
    escapeRoff(
      'Each can be set by a flag of every command, by an environment variable, or by its name in muster.toml, in this order. A secret can be read from a file, named by the variable with _FILE at its end.',
    ),
    ...settingLines(options),
    '.SH OPTIONS',
    ...ownFlags.flatMap(flagLines),
    '.SH FILES',
    '.TP',
    'muster.toml',
    escapeRoff('Settings, in the current folder unless --config names another file.'),
    '.TP',
    'muster\\-data',
    escapeRoff('The database and its backups, unless --data names another folder.'),
    '.SH EXIT STATUS',
    escapeRoff('0 on success, 1 on failure or when a check failed, 2 on wrong usage.'),
  ].join('\n');
}

export function addManualCommand(program: Command, { io, options }: CommandContext): void {
  program
    .command('man')
    .description('Print the manual page. To read it: muster man | man -l -')
    .action(() => io.out(writeManual(program, options)));
}
