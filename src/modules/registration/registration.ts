// The public face of the module for owners: accounts from registration to removal, by their owners themselves.

import type { Ports } from '../../app/account-ports.ts';
import type { BoundedPasswords } from '../account/index.ts';
import { createAccountSettings, createAddressChange, createRecovery } from '../profile/index.ts';
import { createRulesAgreement } from '../profile/rules-agreement.ts';
import type { OwnerProof } from '../two-factor/index.ts';
import { createRegistrationLimits } from './registration-limits.ts';
import { createFirstAdministrator, createSignUp } from './sign-up.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Expired secrets are kept as long, so that the count of wrong codes outlives the code. */
const KEPT_AFTER_EXPIRY_MS = DAY_MS;

export function createRegistration(
  ports: Ports & { passwords: BoundedPasswords; ownerProof: OwnerProof },
) {
  const { registration, secrets, clock, mailer, rules } = ports;
  const registrationLimits = createRegistrationLimits(ports);

  return {
    get canMail() {
      return mailer.isOpen;
    },
    rules,
    signUp: createSignUp({ ...ports, registrationLimits }),
    openForm: registrationLimits.openForm,
    address: createAddressChange(ports),
    recovery: createRecovery(ports),
    own: createAccountSettings(ports),
    agreement: createRulesAgreement(ports),
    firstAdministrator: createFirstAdministrator(ports),
    /** Removes accounts that were never verified, everything that has expired, and suspensions that are over; returns the accounts' names. */
    async sweep() {
      const now = clock.now();
      await secrets.removeExpired({ expiredBefore: now - KEPT_AFTER_EXPIRY_MS, now });
      await registration.clearEndedSuspensions(now);
      if (rules.unverifiedDays === 0) return [];
      return registration.removeUnverified(now - rules.unverifiedDays * DAY_MS);
    },
  };
}

export type Registration = ReturnType<typeof createRegistration>;
