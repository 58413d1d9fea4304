// Registration: who may register, what is wrong with a form, and what is written for a good one.
//
// Nothing here ever looks up whether an address has an account. An account that was just registered claims
// its address, as others may; only the one who shows that the mailbox is theirs owns it. So the same rows
// are written whatever was typed, the name is taken afterwards, the new password logs in, and the same
// page asks for the same code. Who gets which email is found out later, outside any request (see
// email-composer.ts): the owner of the mailbox learns of it, and nobody else learns anything.

import type { Clock } from '../../lib/clock.ts';
import { checkTogether, Failure } from '../../lib/failure.ts';
import { currentLanguage } from '../../messages/language.ts';
import { accountFailures } from '../../messages/messages.ts';
import { describeObstacle, hashSkeleton, refuseName, requireFreeName } from '../account-names.ts';
import { readEmailAddress } from '../email-address.ts';
import type { Mailer } from '../email-messages.ts';
import { type BoundedPasswords, requireGoodPassword } from '../passwords.ts';
import type {
  Account,
  InviteStore,
  NewAccount,
  RegistrationStore,
  Verification,
} from '../ports.ts';
import { confirmNewAccount } from '../profile/address-account-changes.ts';
import type { Role } from '../roles.ts';
import { hashInviteCode } from './invites.ts';

import type { RegistrationCheckFields, RegistrationLimits } from './registration-limits.ts';

import { agreementOf, requireAgreement } from './rules-agreement.ts';

/** Who may register. */
export type RegistrationMode = 'open' | 'invite' | 'closed';

export interface SignUpForm extends RegistrationCheckFields {
  name: string;
  email: string;
  password: string;
  invite: string;
  /** Version of the rules that was agreed to; empty for none. */
  agreedRules: string;
}

export interface SignUpParts {
  registration: RegistrationStore;
  invites: InviteStore;
  mailer: Pick<Mailer, 'isOpen'>;
  clock: Clock;
  passwords: BoundedPasswords;
  registrationLimits: RegistrationLimits;
  isReservedName: (name: string) => boolean;
  /** Who may register, which may change at any time. */
  rules: { readonly registration: RegistrationMode };
  verification: Verification;
  /** Version of the site's rules; `undefined` while there are none. */
  rulesVersion(): string | undefined;
}

export function createSignUp(parts: SignUpParts) {
  const { registration, registrationLimits, clock, rules } = parts;

  function requireGood(form: SignUpForm): Promise<void> {
    const { name, email, password, invite, agreedRules } = form;
    const now = clock.now();
    return checkTogether([
      () => requireFreeName(parts, name, now),
      () => readEmailAddress(email),
      () => requireGoodPassword(password, { name, email }),
      () => requireInvite(invite, now),
      () => requireAgreement(parts.rulesVersion(), agreedRules),
    ]);
  }

  async function requireInvite(invite: string, now: number): Promise<void> {
    if (rules.registration !== 'invite') return;
    if (!(await parts.invites.isInviteGood(hashInviteCode(invite), now))) throw badInvite();
  }

  async function register(
    form: SignUpForm,
    { address, sessionValue, next }: Parameters<SignUp['register']>[1],
  ): Promise<Account> {
    const { name, password } = form;
    const email = readEmailAddress(form.email);
    await registrationLimits.admit(sessionValue, form, address);
    const passwords = parts.passwords.by({ from: { address } });
    const passwordHash = await passwords.hash(password);
    const now = clock.now();
    const isVerified = parts.verification === 'automatic';
    const outcome = await registration.register({
      account: {
        ...blankAccount({ name, email, passwordHash, now, isVerified }),
        ...agreementOf(form.agreedRules === '' ? undefined : form.agreedRules, now),
      },
      skeletonHash: hashSkeleton(name),
      now,
      inviteHash: rules.registration === 'invite' ? hashInviteCode(form.invite) : undefined,
      change: parts.mailer.isOpen
        ? confirmNewAccount({ name, email, language: currentLanguage() }, now, next)
        : {},
    });
    switch (outcome.outcome) {
      case 'registered':
        return outcome.account;
      case 'name':
        throw refuseName(describeObstacle(name, outcome.obstacle, now));
      default:
        throw badInvite();
    }
  }

  return {
    get mode() {
      return rules.registration;
    },
    /**
     * Creates an account, unverified unless all are verified at once. `sessionValue` is the cookie that
     * came along, empty without one; `next` is the path of this site that the verification leads to, empty
     * for none. Throws everything that is wrong with the form together as `invalid`,
     * `rate_limited` for too many registrations, and `unavailable` while too many passwords are hashed.
     */
    async register(
      form: SignUpForm,
      from: { sessionValue: string; address: string; next?: string },
    ) {
      if (rules.registration === 'closed') {
        throw new Failure('invalid', accountFailures.registration.closed);
      }
      const areRules = parts.rulesVersion() !== undefined;
      const trimmed = {
        ...form,
        ...{ name: form.name.trim(), email: form.email.trim() },
        agreedRules: areRules ? form.agreedRules : '',
      };
      // Programs are turned away before anything is looked up for them.
      registrationLimits.check(from.sessionValue, trimmed);
      await requireGood(trimmed);
      return register(trimmed, from);
    },
  };
}

export type SignUp = ReturnType<typeof createSignUp>;

function badInvite(): Failure {
  return new Failure('invalid', accountFailures.registration.inviteWrong, { field: 'invite' });
}

/** An account as it is before anything happened to it. */
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
