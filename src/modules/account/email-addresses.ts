// Which email addresses are accepted, and the form in which they are stored.

import { aboutField, Failure } from '../../platform/lib/failure.ts';
import { canonicalMailbox } from '../../platform/lib/mailbox.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import type { Mailer } from '../email/index.ts';
import { accountFailures } from './messages.ts';

const MAX_EMAIL_LENGTH = 254;
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"\p{C}]{1,64}(?<!\.)$/u;
const DOMAIN = /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)*(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;
const ASCII = /^[!-~]+$/;

export function isEmailAddress(email: string): boolean {
  if (email.length > MAX_EMAIL_LENGTH) return false;
  const { local, domain } = partsOf(email);
  return LOCAL_PART.test(local) && DOMAIN.test(domain);
}

/** Returns the address as it is stored, with its domain in ASCII. Throws `invalid` without showing the address. */
export function requireEmailAddress(email: string): string {
  const canonical = canonicalMailbox(email);
  const { local, domain } = partsOf(canonical);
  if (isEmailAddress(email) && isEmailAddress(canonical) && ASCII.test(domain)) {
    // Some letters, such as full-width ones, look like others, and some mail servers treat them as the same.
    if (local.normalize('NFKC') === local) return canonical;
    throw new Failure('invalid', accountFailures.email.oddLetters);
  }
  throw new Failure(
    'invalid',
    email.length > MAX_EMAIL_LENGTH
      ? accountFailures.email.long(email.length, MAX_EMAIL_LENGTH)
      : inputFailures.notAnEmail,
  );
}

/** Reads an address from a form field. Also throws for an address that the mail server is known to refuse. */
export function readEmailAddress(
  typed: string,
  mailer: { canWriteTo?: Mailer['canWriteTo'] } = {},
): string {
  return aboutField('email', () => {
    const email = requireEmailAddress(typed.trim());
    if (mailer.canWriteTo?.(email) ?? true) return email;
    throw new Failure('invalid', accountFailures.email.asciiOnly);
  });
}

function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(0, at)), domain: email.slice(at + 1) };
}
