// Proof of work: a small calculation that a browser makes in a moment, and that a flood of registrations has to make each time.

import { sha256Bytes } from '../../lib/sha256.ts';

/** Calculations in one proof: many small ones take nearly the same time on each try, one large one does not. */
export const PROOF_PARTS = 16;
/** Zero bits that each hash begins with: 16 × 2^13 hashes on average. */
export const PROOF_BITS = 13;
/** What a form has the browser calculate. */
export const PROOF = { parts: PROOF_PARTS, bits: PROOF_BITS };

const LONGEST = PROOF_PARTS * 11;
const NUMBER = /^(?:0|[1-9][0-9]{0,9})$/;

/**
 * Whether the proof answers the challenge: as many whole numbers as there are parts, parted by dots,
 * so that the SHA-256 of `<challenge>.<index>.<number>` begins with the zero bits.
 */
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
