// Registration: who may register, what is wrong with a form, and what is written for a good one.
//
// Nothing here ever looks up whether an address has an account. An account that was just registered claims
// its address, as others may; only the one who shows that the mailbox is theirs owns it. So the same rows
// are written whatever was typed, the name is taken afterwards, the new password logs in, and the same
// page asks for the same code. Who gets which email is found out later, outside any request (see
// email-composer.ts): the owner of the mailbox learns of it, and nobody else learns anything.

import { checkTogether, Failure } from '../../lib/failure.ts';
import { currentLanguage } from '../../messages/language.ts';
import { accountFailures } from '../../messages/messages.ts';
import { describeObstacle, hashSkeleton, refuseName, requireFreeName } from '../account-names.ts';
import { readEmailAddress } from '../email-address.ts';
import { type BoundedPasswords, requireGoodPassword } from '../passwords.ts';
import type { Account, NewAccount, Ports, RegistrationRequest } from '../ports.ts';
import { confirmNewAccount } from '../profile/address-change.ts';
import type { Role } from '../roles.ts';
import { hashInviteCode } from './invites.ts';
import type { RegistrationCheckFields, RegistrationLimits } from './registration-limits.ts';
import { agreementOf, requireAgreement } from './rules-agreement.ts';

export interface SignUpForm extends RegistrationCheckFields {
  name: string;
  email: string;
  password: string;
  invite: string;
  agreedRules: string;
}

export function createSignUp(
  parts: Pick<
    Ports,
    'registration' | 'invites' | 'mailer' | 'clock' | 'rules' | 'rulesVersion' | 'isReservedName'
  > & { passwords: BoundedPasswords; registrationLimits: RegistrationLimits },
) {
  const { registrationLimits, clock, rules } = parts;

  async function requireInvite(invite: string, now: number): Promise<void> {
    if (rules.registration !== 'invite') return;
    if (!(await parts.invites.isInviteGood(hashInviteCode(invite), now))) throw badInvite();
  }

  return {
    get mode() {
      return rules.registration;
    },
    /** `next` is where the verification leads to. Throws all that is wrong with the form together. */
    async register(
      form: SignUpForm,
      { sessionValue, address, next }: { sessionValue: string; address: string; next?: string },
    ) {
      if (rules.registration === 'closed') {
        throw new Failure('invalid', accountFailures.registration.closed);
      }
      const { password, invite } = form;
      const name = form.name.trim();
      const rulesVersion = parts.rulesVersion();
      // Programs are turned away before anything is looked up for them.
      registrationLimits.check(sessionValue, form);
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
      return account;
    },
  };
}

/** Returns the e-mail address of a form, as it is kept. Throws everything that is wrong together as `invalid`. */
export async function requireGoodForm(
  parts: Parameters<typeof requireFreeName>[0],
  form: Pick<SignUpForm, 'name' | 'email' | 'password' | 'agreedRules'>,
  rulesVersion: string | undefined,
  now: number,
  checkMore: () => Promise<void> = async () => {},
): Promise<string> {
  const { name, password, agreedRules } = form;
  await checkTogether([
    () => requireFreeName(parts, name, now),
    () => readEmailAddress(form.email),
    () => requireGoodPassword(password, { name, email: form.email.trim() }),
    checkMore,
    () => requireAgreement(rulesVersion, agreedRules),
  ]);
  return readEmailAddress(form.email);
}

/** `undefined` when the invite or the link is no longer good. Throws `invalid` when the name is taken by now. */
export async function registerAccount(
  { registration, mailer }: Pick<Ports, 'registration' | 'mailer'>,
  facts: Parameters<typeof blankAccount>[0] & { rulesVersion: string | undefined },
  permit: Pick<RegistrationRequest, 'inviteHash' | 'isFirstAdministrator'>,
  next?: string,
): Promise<Account | undefined> {
  const { name, now, rulesVersion } = facts;
  const account = { ...blankAccount(facts), ...agreementOf(rulesVersion, now) };
  const outcome = await registration.register({
    ...{ account, skeletonHash: hashSkeleton(name), now, ...permit },
    change: mailer.isOpen ? confirmNewAccount(account, now, next) : {},
  });
  if (outcome.outcome === 'name') throw refuseName(describeObstacle(name, outcome.obstacle, now));
  return outcome.outcome === 'registered' ? outcome.account : undefined;
}

function badInvite(): Failure {
  return new Failure('invalid', accountFailures.registration.inviteWrong, { field: 'invite' });
}

export function blankAccount(facts: {
  name: string;
  email: string;
  passwordHash: string;
  now: number;
  isVerified: boolean;
  role?: Role;
}): NewAccount {
  const { name, email, passwordHash, now, isVerified, role = 'player' } = facts;
  return {
    name,
    email,
    emailConfirmedAt: null,
    passwordHash,
    verifiedAt: isVerified ? now : null,
    suspendedAt: null,
    suspendedUntil: null,
    suspensionReason: '',
    role,
    flags: '',
    forumTitle: '',
    isPremium: false,
    registeredAt: now,
    language: currentLanguage(),
  };
}
