// The second door of the room: accounts from registration to removal, in their owners' own hands.

import type { Clock } from '../lib/clock.ts';
import { createFollowing } from '../lib/following.ts';
import { defaultHashingBounds } from '../lib/password-hash.ts';
import { boundHashing, type HashingBounds } from './hashing.ts';
import type { Post } from './letters.ts';
import type { CredentialCheck } from './login/credentials.ts';
import type { AccountStore, PasswordHasher } from './ports.ts';
import type {
  ErrandStore,
  InviteStore,
  RegistrationStore,
  SecretStore,
} from './registration-ports.ts';
import { type BrakeForm, createBotBrake } from './sign-up/bot-brake.ts';
import {
  createFirstAdministrator,
  type FirstAdministrator,
} from './sign-up/first-administrator.ts';
import { createReservedNames } from './sign-up/reserved-names.ts';
import {
  createSignUp,
  type RegistrationMode,
  type SignUp,
  type Verification,
} from './sign-up/sign-up.ts';
import { createLetterWriter } from './upkeep/letter-writer.ts';
import { createOwnAccount, type OwnAccount } from './upkeep/own-account.ts';
import { createOwnAddress, type OwnAddress } from './upkeep/own-address.ts';
import { createOwnPassword } from './upkeep/own-password.ts';
import { createRecovery, type Recovery } from './upkeep/recovery.ts';

export { isRefused, type Refusable, type Refusal } from './refusal.ts';
export type { AddressLink, AddressState, LinkPurpose } from './upkeep/own-address.ts';
export type { BrakeForm, RegistrationMode, Verification };

/** What the operator decides about registration; all but `verification` and `nameReservedDays` may change at any time. */
export interface RegistrationRules {
  mode: RegistrationMode;
  verification: Verification;
  isProofOfWorkAsked: boolean;
  /** Registrations an hour, from one network and in all. */
  perAddress: number;
  inAll: number;
  /** Further reserved names. */
  reservedNames: readonly string[];
  /** After so many days without verification an account is removed; 0 for never. */
  unverifiedDays: number;
  nameReservedDays: number;
}

/** Accounts in their owners' hands. */
export interface Registration {
  /** Whether letters can be sent at all. */
  readonly canMail: boolean;
  readonly rules: RegistrationRules;
  signUp: SignUp;
  /** What the form of a registration carries; `earlier` is the challenge that it carried before. */
  openForm(sessionValue: string, earlier?: string): BrakeForm;
  address: OwnAddress;
  recovery: Recovery;
  own: OwnAccount;
  firstAdministrator: FirstAdministrator;
  /** Puts the letters that wait to be written into the queue; returns how many. */
  writeLetters(): Promise<number>;
  /** Removes accounts that were never verified and everything that has expired; returns the accounts' names. */
  sweep(): Promise<string[]>;
}

/** A budget that all networks share. */
export type ScarceBudget = 'registrations' | 'password resets';

const DAY_MS = 24 * 60 * 60_000;
/** Expired secrets are kept as long, so that the count of wrong codes outlives the code. */
const KEPT_AFTER_EXPIRY_MS = DAY_MS;

/** Opens the door on its ports; `hashing` bounds password hashing, by default as the machine can bear. */
export function createRegistration(ports: {
  accounts: AccountStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  errands: ErrandStore;
  invites: InviteStore;
  post: Post;
  clock: Clock;
  passwords: PasswordHasher;
  hashing?: HashingBounds;
  /** As the other door checks, which counts all attempts together. */
  checkPassword: CredentialCheck['checkPassword'];
  rules: RegistrationRules;
  /** Told once an hour while little is left of a budget that all networks share. */
  onScarce?: (what: ScarceBudget) => void;
}): Registration {
  const { registration, secrets, clock, post, rules } = ports;
  const passwords = boundHashing(ports.passwords, ports.hashing ?? defaultHashingBounds());
  const brake = createBotBrake(clock, rules, () => ports.onScarce?.('registrations'));
  const isReserved = createFollowing(() => rules.reservedNames, createReservedNames);
  const ownPassword = createOwnPassword(ports);
  const parts = { ...ports, passwords, ownPassword, ...rules };

  const recovery = createRecovery({
    ...parts,
    onScarce: () => ports.onScarce?.('password resets'),
  });

  return {
    get canMail() {
      return post.isOpen;
    },
    rules,
    signUp: createSignUp({ ...parts, brake, isReserved: (name) => isReserved()(name) }),
    openForm: brake.openForm,
    address: createOwnAddress(parts),
    recovery,
    own: createOwnAccount(parts),
    firstAdministrator: createFirstAdministrator(parts),
    writeLetters: createLetterWriter(ports),
    async sweep() {
      brake.sweep();
      recovery.sweep();
      const now = clock.now();
      await secrets.removeExpired({ expiredBefore: now - KEPT_AFTER_EXPIRY_MS, now });
      if (rules.unverifiedDays === 0) return [];
      return registration.removeUnverified(now - rules.unverifiedDays * DAY_MS);
    },
  };
}
