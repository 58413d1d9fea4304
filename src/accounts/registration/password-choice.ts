// Whether a password that somebody chooses is one that an account may have.

import { aboutField, Failure } from '../../lib/failure.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import { accountFailures } from '../../messages/messages.ts';
import { requirePassword } from '../password-rules.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws `invalid` at `field`, without showing the password, when its owner may not choose it. */
export function requireGoodPassword(
  password: string,
  owner: { name: string; email: string },
  field = 'password',
): void {
  const refuse = (sentence: string) => new Failure('invalid', sentence, { field });
  if (password === '') throw refuse(accountFailures.password.choose);
  aboutField(field, () => requirePassword(password));
  const typed = password.toLowerCase();
  const email = mailboxKey(owner.email);
  const [mailbox] = email.split('@');
  if ([owner.name.toLowerCase(), mailbox].includes(typed) || mailboxKey(password) === email) {
    throw refuse(accountFailures.password.known);
  }
  if (isCommonPassword(password)) {
    throw refuse(accountFailures.password.common);
  }
}
