// Finds proofs of work as a browser does.

import { createHash } from 'node:crypto';
import { PROOF_BITS, PROOF_PARTS } from '../../src/modules/account/proof-of-work.ts';

const zeros = (digest: Buffer) => Math.clz32(digest.readUInt32BE(0));

/** The proof for a challenge. */
export function findProof(challenge: string): string {
  return Array.from({ length: PROOF_PARTS }, (_, index) => {
    for (let number = 0; ; number += 1) {
      const digest = createHash('sha256').update(`${challenge}.${index}.${number}`).digest();
      if (zeros(digest) >= PROOF_BITS) return number;
    }
  }).join('.');
}
