// The link by which the first administrator is made, as long as there is none: good once, for half an hour.

import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { readEmailAddress } from '../email-address.ts';
import type { Mailer } from '../email-messages.ts';
import { refuseIfBusy } from '../hashing.ts';
import type { Account, PasswordHasher } from '../ports.ts';
import { confirmNewAccount } from '../profile/address-account-changes.ts';
import { hashToken, makeToken } from '../profile/one-time-secrets.ts';
import { isRefused, type Refusable, refuse } from '../refusal.ts';
import type { RegistrationStore } from '../registration-ports.ts';
import { describeObstacle, findNameProblem } from './name-choice.ts';
import { findPasswordProblem } from './password-choice.ts';
import { hashSkeleton } from './reserved-names.ts';
import { blankAccount } from './sign-up.ts';

/** Making the first administrator. */
export interface FirstAdministrator {
  /** The token of a new link, a secret; `undefined` when there is an administrator already. */
  openLink(): Promise<string | undefined>;
  /** Whether the link is good. Spends nothing. */
  isGood(token: string): Promise<boolean>;
  /** Makes the account, verified; `undefined` when the link is no longer good. */
  claim(
    token: string,
    form: { name: string; email: string; password: string },
  ): Promise<Refusable<{ account: Account }> | undefined>;
}

const LIFETIME_MS = 30 * 60_000;

/** Makes the verbs; the link lives in memory, and a restart makes another. `passwords` must be bounded. */
export function createFirstAdministrator(ports: {
  registration: RegistrationStore;
  mailer: Pick<Mailer, 'isOpen'>;
  clock: Clock;
  passwords: PasswordHasher;
}): FirstAdministrator {
  const { registration, clock } = ports;
  let link: { tokenHash: string; expiresAt: number } | undefined;

  async function isGood(token: string): Promise<boolean> {
    const tokenHash = hashToken(token);
    if (link === undefined || link.expiresAt <= clock.now() || tokenHash === '') return false;
    const isRight = timingSafeEqual(Buffer.from(link.tokenHash), Buffer.from(tokenHash));
    return isRight && !(await registration.hasAdministrator());
  }

  return {
    async openLink() {
      if (await registration.hasAdministrator()) return undefined;
      const token = makeToken();
      link = { tokenHash: hashToken(token), expiresAt: clock.now() + LIFETIME_MS };
      return token;
    },
    isGood,
    async claim(token, form) {
      if (!(await isGood(token))) return undefined;
      const name = form.name.trim();
      const { email, problem } = readEmailAddress(form.email);
      const now = clock.now();
      // Names that are reserved are so for whoever runs the site.
      const problems = [
        ['name', await findNameProblem({ registration, isReserved: () => false }, name, now)],
        ['email', problem],
        ['password', findPasswordProblem(form.password, { name, email })],
      ] as const;
      const refusals = problems.flatMap(([field, message]) =>
        message === undefined ? [] : [{ field, message }],
      );
      if (refusals.length > 0) return { refusals };
      const hashed = await refuseIfBusy(ports.passwords.hash(form.password));
      if (isRefused(hashed)) return hashed;
      const passwordHash = hashed.result;
      const outcome = await registration.register({
        account: blankAccount({
          name,
          email,
          passwordHash,
          now,
          isVerified: true,
          role: 'administrator',
        }),
        skeletonHash: hashSkeleton(name),
        now,
        isFirstAdministrator: true,
        change: ports.mailer.isOpen ? confirmNewAccount({ name, email }, now) : {},
      });
      if (outcome.outcome === 'name') {
        return refuse('name', describeObstacle(name, outcome.obstacle, now));
      }
      if (outcome.outcome !== 'registered') return undefined;
      link = undefined;
      return { account: outcome.account };
    },
  };
}
