// The proof of work that public forms ask of a browser: its challenge and its check.

import { type Clock, HOUR_MS } from '../../platform/lib/clock.ts';
import { sha256Bytes } from '../../platform/lib/digest.ts';
import type { Failure } from '../../platform/lib/failure.ts';
import { createSignedTokens } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { mustWait } from './login-failures.ts';
import { accountFailures } from './messages.ts';

/** The form fields that people never type. */
export interface RegistrationCheckFields {
  challenge: string;
  proof: string;
  trap: string;
}

export interface RegistrationCheckForm {
  challenge: string;
  /** The work for the browser; `undefined` if the proof is switched off. */
  proof: { parts: number; bits: number } | undefined;
  /** How long a person without scripts waits instead. */
  waitWithoutProofMs: number;
}

const FORM_LIFETIME_MS = 2 * HOUR_MS;

export const WITHOUT_PROOF_MS = 30_000;

/** Creates the challenges of a form. Each is valid once and for two hours. */
export function createFormChallenges(
  ports: { clock: Clock; states: SharedStates },
  purpose: string,
) {
  const tokens = createSignedTokens(ports, { purpose, lifetimeMs: FORM_LIFETIME_MS });
  return {
    ...tokens,
    /** Keeps a challenge that is still valid, because its waiting time has already begun. */
    renew: (sessionValue: string, earlier: string) =>
      tokens.findAge(sessionValue, earlier) === undefined ? tokens.issue(sessionValue) : earlier,
  };
}

/** Parts of one proof. Many small parts take nearly the same time on each try; one large part would not. */
export const PROOF_PARTS = 16;

/** Zero bits that each hash begins with: 16 × 2^13 hashes on average. */
export const PROOF_BITS = 13;

export const PROOF = { parts: PROOF_PARTS, bits: PROOF_BITS };

const MAX_LENGTH = PROOF_PARTS * 11;

const NUMBER = /^(?:0|[1-9][0-9]{0,9})$/;

/** Throws `rate_limited` for a form that has neither a proof nor waited instead. */
export function requireProof(challenge: string, proof: string, ageMs: number): void {
  if (ageMs >= WITHOUT_PROOF_MS || isProof(challenge, proof)) return;
  throw refuseUnproven(WITHOUT_PROOF_MS - ageMs);
}

export function refuseUnproven(waitMs: number): Failure {
  return mustWait(waitMs, accountFailures.registration.unproven);
}

/** Whether each part has a whole number whose SHA-256 of `<challenge>.<index>.<number>` begins with the zero bits. */
export function isProof(challenge: string, proof: string): boolean {
  if (proof.length > MAX_LENGTH) return false;
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
