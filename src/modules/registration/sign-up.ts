// Registration: who may register, how a form is checked, and which rows a good one writes.
//
// Nothing here looks up whether an address has an account. A new account only claims its address, as other accounts
// may; the one that proves the mailbox owns it. So every form writes the same rows, takes the name, lets the new
// password log in, and leads to the page that asks for the code. The recipients of emails are found later, outside of
// every request (see email-composer.ts): only the owner of the mailbox learns of it.

import type { Clock } from '../../platform/lib/clock.ts';
import { checkTogether, Failure } from '../../platform/lib/failure.ts';
import type { BoundedPasswords } from '../../platform/lib/password-hashing.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import {
  type Account,
  blankAccount,
  describeObstacle,
  hashSkeleton,
  type InviteStore,
  type RegistrationCheckFields,
  type RegistrationRequest,
  type RegistrationRules,
  type RegistrationStore,
  readEmailAddress,
  refuseName,
  requireFreeName,
  requireGoodPassword,
} from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import type { Mailer } from '../email/index.ts';
import { agreementOf, confirmNewAccount, requireAgreement } from '../profile/index.ts';
import { createEarlyPasswords } from './early-forms.ts';
import { hashInviteCode } from './invites.ts';
import type { RegistrationLimits } from './registration-limits.ts';

export interface SignUpForm extends RegistrationCheckFields {
  name: string;
  email: string;
  password: string;
  invite: string;
  agreedRules: string;
}

export function createSignUp(parts: {
  registration: RegistrationStore;
  invites: InviteStore;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  rules: RegistrationRules;
  rulesVersion(): string | undefined;
  isReservedName(name: string): boolean;
  passwords: BoundedPasswords;
  registrationLimits: RegistrationLimits;
}) {
  const { registrationLimits, clock, rules } = parts;
  const early = createEarlyPasswords(parts.states);

  async function requireInvite(invite: string, now: number): Promise<void> {
    if (rules.registration !== 'invite') return;
    if (!(await parts.invites.isInviteGood(hashInviteCode(invite), now))) throw badInvite();
  }

  return {
    get mode() {
      return rules.registration;
    },
    /** Whether the password of this form is kept, so that the form can be sent without one. */
    hasPassword: async (sessionValue: string, challenge: string) =>
      (await early.find(sessionValue, challenge)) !== undefined,
    /** Registers an account. The verification leads to `next`. Throws all faults of the form together. */
    async register(
      sent: SignUpForm,
      { sessionValue, address, next }: { sessionValue: string; address: string; next?: string },
    ) {
      if (rules.registration === 'closed') {
        throw new Failure('invalid', accountFailures.registration.closed);
      }
      const rulesVersion = parts.rulesVersion();
      // Turns programs away before anything is looked up for them.
      await early.keepIfEarly(sessionValue, sent, () =>
        registrationLimits.check(sessionValue, sent),
      );
      const kept = sent.password === '' && (await early.find(sessionValue, sent.challenge));
      const form = { ...sent, password: kept || sent.password };
      const { password, invite } = form;
      const name = form.name.trim();
      const seenAt = clock.now();
      const email = await requireGoodForm(parts, { ...form, name }, rulesVersion, seenAt, () =>
        requireInvite(invite, seenAt),
      );
      await registrationLimits.admit(sessionValue, form, address);
      const passwordHash = await parts.passwords.by({ from: { address } }).hash(password);
      const now = clock.now();
      const isVerified = rules.verification === 'automatic';
      const facts = { name, email, passwordHash, now, isVerified, rulesVersion };
      const inviteHash = rules.registration === 'invite' ? hashInviteCode(invite) : undefined;
      const account = await registerAccount(parts, facts, { inviteHash }, next);
      if (account === undefined) throw badInvite();
      if (kept) await early.drop(sessionValue);
      return account;
    },
  };
}

/** Returns the email address of a form in its stored form. Throws all faults together as `invalid`. */
export async function requireGoodForm(
  parts: Parameters<typeof requireFreeName>[0] & { mailer: Mailer },
  form: Pick<SignUpForm, 'name' | 'email' | 'password' | 'agreedRules'>,
  rulesVersion: string | undefined,
  now: number,
  checkMore: () => Promise<void> = async () => {},
): Promise<string> {
  const { name, password, agreedRules } = form;
  await checkTogether([
    () => requireFreeName(parts, name, now),
    () => readEmailAddress(form.email, parts.mailer),
    () => requireGoodPassword(password, { name, email: form.email.trim() }),
    checkMore,
    () => requireAgreement(rulesVersion, agreedRules),
  ]);
  return readEmailAddress(form.email);
}

/** `undefined` when the invite or the link is no longer valid. Throws `invalid` when the name is taken by now. */
export async function registerAccount(
  { registration, mailer }: { registration: RegistrationStore; mailer: Mailer },
  facts: Parameters<typeof blankAccount>[0] & { rulesVersion: string | undefined },
  permit: Pick<RegistrationRequest, 'inviteHash' | 'isFirstAdministrator'>,
  next?: string,
): Promise<Account | undefined> {
  const { name, now, rulesVersion } = facts;
  const account = { ...blankAccount(facts), ...agreementOf(rulesVersion, now) };
  const outcome = await registration.register({
    account,
    skeletonHash: hashSkeleton(name),
    now,
    ...permit,
    change: mailer.isOpen ? confirmNewAccount(account, now, next) : {},
  });
  if (outcome.outcome === 'name') throw refuseName(describeObstacle(name, outcome.obstacle, now));
  return outcome.outcome === 'registered' ? outcome.account : undefined;
}

function badInvite(): Failure {
  return new Failure('invalid', accountFailures.registration.inviteWrong, { field: 'invite' });
}
