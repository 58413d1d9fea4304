// The public face of the module for owners: accounts from registration to removal, by their owners themselves.

import type { Clock } from '../lib/clock.ts';
import { defaultHashingBounds } from '../lib/password-hash.ts';
import { createReloaded } from '../lib/reloaded.ts';
import type { EmailJobStore, Mailer } from './email-messages.ts';
import { boundHashing, type HashingBounds } from './hashing.ts';
import type { CredentialCheck } from './login/credentials.ts';
import type { AccountStore, PasswordHasher } from './ports.ts';
import { type AccountSettings, createAccountSettings } from './profile/account-settings.ts';
import { type AddressChange, createAddressChange } from './profile/address-change.ts';
import { createPasswordProof } from './profile/password-proof.ts';
import { createRecovery, type Recovery } from './profile/recovery.ts';
import {
  createFirstAdministrator,
  type FirstAdministrator,
} from './registration/first-administrator.ts';
import {
  createRegistrationLimits,
  type RegistrationCheckForm,
} from './registration/registration-limits.ts';
import { createReservedNames } from './registration/reserved-names.ts';
import { createRulesAgreement, type RulesAgreement } from './registration/rules-agreement.ts';
import { createSignUp, type RegistrationMode, type SignUp } from './registration/sign-up.ts';
import type {
  InviteStore,
  RegistrationStore,
  SecretStore,
  Verification,
} from './registration-ports.ts';
import type { SharedStates } from './shared-states-ports.ts';

export type { AddressLink, AddressState, LinkPurpose } from './profile/address-change.ts';
export { createEmailComposer } from './profile/email-composer.ts';
export { ONE_TIME_TOKEN } from './profile/one-time-secrets.ts';
export { openFirstAdministratorLink } from './registration/first-administrator.ts';
export type { RegistrationCheckForm, RegistrationMode, Verification };

/** What the operator decides about registration; all but `verification` and `nameReservedDays` may change at any time. */
export interface RegistrationRules {
  mode: RegistrationMode;
  verification: Verification;
  isProofOfWorkRequired: boolean;
  /** Registrations an hour, from one network and in all. */
  perAddress: number;
  inAll: number;
  /** Further reserved names. */
  reservedNames: readonly string[];
  /** After so many days without verification an account is removed; 0 for never. */
  unverifiedDays: number;
  nameReservedDays: number;
}

/** What visitors and owners do: registering, confirming addresses, recovering and changing accounts. */
export interface Registration {
  /** Whether emails can be sent at all. */
  readonly canMail: boolean;
  readonly rules: RegistrationRules;
  signUp: SignUp;
  /** What the form of a registration needs; `earlier` is the challenge that it had before. */
  openForm(sessionValue: string, earlier?: string): RegistrationCheckForm;
  address: AddressChange;
  recovery: Recovery;
  own: AccountSettings;
  agreement: RulesAgreement;
  firstAdministrator: FirstAdministrator;
  /** Removes accounts that were never verified and everything that has expired; returns the accounts' names. */
  sweep(): Promise<string[]>;
}

/** A budget that all networks share. */
export type ScarceBudget = 'registrations' | 'password resets';

const DAY_MS = 24 * 60 * 60_000;
/** Expired secrets are kept as long, so that the count of wrong codes outlives the code. */
const KEPT_AFTER_EXPIRY_MS = DAY_MS;

/** Creates it over its ports; `hashing` bounds password hashing, by default as the machine can bear. */
export function createRegistration(ports: {
  accounts: AccountStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  outbox: EmailJobStore;
  invites: InviteStore;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  passwords: PasswordHasher;
  hashing?: HashingBounds;
  /** That of `accounts.ts`, which counts all attempts together. */
  checkPassword: CredentialCheck['checkPassword'];
  rules: RegistrationRules;
  /** Version of the site's rules, to which people agree; `undefined` while there are none. */
  rulesVersion(): string | undefined;
  /** Called once an hour while little is left of a budget that all networks share. */
  onScarce?: (what: ScarceBudget) => void;
}): Registration {
  const { registration, secrets, clock, mailer, rules } = ports;
  const passwords = boundHashing(ports.passwords, ports.hashing ?? defaultHashingBounds());
  const registrationCheck = createRegistrationLimits(ports, rules, () =>
    ports.onScarce?.('registrations'),
  );
  const isReserved = createReloaded(() => rules.reservedNames, createReservedNames);
  const passwordProof = createPasswordProof(ports);
  const parts = { ...ports, passwords, passwordProof, ...rules };

  const recovery = createRecovery({
    ...parts,
    onScarce: () => ports.onScarce?.('password resets'),
  });

  return {
    get canMail() {
      return mailer.isOpen;
    },
    rules,
    signUp: createSignUp({
      ...parts,
      registrationLimits: registrationCheck,
      isReserved: (name) => isReserved()(name),
    }),
    openForm: registrationCheck.openForm,
    address: createAddressChange(parts),
    recovery,
    own: createAccountSettings(parts),
    agreement: createRulesAgreement(parts),
    firstAdministrator: createFirstAdministrator(parts),
    async sweep() {
      const now = clock.now();
      await secrets.removeExpired({ expiredBefore: now - KEPT_AFTER_EXPIRY_MS, now });
      if (rules.unverifiedDays === 0) return [];
      return registration.removeUnverified(now - rules.unverifiedDays * DAY_MS);
    },
  };
}
