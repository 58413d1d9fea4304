// Keeps programs from registering by the thousand: a trap field, a minimum time, a proof of work, and budgets.

import { type Clock, HOUR_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createNetworkBudget } from '../../platform/lib/network-budget.ts';
import { createReloaded } from '../../platform/lib/reloaded.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import {
  createFormChallenges,
  mustWait,
  PROOF,
  type RegistrationCheckFields,
  type RegistrationCheckForm,
  type RegistrationRules,
  requireProof,
  WITHOUT_PROOF_MS,
} from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import { SOONEST_MS } from './early-forms.ts';
import type { Report } from './events.ts';

/** Both budgets are registrations per hour, which may come all at once. Budgets changed by a reload start full. */
export function createRegistrationLimits(ports: {
  clock: Clock;
  states: SharedStates;
  rules: RegistrationRules;
  report: Report;
}) {
  const { rules } = ports;
  const challenges = createFormChallenges(ports, 'forms of registrations');
  const budget = createReloaded(
    () => `${rules.registrationsPerAddress} ${rules.registrationsPerHour}`,
    () =>
      createNetworkBudget(ports, {
        kind: 'registrations',
        ofAddress: hourly(rules.registrationsPerAddress),
        ofAll: hourly(rules.registrationsPerHour),
      }),
  );

  function check(sessionValue: string, { challenge, proof, trap }: RegistrationCheckFields): void {
    const ageMs = challenges.findAge(sessionValue, challenge);
    const { outdated, trapped, tooFast } = accountFailures.registration;
    if (ageMs === undefined) throw new Failure('invalid', outdated);
    if (trap !== '') throw new Failure('invalid', trapped);
    if (rules.isProofOfWorkRequired) requireProof(challenge, proof, ageMs);
    if (ageMs < SOONEST_MS) throw mustWait(SOONEST_MS - ageMs, tooFast);
  }

  return {
    openForm: (sessionValue: string, earlier: string = ''): RegistrationCheckForm => ({
      challenge: challenges.renew(sessionValue, earlier),
      proof: rules.isProofOfWorkRequired ? PROOF : undefined,
      waitWithoutProofMs: WITHOUT_PROOF_MS,
    }),
    /** Throws `invalid` or `rate_limited` for a form that must not count; it can be sent again. */
    check,
    /** Checks the form and counts one registration. Throws like `check`, and for a used challenge. */
    async admit(sessionValue: string, fields: RegistrationCheckFields, address: string) {
      check(sessionValue, fields);
      const { tooMany, outdated } = accountFailures.registration;
      const seconds = await budget().spend(address);
      if (seconds > 0) throw mustWait(seconds * 1_000, tooMany);
      const isFirst = await challenges.spend(sessionValue, fields.challenge);
      if (!isFirst) throw new Failure('invalid', outdated);
    },
  };
}

export type RegistrationLimits = ReturnType<typeof createRegistrationLimits>;

function hourly(count: number) {
  return { refill: 1, everyMs: Math.ceil(HOUR_MS / count), capacity: count };
}
