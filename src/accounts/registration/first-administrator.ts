// The links by which the first administrator is made, as long as there is none: each good for half an hour, one of them once.

import type { Clock } from '../../lib/clock.ts';
import { checkTogether } from '../../lib/failure.ts';
import { currentLanguage } from '../../messages/language.ts';
import { describeObstacle, hashSkeleton, refuseName, requireFreeName } from '../account-names.ts';
import { readEmailAddress } from '../email-address.ts';
import type { Mailer } from '../email-messages.ts';
import { requireGoodPassword } from '../passwords.ts';
import type { PasswordHasher, RegistrationStore } from '../ports.ts';
import { confirmNewAccount } from '../profile/address-account-changes.ts';
import { hashToken, makeToken } from '../profile/one-time-secrets.ts';

import { agreementOf, requireAgreement } from './rules-agreement.ts';
import { blankAccount, type SignUpForm } from './sign-up.ts';

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

/** Creates it. `passwords` must be bounded. */
export function createFirstAdministrator(ports: {
  registration: RegistrationStore;
  mailer: Pick<Mailer, 'isOpen'>;
  clock: Clock;
  passwords: PasswordHasher;
  /** Version of the site's rules; `undefined` while there are none. */
  rulesVersion(): string | undefined;
}) {
  const { registration, clock } = ports;

  async function isGood(token: string): Promise<boolean> {
    const tokenHash = hashToken(token);
    if (tokenHash === '') return false;
    return registration.isFirstAdministratorLinkGood(tokenHash, clock.now());
  }

  return {
    /** As `openFirstAdministratorLink`. */
    openLink: () => openFirstAdministratorLink(ports),
    /** Whether the link is good. Spends nothing. */
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
      await checkTogether([
        () => requireFreeName(nameParts, name, now),
        () => readEmailAddress(form.email),
        () => requireGoodPassword(form.password, { name, email: form.email.trim() }),
        () => requireAgreement(rulesVersion, form.agreedRules),
      ]);
      const email = readEmailAddress(form.email);
      const passwordHash = await ports.passwords.hash(form.password);
      const outcome = await registration.register({
        account: {
          ...blankAccount({
            ...{ name, email, passwordHash, now },
            isVerified: true,
            role: 'administrator',
          }),
          ...agreementOf(rulesVersion, now),
        },
        skeletonHash: hashSkeleton(name),
        now,
        isFirstAdministrator: true,
        change: ports.mailer.isOpen
          ? confirmNewAccount({ name, email, language: currentLanguage() }, now)
          : {},
      });
      if (outcome.outcome === 'name') {
        throw refuseName(describeObstacle(name, outcome.obstacle, now));
      }
      if (outcome.outcome !== 'registered') return undefined;
      return outcome.account;
    },
  };
}
