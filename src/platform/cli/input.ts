// Input of commands: shared flags, numbers, and new passwords.

import { Option } from 'commander';
import { Failure } from '../lib/failure.ts';
import { generatePassword } from '../lib/readable-code.ts';
import { quoteSeen } from '../lib/text.ts';
import type { Io } from './io.ts';

/** Wrong usage of the command line: one line of output, exit code 2. */
export class UsageError extends Failure {
  constructor(message: string) {
    super('invalid', message);
    this.name = 'UsageError';
  }
}

export interface JsonFlag {
  json?: boolean;
}

export function jsonOption(): Option {
  return new Option('--json', 'Print JSON, for scripts.');
}

export interface RequiredReason {
  reason: string;
}

export interface ReasonFlag {
  reason?: string;
}

export function reasonOption(help = 'The reason; kept in the audit log.'): Option {
  return new Option('--reason <text>', help);
}

export interface UntilFlag {
  until?: string;
}

export function untilOption(): Option {
  return new Option(
    '--until <time>',
    'A duration such as 12h or 7d, or a date or time in UTC. Permanent without it.',
  );
}

export interface BeforeFlag {
  before?: number;
}

export function beforeOption(things: string): Option {
  return new Option(
    '--before <number>',
    `Only ${things} before the one with this number.`,
  ).argParser((text) => readNumber('--before', text));
}

/** Parses the number of a list entry. Throws `UsageError` that begins with `what`, and names the command `shownBy`. */
export function readNumber(what: string, text: string, shownBy?: string): number {
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  const where = shownBy === undefined ? '' : `: ${shownBy} shows it`;
  throw new UsageError(`${what} must be a whole number, not "${quoteSeen(text)}"${where}.`);
}

/** Asks for a word before an irreversible action. Throws `UsageError` without a terminal, `invalid` for other words. */
export async function confirm(
  io: Io,
  word: string,
  { what, question, refusal }: { what: string; question: string; refusal: string },
): Promise<void> {
  if (!io.isTerminal.stdin) {
    throw new UsageError(`${what}, and there is no terminal to ask for confirmation. Add --yes.`);
  }
  const typed = await io.prompt(question, { isHidden: false });
  if (typed?.trim() !== word) throw new Failure('invalid', refusal);
}

export interface NewPassword {
  password: string;
  isGenerated: boolean;
}

/** Drops exactly one trailing line break, since `echo` adds one that is not part of the password. */
export function dropLineBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

async function promptForPassword(io: Io, question: string): Promise<string> {
  const answer = await io.prompt(question, { isHidden: true });
  if (answer !== undefined) return answer;
  throw new Failure('invalid', 'Cancelled. Nothing was changed.');
}

/** Reads a new password from standard input or twice from the terminal; otherwise generates one. Throws `invalid`. */
export async function readNewPassword(
  io: Io,
  { passwordStdin = false }: { passwordStdin?: boolean },
): Promise<NewPassword> {
  if (passwordStdin) return { password: dropLineBreak(await io.stdin()), isGenerated: false };
  if (!io.isTerminal.stdin) return { password: generatePassword(), isGenerated: true };
  const password = await promptForPassword(io, 'Password (leave empty to generate one): ');
  if (password === '') return { password: generatePassword(), isGenerated: true };
  if (password === (await promptForPassword(io, 'Repeat the password: '))) {
    return { password, isGenerated: false };
  }
  throw new Failure('invalid', 'The two passwords differ. Nothing was changed.');
}
