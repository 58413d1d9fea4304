// The first administrator: a link that the operator opens while the site has none, and the account it makes.

import type { Clock } from '../../platform/lib/clock.ts';
import type { PasswordHasher } from '../../platform/lib/password-hashing.ts';
import { hashToken, makeToken, type RegistrationStore } from '../account/index.ts';
import type { Mailer } from '../email/index.ts';
import { registerAccount, requireGoodForm, type SignUpForm } from './sign-up.ts';

const LINK_LIFETIME_MS = 30 * 60_000;

/** Returns a secret; `undefined` if there is an administrator. Earlier links stay valid: somebody may have one open. */
export async function openFirstAdministratorLink({
  registration,
  clock,
}: {
  registration: RegistrationStore;
  clock: Clock;
}): Promise<string | undefined> {
  // Read first, so that a start with an administrator writes nothing.
  if (await registration.hasAdministrator()) return undefined;
  const token = makeToken();
  const now = clock.now();
  const link = {
    tokenHash: hashToken(token),
    expiresAt: now + LINK_LIFETIME_MS,
  };
  return (await registration.addFirstAdministratorLink(link, now)) ? token : undefined;
}

export function createFirstAdministrator(ports: {
  registration: RegistrationStore;
  mailer: Mailer;
  clock: Clock;
  rulesVersion(): string | undefined;
  passwords: PasswordHasher;
}) {
  const { registration, clock, passwords } = ports;

  async function isGood(token: string): Promise<boolean> {
    const tokenHash = hashToken(token);
    if (tokenHash === '') return false;
    return registration.isFirstAdministratorLinkGood(tokenHash, clock.now());
  }

  return {
    /** Whether the site has no administrator yet. */
    isMissing: async () => !(await registration.hasAdministrator()),
    openLink: () => openFirstAdministratorLink(ports),
    isGood,
    /** Creates the verified account; `undefined` when the link is no longer valid. Throws like `SignUp.register`. */
    async claim(
      token: string,
      form: Pick<SignUpForm, 'name' | 'email' | 'password' | 'agreedRules'>,
    ) {
      if (!(await isGood(token))) return undefined;
      const name = form.name.trim();
      const now = clock.now();
      const rulesVersion = ports.rulesVersion();
      // Reserved names are kept for the site's operators, and this account is one.
      const parts = { ...ports, isReservedName: () => false };
      const email = await requireGoodForm(parts, { ...form, name }, rulesVersion, now);
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
