// The public face of the module for owners: accounts from registration to removal, by their owners themselves.

import type { Clock } from '../../lib/clock.ts';
import type { EmailJobStore, Mailer } from '../email-messages.ts';
import type { CredentialCheck } from '../login/credentials.ts';
import type { BoundedPasswords } from '../passwords.ts';
import type {
  AccountStore,
  InviteStore,
  RegistrationStore,
  SecretStore,
  Verification,
} from '../ports.ts';
import { createAccountSettings } from '../profile/account-settings.ts';
import { createAddressChange } from '../profile/address-change.ts';
import { createRecovery } from '../profile/recovery.ts';
import type { SharedStates } from '../security-ports.ts';
import { createPasswordProof } from '../two-factor/owner-proof.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { createRegistrationLimits, type RegistrationCheckForm } from './registration-limits.ts';
import { createRulesAgreement } from './rules-agreement.ts';
import { createSignUp, type RegistrationMode } from './sign-up.ts';

export type { AddressLink, AddressState, LinkPurpose } from '../profile/address-change.ts';
export { createEmailComposer } from '../profile/email-composer.ts';
export { ONE_TIME_TOKEN } from '../profile/one-time-secrets.ts';
export { openFirstAdministratorLink } from './first-administrator.ts';
export type { RegistrationCheckForm, RegistrationMode, Verification };

/** What the operator decides about registration, as the settings name it; all but `verification` and `nameReservedDays` may change at any time. */
export interface RegistrationRules {
  registration: RegistrationMode;
  verification: Verification;
  isProofOfWorkRequired: boolean;
  registrationsPerAddress: number;
  registrationsPerHour: number;
  /** Further reserved names. */
  reservedNames: readonly string[];
  /** After so many days without verification an account is removed; 0 for never. */
  unverifiedDays: number;
  nameReservedDays: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** Expired secrets are kept as long, so that the count of wrong codes outlives the code. */
const KEPT_AFTER_EXPIRY_MS = DAY_MS;

export interface RegistrationPorts {
  accounts: AccountStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  outbox: EmailJobStore;
  invites: InviteStore;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  passwords: BoundedPasswords;
  isReservedName(name: string): boolean;
  checkPassword: CredentialCheck['checkPassword'];
  rules: RegistrationRules;
  /** Version of the site's rules, to which people agree; `undefined` while there are none. */
  rulesVersion(): string | undefined;
  /** Called once an hour while little is left of a budget that all networks share. */
  onScarce?: (what: 'registrations' | 'password resets') => void;
}

export function createRegistration(ports: RegistrationPorts) {
  const { registration, secrets, clock, mailer, rules } = ports;
  const registrationLimits = createRegistrationLimits(ports, rules, () =>
    ports.onScarce?.('registrations'),
  );
  const provePassword = createPasswordProof(ports.checkPassword);
  const { verification, nameReservedDays } = rules;
  const parts = { ...ports, provePassword, verification, nameReservedDays };

  return {
    get canMail() {
      return mailer.isOpen;
    },
    rules,
    signUp: createSignUp({ ...parts, registrationLimits }),
    /** What the form of a registration needs; `earlier` is the challenge that it had before. */
    openForm: registrationLimits.openForm,
    address: createAddressChange(parts),
    recovery: createRecovery({ ...parts, onScarce: () => ports.onScarce?.('password resets') }),
    own: createAccountSettings(parts),
    agreement: createRulesAgreement(parts),
    firstAdministrator: createFirstAdministrator(parts),
    /** Removes accounts that were never verified and everything that has expired; returns the accounts' names. */
    async sweep() {
      const now = clock.now();
      await secrets.removeExpired({ expiredBefore: now - KEPT_AFTER_EXPIRY_MS, now });
      if (rules.unverifiedDays === 0) return [];
      return registration.removeUnverified(now - rules.unverifiedDays * DAY_MS);
    },
  };
}

export type Registration = ReturnType<typeof createRegistration>;
