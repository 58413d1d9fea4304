// The keys that sign what programs get about players: created at first use, and replaced on a schedule.

import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/lib/actor.ts';
import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import type { OpenidAuditAction } from './audit-actions.ts';
import type { OpenidClientStore, SigningKey } from './openid-ports.ts';

const REPLACED_AFTER_MS = 90 * DAY_MS;
/** A program may show an older signature at a logout, long after the login. */
const KEPT_MS = 30 * DAY_MS;

export type SigningKeys = ReturnType<typeof createSigningKeys>;

export function createSigningKeys(ports: { openidClients: OpenidClientStore; clock: Clock }) {
  const { openidClients: store, clock } = ports;

  return {
    /** Lists the keys, the signing one first. Creates one if there is none, or if it is too old. */
    async list(): Promise<readonly SigningKey[]> {
      const keys = await store.listKeys();
      const [newest] = keys;
      if (newest !== undefined && clock.now() - newest.createdAt < REPLACED_AFTER_MS) return keys;
      await store.addKey(await makeKey(clock.now()), newest?.kid);
      return store.listKeys();
    },
    /** Replaces the signing key. The older ones stay valid for 30 days, unless `dropsOld`. */
    async rotate(actor: Actor, { dropsOld = false }: { dropsOld?: boolean } = {}, reason = '') {
      const [newest] = await store.listKeys();
      const now = clock.now();
      const action: OpenidAuditAction = 'signing keys rotated';
      const entry = { at: now, actor, action, subject: '', reason, detail: '' };
      await store.addKey(await makeKey(now), newest?.kid, entry);
      if (dropsOld) await store.removeOldKeys(now);
    },
    removeOld: () => store.removeOldKeys(clock.now() - KEPT_MS, clock.now()),
  };
}

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: Uint8Array.of(1, 0, 1),
};

/** RS256, which every program understands. */
async function makeKey(createdAt: number): Promise<SigningKey> {
  const { privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { ext: _ext, key_ops: _uses, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey);
  const kid = createHash('sha256').update(`${jwk.n}`).digest('base64url').slice(0, 16);
  return { kid, privateKey: JSON.stringify({ ...jwk, kid, use: 'sig' }), createdAt };
}
