// Removes accounts that nobody verified in time, and with them expired secrets and ended suspensions.

import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { createJob } from '../../platform/lib/timers.ts';
import {
  type RegistrationRules,
  type RegistrationStore,
  SECRETS_KEPT_AFTER_EXPIRY_MS,
  type SecretStore,
} from '../account/index.ts';
import type { Report } from './events.ts';

const SWEEP_EVERY_MS = 60 * 60_000;

export function createAccountSweep(ports: {
  registration: RegistrationStore;
  secrets: SecretStore;
  clock: Clock;
  rules: RegistrationRules;
  report: Report;
}) {
  const { registration, secrets, clock, rules, report } = ports;

  /** Returns the names of the removed accounts. */
  async function sweep(): Promise<string[]> {
    const now = clock.now();
    await secrets.removeExpired({ expiredBefore: now - SECRETS_KEPT_AFTER_EXPIRY_MS, now });
    await registration.clearEndedSuspensions(now);
    if (rules.unverifiedDays === 0) return [];
    return registration.removeUnverified(now - rules.unverifiedDays * DAY_MS);
  }

  async function sweepAndReport(): Promise<void> {
    const removed = await sweep();
    if (removed.length > 0) report('unverified_removed', { count: removed.length });
  }

  return { sweep, jobs: [createJob('sweep accounts', SWEEP_EVERY_MS, sweepAndReport, 'leader')] };
}
