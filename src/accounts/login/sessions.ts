// Whose session a request carries, and the sessions of accounts: kept by the hash of their value, with the rules of their end.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { Account, SessionStore, StartNotes, StoredSession } from '../ports.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';

/** Whom the `session` cookies of a request stand for. `value` is the cookie's, a secret. */
export type Visitor =
  | { kind: 'none' }
  | { kind: 'anonymous'; value: string }
  | { kind: 'account'; value: string; account: Account };

/** Starting, recognising and expiring the sessions of logged-in accounts. */
export interface AccountSessions {
  /** The account whose live session the value is; notes the use, at most once a day. */
  findAccount(value: string): Promise<Account | undefined>;
  /**
   * Starts a session in place of the one with the value `endsValue`, and returns the new value;
   * `undefined` when the account changed since it was read (see `SessionStore.startSession`).
   * `notes` say from what device, and are written with it.
   */
  start(
    account: Account,
    endsValue: string | undefined,
    notes?: StartNotes,
  ): Promise<string | undefined>;
  /** Those of an account that are live, used last first. */
  list(accountId: number): Promise<ListedSession[]>;
  /** Ends the session of an account with this handle; false when there is none. */
  endByHandle(accountId: number, handle: string): Promise<boolean>;
  /** Ends all of an account but the one with that value; returns how many. */
  endOthers(accountId: number, keptValue: string): Promise<number>;
  /** The handle of a session, which is no secret. */
  handleOf(value: string): string;
  /** What is stored of a session's value. */
  hashOf(value: string): string;
  /** Ends the session with this value; nothing happens when there is none. */
  end(value: string): Promise<void>;
  /** The same by what is stored of the value. */
  endByHash(valueHash: string): Promise<void>;
  /** Removes the expired ones from the store; returns how many. */
  removeExpired(): Promise<number>;
}

/** A session as its owner sees it. */
export interface ListedSession extends Omit<StoredSession, 'valueHash' | 'accountId'> {
  /** Names it among those of the account; no secret. */
  handle: string;
}

// A Cookie header can hold hundreds of values, each worth a look into the store.
const MOST_TRIED = 16;
/** Sessions that an account has at most; the one used longest ago ends first. */
const SESSIONS_AT_MOST = 50;
const HANDLE_LENGTH = 16;
const DAY_MS = 24 * 60 * 60 * 1_000;
// C3.10
const IDLE_MS = 30 * DAY_MS;
const LONGEST_MS = 180 * DAY_MS;
const VALUE_BYTES = 32;
/** 128 bits of the digest: there is a row, and an index, for each login. */
const STORED_DIGITS = 32;
const SHAPE = /^s\.[A-Za-z0-9_-]{43}$/;

/** Finds the first value that stands for a live session (C3.5); one that stands for none is passed over (C3.6). The first 16 are tried. */
export async function recogniseVisitor(
  sessions: { anonymous: AnonymousSessions; ofAccounts: AccountSessions },
  values: readonly string[],
): Promise<Visitor> {
  for (const value of values.slice(0, MOST_TRIED)) {
    if (sessions.anonymous.isLive(value)) return { kind: 'anonymous', value };
    const account = await sessions.ofAccounts.findAccount(value);
    if (account) return { kind: 'account', value, account };
  }
  return { kind: 'none' };
}

/** Creates the sessions over their store. */
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

  function isLive({ createdAt, lastUsedAt }: StoredSession, now: number): boolean {
    return now - lastUsedAt <= IDLE_MS && now - createdAt <= LONGEST_MS;
  }

  return {
    handleOf: (value) => toHandle(hashValue(value)),
    async list(accountId) {
      const now = clock.now();
      const stored = await sessions.listSessions(accountId);
      return stored
        .filter((session) => isLive(session, now))
        .map(({ valueHash, accountId: _, ...rest }) => ({ handle: toHandle(valueHash), ...rest }));
    },
    async endByHandle(accountId, handle) {
      const stored = await sessions.listSessions(accountId);
      const found = stored.find(({ valueHash }) => toHandle(valueHash) === handle);
      if (found) await sessions.endSession(found.valueHash);
      return found !== undefined;
    },
    endOthers: (accountId, keptValue) => sessions.endOtherSessions(accountId, hashValue(keptValue)),
    async findAccount(value) {
      if (!SHAPE.test(value)) return undefined;
      const valueHash = hashValue(value);
      const found = await sessions.findSession(valueHash);
      if (!found || found.account.suspendedAt !== null) return undefined;
      const now = clock.now();
      if (!isLive(found.session, now)) return undefined;
      // C3.9
      if (now - found.session.lastUsedAt >= DAY_MS) await markUsed(valueHash, now);
      return found.account;
    },
    async start(account, endsValue, notes) {
      const value = `s.${randomBytes(VALUE_BYTES).toString('base64url')}`;
      const now = clock.now();
      const isStarted = await sessions.startSession(
        {
          valueHash: hashValue(value),
          accountId: account.id,
          createdAt: now,
          lastUsedAt: now,
          device: notes?.entry.device ?? '',
          country: notes?.entry.country ?? '',
        },
        {
          passwordHash: account.passwordHash,
          endsValueHash: endsValue === undefined ? undefined : hashValue(endsValue),
          atMost: SESSIONS_AT_MOST,
          ...(notes === undefined ? {} : { notes }),
        },
      );
      return isStarted ? value : undefined;
    },
    hashOf: hashValue,
    async end(value) {
      await sessions.endSession(hashValue(value));
    },
    async endByHash(valueHash) {
      await sessions.endSession(valueHash);
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

/** What is stored of a value, so that nobody who reads the store can log in (C3.10). */
function hashValue(value: string): string {
  return sha256Hex(value).slice(0, STORED_DIGITS);
}

function toHandle(valueHash: string): string {
  return valueHash.slice(0, HANDLE_LENGTH);
}
