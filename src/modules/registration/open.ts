// Opens registration: the form, the link of the first administrator, and the sweep of accounts that nobody verified.

import { createJob } from '../../platform/lib/timers.ts';
import type { SecretStore } from '../account/index.ts';
import type { Report } from './events.ts';
import { createRegistrationLimits } from './registration-limits.ts';
import { createFirstAdministrator, createSignUp } from './sign-up.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Expired secrets are kept for as long, so that the count of wrong codes outlives the code. */
const KEPT_AFTER_EXPIRY_MS = DAY_MS;

const SWEEP_EVERY_MS = 60 * 60_000;

export function openRegistration(
  ports: Parameters<typeof createRegistrationLimits>[0] &
    Omit<Parameters<typeof createSignUp>[0], 'registrationLimits'> &
    Parameters<typeof createFirstAdministrator>[0] & { secrets: SecretStore; report: Report },
) {
  const { registration, secrets, clock, mailer, rules, report } = ports;
  const registrationLimits = createRegistrationLimits(ports);

  /** Removes unverified accounts, expired secrets and ended suspensions. Returns the names of the removed accounts. */
  async function sweep(): Promise<string[]> {
    const now = clock.now();
    await secrets.removeExpired({ expiredBefore: now - KEPT_AFTER_EXPIRY_MS, now });
    await registration.clearEndedSuspensions(now);
    if (rules.unverifiedDays === 0) return [];
    return registration.removeUnverified(now - rules.unverifiedDays * DAY_MS);
  }

  async function sweepAndReport(): Promise<void> {
    const removed = await sweep();
    if (removed.length > 0) report('unverified_removed', { count: removed.length });
  }

  return {
    get canMail() {
      return mailer.isOpen;
    },
    rules,
    signUp: createSignUp({ ...ports, registrationLimits }),
    openForm: registrationLimits.openForm,
    firstAdministrator: createFirstAdministrator(ports),
    jobs: [createJob('sweep accounts', SWEEP_EVERY_MS, sweepAndReport, 'leader')],
    sweep,
  };
}
