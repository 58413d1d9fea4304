// Secrets that a session can read again for a while, such as its new recovery codes.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { openSessionStates } from './shared-states.ts';
import type { SharedStates } from './state-ports.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Secrets of a session, encrypted with the session's value, so that a reader of the database gets none. */
export function createSealedTexts(
  states: SharedStates,
  kind: string,
  { most = 1_000, lifetimeMs }: { most?: number; lifetimeMs: number },
) {
  const kept = openSessionStates<{ sealed: string }>(states, kind, { most, lifetimeMs });
  const keyOf = (sessionValue: string) => createHmac('sha256', sessionValue).update(kind).digest();

  function open(sessionValue: string, sealed: string): readonly string[] {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(CIPHER, keyOf(sessionValue), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const body = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return JSON.parse(Buffer.concat([body, decipher.final()]).toString('utf8'));
  }

  return {
    async put(sessionValue: string, texts: readonly string[]) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(sessionValue), iv);
      const body = [cipher.update(JSON.stringify(texts), 'utf8'), cipher.final()];
      const sealed = Buffer.concat([iv, ...body, cipher.getAuthTag()]).toString('base64');
      await kept.put(sessionValue, { sealed });
    },
    async find(sessionValue: string) {
      const found = await kept.find(sessionValue);
      return found && open(sessionValue, found.sealed);
    },
    drop: kept.drop,
  };
}
