// Keeps programs from registering by the thousand: a trap, a minimum time, a proof of work in the browser, and budgets.

import { sha256Bytes } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createNetworkBudget } from '../../platform/lib/network-budget.ts';
import { createReloaded } from '../../platform/lib/reloaded.ts';
import { accountFailures } from '../../platform/messages/messages.ts';
import type { Ports } from '../account/account-ports.ts';
import { mustWait } from '../account/login-failures.ts';
import { createSignedTokens } from '../sessions/sessions.ts';

/** What a form brings that people never type. */
export interface RegistrationCheckFields {
  challenge: string;
  proof: string;
  trap: string;
}

export interface RegistrationCheckForm {
  challenge: string;
  /** What the browser has to find out; `undefined` where the proof is switched off. */
  proof: { parts: number; bits: number } | undefined;
  /** How long a person without scripts waits instead. */
  waitWithoutProofMs: number;
}

const HOUR_MS = 60 * 60_000;
const FORM_LIFETIME_MS = 2 * HOUR_MS;
const SOONEST_MS = 3_000;
export const WITHOUT_PROOF_MS = 30_000;

/** The challenges of a form, each good once and for two hours. */
export function createFormChallenges(ports: Pick<Ports, 'clock' | 'states'>, purpose: string) {
  const tokens = createSignedTokens(ports, { purpose, lifetimeMs: FORM_LIFETIME_MS });
  return {
    ...tokens,
    /** Keeps a challenge that is still good, since its time has been running. */
    renew: (sessionValue: string, earlier: string) =>
      tokens.findAge(sessionValue, earlier) === undefined ? tokens.issue(sessionValue) : earlier,
  };
}

/** Both budgets are registrations an hour, which may come all at once; other ones after a reload start full. */
export function createRegistrationLimits(
  ports: Pick<Ports, 'clock' | 'states' | 'rules' | 'report'>,
) {
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
    /** Checks the form and counts one registration. Throws like `check`, and for a challenge that was used before. */
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

/** Calculations in one proof: many small ones take nearly the same time on each try, one large one does not. */
export const PROOF_PARTS = 16;
/** Zero bits that each hash begins with: 16 × 2^13 hashes on average. */
export const PROOF_BITS = 13;
export const PROOF = { parts: PROOF_PARTS, bits: PROOF_BITS };

const LONGEST = PROOF_PARTS * 11;
const NUMBER = /^(?:0|[1-9][0-9]{0,9})$/;

/** Throws `rate_limited` for a form without a proof that has not waited instead. */
export function requireProof(challenge: string, proof: string, ageMs: number): void {
  if (ageMs >= WITHOUT_PROOF_MS || isProof(challenge, proof)) return;
  throw refuseUnproven(WITHOUT_PROOF_MS - ageMs);
}

export function refuseUnproven(waitMs: number): Failure {
  return mustWait(waitMs, accountFailures.registration.unproven);
}

/** Whether the SHA-256 of `<challenge>.<index>.<number>` begins with the zero bits, for a whole number in each part. */
export function isProof(challenge: string, proof: string): boolean {
  if (proof.length > LONGEST) return false;
  const numbers = proof.split('.');
  return (
    numbers.length === PROOF_PARTS &&
    numbers.every((number, index) => NUMBER.test(number) && answers(challenge, index, number))
  );
}

function answers(challenge: string, index: number, number: string): boolean {
  const digest = sha256Bytes(`${challenge}.${index}.${number}`);
  return digest.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0;
}
