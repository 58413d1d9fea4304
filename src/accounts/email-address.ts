// The rule for e-mail addresses: reasonable syntax, nothing that could alter a mail's headers, one spelling for each mailbox.

import { aboutField, Failure } from '../lib/failure.ts';
import { canonicalMailbox } from '../lib/mailbox.ts';
import { accountFailures } from '../messages/messages.ts';

const MOST = 254;
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"\p{C}]{1,64}(?<!\.)$/u;
const DOMAIN = /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)*(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;
const ASCII = /^[!-~]+$/;

export function isEmailAddress(email: string): boolean {
  if (email.length > MOST) return false;
  const { local, domain } = partsOf(email);
  return LOCAL_PART.test(local) && DOMAIN.test(domain);
}

/** Returns the address as it is kept, its domain in ASCII; throws `invalid`, without showing it. */
export function requireEmailAddress(email: string): string {
  const canonical = canonicalMailbox(email);
  const { local, domain } = partsOf(canonical);
  if (isEmailAddress(email) && isEmailAddress(canonical) && ASCII.test(domain)) {
    // Letters such as full-width ones look like others, and some mail servers take them for those.
    if (local.normalize('NFKC') === local) return canonical;
    throw new Failure('invalid', accountFailures.email.oddLetters);
  }
  throw new Failure(
    'invalid',
    email.length > MOST
      ? accountFailures.email.long(email.length, MOST)
      : accountFailures.email.invalid,
  );
}

export function readEmailAddress(typed: string): string {
  return aboutField('email', () => requireEmailAddress(typed.trim()));
}

function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(0, at)), domain: email.slice(at + 1) };
}
