// `muster man`: the manual page, generated from the command line.

import type { Command } from 'commander';
import { builtFrom, version } from '../lib/version.ts';
import type { CommandContext } from './context.ts';
import { isSetting, listEntries, listFlags, type Word } from './reference.ts';
import { EXIT_CODES } from './run.ts';

/** Escapes text for troff: no line is read as a request, and hyphens of flags do not become dashes. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('’', '\\(cq')
    .replace(/^\./gm, '\\&.');
}

/** Prints the names of a flag in bold, and its value in italics. */
function wordLines({ spelling, help }: Word): string[] {
  const [, names = spelling, value] = /^(--?[^<[]*?) ?[<[](.*)[>\]]$/.exec(spelling) ?? [];
  const behind = value === undefined ? '' : ` \\fI${escapeRoff(value)}\\fR`;
  return ['.TP', `\\fB${escapeRoff(names)}\\fR${behind}`, escapeRoff(help)];
}

function writeManual(program: Command): string {
  const seconds = builtFrom?.committedAt;
  const date = seconds === undefined ? '' : new Date(seconds * 1_000).toISOString().slice(0, 10);
  return [
    `.TH MUSTER 1 "${date}" "Muster ${version}" "User Commands"`,
    '.SH NAME',
    `muster \\- ${escapeRoff(program.description())}`,
    '.SH SYNOPSIS',
    escapeRoff(`muster ${program.usage()}`),
    '.SH COMMANDS',
    ...listEntries(program).flatMap(({ usage, help, words }) => [
      `.SS ${escapeRoff(usage)}`,
      escapeRoff(help),
      ...words.flatMap(wordLines),
    ]),
    '.SH SETTINGS',
    escapeRoff(program.options.find(isSetting)?.helpGroupHeading ?? ''),
    ...listFlags(program, true).flatMap(wordLines),
    '.SH OPTIONS',
    ...listFlags(program).flatMap(wordLines),
    '.SH EXIT STATUS',
    escapeRoff(EXIT_CODES),
  ].join('\n');
}

export function addManualCommand(program: Command, { io }: CommandContext): void {
  program
    .command('man')
    .description('Print the manual page. To read it: muster man | man -l -')
    .action(() => io.out(writeManual(program)));
}
