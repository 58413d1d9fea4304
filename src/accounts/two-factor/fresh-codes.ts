// Recovery codes that were just made, kept until their owner has seen them.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { sha256Hex } from '../../lib/sha256.ts';
import type { SharedStates } from '../shared-states-ports.ts';

/** Fresh recovery codes, each set shown to the one session that made it. All throw `unavailable`. */
export interface FreshCodes {
  put(sessionValue: string, codes: readonly string[]): Promise<void>;
  /** `undefined` after ten minutes, `drop`, or the restart of a service that is alone. */
  find(sessionValue: string): Promise<readonly string[] | undefined>;
  drop(sessionValue: string): Promise<void>;
}

const LIFETIME_MS = 10 * 60_000;
const AT_MOST = 1_000;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Creates them; of more than `atMost` sets the oldest is forgotten first. */
export function createFreshCodes(
  states: SharedStates,
  { atMost } = { atMost: AT_MOST },
): FreshCodes {
  const kept = states.open<{ sealed: string; since: number }>('fresh codes', { most: atMost });
  return {
    put: (sessionValue, codes) =>
      kept.update(keyOf(sessionValue), (_, now) => ({
        result: undefined,
        next: {
          state: { sealed: seal(sessionValue, codes), since: now },
          until: now + LIFETIME_MS,
        },
      })),
    find: (sessionValue) =>
      kept.look(keyOf(sessionValue), (found, now) => {
        const isLive = found !== undefined && Math.abs(now - found.since) < LIFETIME_MS;
        return isLive ? open(sessionValue, found.sealed) : undefined;
      }),
    drop: (sessionValue) =>
      kept.update(keyOf(sessionValue), () => ({ result: undefined, next: 'removed' })),
  };
}

function keyOf(sessionValue: string): string {
  return sha256Hex(sessionValue);
}

/** Encrypts codes by the session, whose value is stored nowhere: who reads the database gets no codes. */
function seal(sessionValue: string, codes: readonly string[]): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secretOf(sessionValue), iv);
  const body = [cipher.update(JSON.stringify(codes), 'utf8'), cipher.final()];
  return Buffer.concat([iv, ...body, cipher.getAuthTag()]).toString('base64');
}

function open(sessionValue: string, sealed: string): readonly string[] {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, secretOf(sessionValue), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
  return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'));
}

function secretOf(sessionValue: string): Buffer {
  return createHmac('sha256', sessionValue).update('fresh codes').digest();
}
