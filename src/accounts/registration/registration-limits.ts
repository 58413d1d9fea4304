// Keeps programs from registering by the thousand: a trap, a minimum time, a proof of work, and budgets.

import type { Clock } from '../../lib/clock.ts';
import { createReloaded } from '../../lib/reloaded.ts';
import { createNetworkBudget } from '../network-budget.ts';
import { describeWait, type Refusal } from '../refusal.ts';
import { createFormChallenges } from './form-challenges.ts';
import { isProof, PROOF } from './proof-of-work.ts';

/** What a form brings that people never type. */
export interface RegistrationCheckFields {
  challenge: string;
  /** Empty where no script ran. */
  proof: string;
  /** A field that no person sees. */
  trap: string;
}

/** What the page of a form needs for it. */
export interface RegistrationCheckForm {
  challenge: string;
  /** What the browser has to find out; `undefined` where the proof is switched off. */
  proof: { parts: number; bits: number } | undefined;
  /** How long a person without scripts waits instead. */
  waitWithoutProofMs: number;
}

/** The brake on registrations. */
export interface RegistrationLimits {
  /** Keeps a challenge that is still good, since its time has been running. */
  openForm(sessionValue: string, earlier?: string): RegistrationCheckForm;
  /** What speaks against the form; it can be sent again after that is put right. */
  check(sessionValue: string, fields: RegistrationCheckFields): Refusal | undefined;
  /** Admits one registration, or says why not. Of two forms with one challenge the second is refused. */
  admit(
    sessionValue: string,
    fields: RegistrationCheckFields,
    address: string,
  ): Refusal | undefined;
  sweep(): void;
}

const HOUR_MS = 60 * 60_000;
const SOONEST_MS = 3_000;
/** How long a form without a proof waits. */
export const WITHOUT_PROOF_MS = 30_000;

/**
 * Makes the brake; both budgets are registrations an hour, which may come all at once. The options may
 * change at any time; other budgets are new ones.
 */
export function createRegistrationLimits(
  clock: Clock,
  options: {
    readonly isProofOfWorkRequired: boolean;
    readonly perAddress: number;
    readonly inAll: number;
  },
  onScarce?: () => void,
): RegistrationLimits {
  const challenges = createFormChallenges(clock);
  const budget = createReloaded(
    () => `${options.perAddress} ${options.inAll}`,
    () =>
      createNetworkBudget(clock, {
        ofAddress: hourly(options.perAddress),
        ofAll: hourly(options.inAll),
        ...(onScarce && { onScarce }),
      }),
  );

  function check(sessionValue: string, fields: RegistrationCheckFields): Refusal | undefined {
    const ageMs = challenges.findAge(sessionValue, fields.challenge);
    if (ageMs === undefined) return OUTDATED;
    if (fields.trap !== '') return TRAPPED;
    const isProven = !options.isProofOfWorkRequired || isProof(fields.challenge, fields.proof);
    const waitMs = (isProven ? SOONEST_MS : WITHOUT_PROOF_MS) - ageMs;
    if (waitMs <= 0) return undefined;
    return isProven
      ? {
          field: undefined,
          message: `This came faster than people type: send it again in ${describeWait(waitMs)}.`,
          retryInMs: waitMs,
        }
      : refuseUnproven(waitMs);
  }

  return {
    openForm(sessionValue, earlier = '') {
      const isGood = challenges.findAge(sessionValue, earlier) !== undefined;
      return {
        challenge: isGood ? earlier : challenges.issue(sessionValue),
        proof: options.isProofOfWorkRequired ? PROOF : undefined,
        waitWithoutProofMs: WITHOUT_PROOF_MS,
      };
    },
    check,
    admit(sessionValue, fields, address) {
      const refusal = check(sessionValue, fields);
      if (refusal !== undefined) return refusal;
      const seconds = budget().spend(address);
      if (seconds > 0) return refuseBudget(seconds * 1_000);
      return challenges.spend(sessionValue, fields.challenge) ? undefined : OUTDATED;
    },
    sweep: challenges.sweep,
  };
}

const OUTDATED: Refusal = {
  field: undefined,
  message:
    'This form was open for too long, was sent already, or came without the cookie of this site: ' +
    'allow cookies, type your password again and send it once more.',
};

/** For a form that brought no proof, and may come without one after `waitMs`. */
export function refuseUnproven(waitMs: number): Refusal {
  const wait = describeWait(waitMs);
  const message = `Your browser sent no proof of work, so a wait stands in its place: send it again in ${wait}.`;
  return { field: undefined, message, retryInMs: waitMs };
}

const TRAPPED: Refusal = {
  field: undefined,
  message: 'A field that is to stay empty was filled in, by a program perhaps: leave it empty.',
};

function refuseBudget(retryInMs: number): Refusal {
  const message =
    'Many accounts were registered from your network, or on this site, within the last hour: ' +
    `come back in ${describeWait(retryInMs)}.`;
  return { field: undefined, message, retryInMs };
}

function hourly(count: number) {
  return { refill: 1, everyMs: Math.ceil(HOUR_MS / count), capacity: count };
}
