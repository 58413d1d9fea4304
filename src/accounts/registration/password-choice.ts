// Whether a password that somebody chooses is one that an account may have.

import { mailboxKey } from '../../lib/mailbox.ts';
import { requirePassword } from '../password-rules.ts';
import { messageOf } from '../rule-message.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Says what is wrong with the password, without showing it; `undefined` when it may be taken. */
export function findPasswordProblem(
  password: string,
  owner: { name: string; email: string },
): string | undefined {
  if (password === '') return 'Choose a password of 8 to 64 characters.';
  const problem = messageOf(() => requirePassword(password));
  if (problem !== undefined) return problem;
  const typed = password.toLowerCase();
  const email = mailboxKey(owner.email);
  const [mailbox] = email.split('@');
  if ([owner.name.toLowerCase(), mailbox].includes(typed) || mailboxKey(password) === email) {
    return 'The password is your name or your e-mail address, which others know: choose another.';
  }
  if (isCommonPassword(password)) {
    return 'The password is among the most common ones, which are guessed first: choose another.';
  }
  return undefined;
}
