// The links by which the first administrator is made, as long as there is none: each good for half an hour, one of them once.

import type { PasswordHasher, Ports } from '../ports.ts';
import { hashToken, makeToken } from '../profile/one-time-secrets.ts';
import { registerAccount, requireGoodForm, type SignUpForm } from './sign-up.ts';

const LIFETIME_MS = 30 * 60_000;

/** A secret; `undefined` when there is an administrator. Earlier links stay good: somebody may have one open. */
export async function openFirstAdministratorLink({
  registration,
  clock,
}: Pick<Ports, 'registration' | 'clock'>): Promise<string | undefined> {
  // Read first, so that a start with an administrator writes nothing.
  if (await registration.hasAdministrator()) return undefined;
  const token = makeToken();
  const now = clock.now();
  const link = { tokenHash: hashToken(token), expiresAt: now + LIFETIME_MS };
  return (await registration.addFirstAdministratorLink(link, now)) ? token : undefined;
}

export function createFirstAdministrator(
  ports: Pick<Ports, 'registration' | 'mailer' | 'clock' | 'rulesVersion'> & {
    passwords: PasswordHasher;
  },
) {
  const { registration, clock, passwords } = ports;

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
