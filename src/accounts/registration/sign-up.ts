// Registration: who may register, what the form is refused with, and what is made of it.
//
// Nothing here ever asks whether an address has an account. An account that was just registered claims
// its address, as others may; only whoever shows that the mailbox is theirs owns it. So the same rows
// are written whatever was typed, the name is taken afterwards, the new password logs in, and the same
// page asks for the same code. Who gets which letter is found out later, away from any request (see
// letter-writer.ts): the owner of the mailbox is told, and nobody else learns anything.

import type { Clock } from '../../lib/clock.ts';
import { readEmailAddress } from '../email-address.ts';
import type { Mailer } from '../email-messages.ts';
import { type BoundedPasswords, refuseIfBusy } from '../hashing.ts';
import type { Account, NewAccount } from '../ports.ts';
import { confirmNewAccount } from '../profile/address-account-changes.ts';
import { isRefused, type Refusable, type Refusal, refuse } from '../refusal.ts';
import type { InviteStore, RegistrationStore } from '../registration-ports.ts';
import type { Role } from '../roles.ts';
import { hashInviteCode } from './invites.ts';
import { describeObstacle, findNameProblem } from './name-choice.ts';
import { findPasswordProblem } from './password-choice.ts';
import type { RegistrationCheckFields, RegistrationLimits } from './registration-limits.ts';
import { hashSkeleton } from './reserved-names.ts';

/** Who may register. */
export type RegistrationMode = 'open' | 'invite' | 'closed';

/** How an account comes to be verified. */
export type Verification = 'mail' | 'automatic' | 'administrator';

/** What the form of a registration brings, as it was typed. */
export interface SignUpForm extends RegistrationCheckFields {
  name: string;
  email: string;
  password: string;
  invite: string;
}

/** Registering. */
export interface SignUp {
  readonly mode: RegistrationMode;
  /**
   * Makes an account, unverified unless all are verified at once; everything that is wrong with the
   * form is told together. `sessionValue` is the cookie that came along, empty without one.
   */
  register(
    form: SignUpForm,
    from: { sessionValue: string; address: string },
  ): Promise<Refusable<{ account: Account }>>;
}

/** What registration is made of. */
export interface SignUpParts {
  registration: RegistrationStore;
  invites: InviteStore;
  mailer: Pick<Mailer, 'isOpen'>;
  clock: Clock;
  passwords: BoundedPasswords;
  registrationLimits: RegistrationLimits;
  isReserved: (name: string) => boolean;
  /** Who may register, which may change at any time. */
  rules: { readonly mode: RegistrationMode };
  verification: Verification;
}

/** Makes registration. */
export function createSignUp(parts: SignUpParts): SignUp {
  const { registration, registrationLimits, clock, rules } = parts;

  async function findProblems(form: SignUpForm): Promise<Refusal[]> {
    const { name, email, password } = form;
    const now = clock.now();
    const problems: [field: string, message: string | undefined][] = [
      ['name', await findNameProblem(parts, name, now)],
      ['email', readEmailAddress(email).problem],
      ['password', findPasswordProblem(password, { name, email })],
      ['invite', await findInviteProblem(form.invite, now)],
    ];
    return problems.flatMap(([field, message]) =>
      message === undefined ? [] : [{ field, message }],
    );
  }

  async function findInviteProblem(invite: string, now: number): Promise<string | undefined> {
    if (rules.mode !== 'invite') return undefined;
    const isGood = await parts.invites.isInviteGood(hashInviteCode(invite), now);
    return isGood ? undefined : INVITE_PROBLEM;
  }

  async function register(form: SignUpForm, address: string, sessionValue: string) {
    const { name, password } = form;
    const { email } = readEmailAddress(form.email);
    const refusal = registrationLimits.admit(sessionValue, form, address);
    if (refusal !== undefined) return { refusals: [refusal] };
    const passwords = parts.passwords.by({ from: { address }, isKnown: false });
    const hashed = await refuseIfBusy(passwords.hash(password));
    if (isRefused(hashed)) return hashed;
    const passwordHash = hashed.result;
    const now = clock.now();
    const isVerified = parts.verification === 'automatic';
    const outcome = await registration.register({
      account: blankAccount({ name, email, passwordHash, now, isVerified }),
      skeletonHash: hashSkeleton(name),
      now,
      inviteHash: rules.mode === 'invite' ? hashInviteCode(form.invite) : undefined,
      change: parts.mailer.isOpen ? confirmNewAccount({ name, email }, now) : {},
    });
    switch (outcome.outcome) {
      case 'registered':
        return { account: outcome.account };
      case 'name':
        return refuse('name', describeObstacle(name, outcome.obstacle, now));
      default:
        return refuse('invite', INVITE_PROBLEM);
    }
  }

  return {
    get mode() {
      return rules.mode;
    },
    async register(form, { sessionValue, address }) {
      if (rules.mode === 'closed') {
        return refuse(
          undefined,
          'Nobody can register on this site: its operator makes the accounts.',
        );
      }
      const trimmed = { ...form, name: form.name.trim(), email: form.email.trim() };
      // Programs are turned away before anything is looked up for them.
      const refusal = registrationLimits.check(sessionValue, trimmed);
      const refusals = refusal === undefined ? await findProblems(trimmed) : [refusal];
      return refusals.length > 0 ? { refusals } : register(trimmed, address, sessionValue);
    },
  };
}

const INVITE_PROBLEM =
  'This invite is not one of this site, was used up, or has expired: ask whoever gave it to you for another.';

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
  };
}
