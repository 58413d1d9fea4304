// The links by which the first administrator is made, as long as there is none: each good for half an hour, one of them once.

import type { Clock } from '../../lib/clock.ts';
import type { Mailer } from '../email-messages.ts';
import type { PasswordHasher, RegistrationStore } from '../ports.ts';
import { hashToken, makeToken } from '../profile/one-time-secrets.ts';
import { registerAccount, requireGoodForm, type SignUpForm } from './sign-up.ts';

const LIFETIME_MS = 30 * 60_000;

/**
 * The token of a new link, a secret; `undefined` when there is an administrator already. Earlier links
 * stay good: each start makes one by itself, and must not end the one that somebody has open.
 */
export async function openFirstAdministratorLink({
  registration,
  clock,
}: {
  registration: Pick<RegistrationStore, 'hasAdministrator' | 'addFirstAdministratorLink'>;
  clock: Clock;
}): Promise<string | undefined> {
  // Read first, so that a start with an administrator writes nothing.
  if (await registration.hasAdministrator()) return undefined;
  const token = makeToken();
  const now = clock.now();
  const link = { tokenHash: hashToken(token), expiresAt: now + LIFETIME_MS };
  return (await registration.addFirstAdministratorLink(link, now)) ? token : undefined;
}

/** Creates what takes the links. `passwords` must be bounded. */
export function createFirstAdministrator(ports: {
  registration: RegistrationStore;
  mailer: Pick<Mailer, 'isOpen'>;
  clock: Clock;
  passwords: PasswordHasher;
  /** Version of the site's rules; `undefined` while there are none. */
  rulesVersion(): string | undefined;
}) {
  const { registration, clock, passwords } = ports;

  /** Whether the link is good. Spends nothing. */
  async function isGood(token: string): Promise<boolean> {
    const tokenHash = hashToken(token);
    if (tokenHash === '') return false;
    return registration.isFirstAdministratorLinkGood(tokenHash, clock.now());
  }

  return {
    openLink: () => openFirstAdministratorLink(ports),
    isGood,
    /** Creates the account, verified; `undefined` when the link is no longer good. Throws like `SignUp.register`. */
    async claim(
      token: string,
      form: Pick<SignUpForm, 'name' | 'email' | 'password' | 'agreedRules'>,
    ) {
      if (!(await isGood(token))) return undefined;
      const name = form.name.trim();
      const now = clock.now();
      const rulesVersion = ports.rulesVersion();
      // Reserved names are kept for the operators of the site: for this account.
      const nameParts = { registration, isReservedName: () => false };
      const email = await requireGoodForm(nameParts, { ...form, name }, rulesVersion, now);
      const passwordHash = await passwords.hash(form.password);
      const facts = { name, email, passwordHash, now, rulesVersion };
      return registerAccount(
        ports,
        { ...facts, isVerified: true, role: 'administrator' },
        { isFirstAdministrator: true },
      );
    },
  };
}
