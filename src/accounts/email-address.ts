// The rule for e-mail addresses: reasonable syntax, nothing that could alter a mail's headers.

import { MusterError } from '../lib/errors.ts';

const MOST = 254;
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"\p{C}]{1,64}(?<!\.)$/u;
const DOMAIN = /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)*(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;

/** Whether mail could plausibly be sent there; a domain without a dot (`localhost`) is fine. */
export function isEmailAddress(email: string): boolean {
  if (email.length > MOST) return false;
  const at = email.lastIndexOf('@');
  return at > 0 && LOCAL_PART.test(email.slice(0, at)) && DOMAIN.test(email.slice(at + 1));
}

/** Returns the address as it is; throws `invalid`, without showing it, when it breaks the rule. */
export function requireEmailAddress(email: string): string {
  if (isEmailAddress(email)) return email;
  throw new MusterError(
    'invalid',
    email.length > MOST
      ? `The e-mail address has ${email.length} characters: use at most ${MOST}.`
      : 'The e-mail address is not one that mail can be sent to: write it like alice@example.net.',
  );
}
