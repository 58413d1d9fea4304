// Sessions of logged-in accounts: kept in the store by the hash of their value, with the rules of their end.

import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import type { Account, SessionStore } from './ports.ts';

/** Starting, recognising and expiring the sessions of logged-in accounts. */
export interface AccountSessions {
  /** The account whose live session the value is; notes the use, at most once a day. */
  findAccount(value: string): Promise<Account | undefined>;
  /**
   * Starts a session in place of the one with the value `endsValue`, and returns the new value;
   * `undefined` when the account changed since it was read (see `SessionStore.startSession`).
   */
  start(account: Account, endsValue: string | undefined): Promise<string | undefined>;
  /** Ends the session with this value; nothing happens when there is none. */
  end(value: string): Promise<void>;
  /** Removes the expired ones from the store; returns how many. */
  removeExpired(): Promise<number>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const IDLE_MS = 30 * DAY_MS;
const LONGEST_MS = 180 * DAY_MS;
const VALUE_BYTES = 32;
const SHAPE = /^s\.[A-Za-z0-9_-]{43}$/;

/** Makes the sessions on top of their store. */
export function createAccountSessions(ports: {
  sessions: SessionStore;
  clock: Clock;
}): AccountSessions {
  const { sessions, clock } = ports;
  const beingMarked = new Set<string>();

  async function markUsed(valueHash: string, at: number): Promise<void> {
    if (beingMarked.has(valueHash)) return;
    beingMarked.add(valueHash);
    try {
      await sessions.markSessionUsed(valueHash, at);
    } finally {
      beingMarked.delete(valueHash);
    }
  }

  return {
    async findAccount(value) {
      if (!SHAPE.test(value)) return undefined;
      const valueHash = hashValue(value);
      const found = await sessions.findSession(valueHash);
      if (!found || found.account.suspendedAt !== null) return undefined;
      const now = clock.now();
      const idleMs = now - found.session.lastUsedAt;
      if (idleMs > IDLE_MS || now - found.session.createdAt > LONGEST_MS) return undefined;
      if (idleMs >= DAY_MS) await markUsed(valueHash, now);
      return found.account;
    },
    async start(account, endsValue) {
      const value = `s.${randomBytes(VALUE_BYTES).toString('base64url')}`;
      const now = clock.now();
      const isStarted = await sessions.startSession(
        { valueHash: hashValue(value), accountId: account.id, createdAt: now, lastUsedAt: now },
        {
          passwordHash: account.passwordHash,
          endsValueHash: endsValue === undefined ? undefined : hashValue(endsValue),
        },
      );
      return isStarted ? value : undefined;
    },
    async end(value) {
      await sessions.endSession(hashValue(value));
    },
    removeExpired() {
      const now = clock.now();
      return sessions.removeExpiredSessions({
        usedBefore: now - IDLE_MS,
        createdBefore: now - LONGEST_MS,
      });
    },
  };
}

function hashValue(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
