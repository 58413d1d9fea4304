// The rules for passwords (C4.19), and the passwords that owners may choose.

import { aboutField, Failure } from '../../platform/lib/failure.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import { listCommonPasswords } from './common-passwords.ts';
import { accountFailures } from './messages.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 64;

export function isPossiblePassword(password: string): boolean {
  // A lone surrogate has no UTF-8 form, so its hash would equal that of other passwords.
  if (password.length > MAX_LENGTH * 2 || !password.isWellFormed()) return false;
  const { length } = [...password];
  return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

/** Returns the password unchanged. Throws `invalid`, without showing it, when it breaks the rule. */
export function requirePassword(password: string): string {
  if (isPossiblePassword(password)) return password;
  const { broken, length } = accountFailures.password;
  const isBroken = !password.isWellFormed();
  throw new Failure(
    'invalid',
    isBroken ? broken : length([...password].length, MIN_LENGTH, MAX_LENGTH),
  );
}

export function requireGoodPassword(
  password: string,
  owner: { name: string; email: string },
  field = 'password',
): void {
  const refuse = (sentence: string) => new Failure('invalid', sentence, { field });
  const { choose, known, common } = accountFailures.password;
  if (password === '') throw refuse(choose);
  aboutField(field, () => requirePassword(password));
  const typed = password.toLowerCase();
  const email = mailboxKey(owner.email);
  const [mailbox] = email.split('@');
  if ([owner.name.toLowerCase(), mailbox].includes(typed) || mailboxKey(password) === email) {
    throw refuse(known);
  }
  if (isCommonPassword(password)) throw refuse(common);
}

// Built when somebody first chooses a password, because starts of the service and most commands never need it.
let commonPasswords: ReadonlySet<string> | undefined;

export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(listCommonPasswords());
  return commonPasswords.has(password.toLowerCase());
}
