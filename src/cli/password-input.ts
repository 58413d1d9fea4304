// Where a command gets a new password from: standard input, the person at the terminal, or chance.

import { generatePassword } from '../accounts/administration.ts';
import { Failure } from '../lib/failure.ts';
import type { Io } from './io.ts';

/** A password, and whether it was made here, so that somebody has to be told. */
export interface NewPassword {
  password: string;
  isGenerated: boolean;
}

/** Drops exactly one line break from the end: `echo` adds one that nobody means. */
export function dropLineBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

async function askHidden(io: Io, question: string): Promise<string> {
  const answer = await io.prompt(question, { isHidden: true });
  if (answer !== undefined) return answer;
  throw new Failure('invalid', 'Broken off: nothing was changed.');
}

/**
 * Reads a new password: from standard input where asked to, else twice from the person at the
 * terminal, else it makes one. Throws `invalid` when the two differ.
 */
export async function readNewPassword(
  io: Io,
  { isFromStdin }: { isFromStdin: boolean },
): Promise<NewPassword> {
  if (isFromStdin) return { password: dropLineBreak(await io.stdin()), isGenerated: false };
  if (!io.isTerminal.stdin) return { password: generatePassword(), isGenerated: true };
  const password = await askHidden(io, 'Password (empty to have one made): ');
  if (password === '') return { password: generatePassword(), isGenerated: true };
  if (password === (await askHidden(io, 'The same password again: '))) {
    return { password, isGenerated: false };
  }
  throw new Failure('invalid', 'The two passwords differ: nothing was changed.');
}
