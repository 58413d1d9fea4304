// Whose session a request carries: sessions of accounts, kept by the hash of their value, and of visitors who are not
// logged in, whose value proves itself, so that they cost no memory and no store (C3.11).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { Account, SessionStore, StartNotes, StoredSession } from '../ports.ts';
import type { SharedStates } from '../security-ports.ts';

/** Whom the `session` cookies of a request stand for. `value` is the cookie's, a secret. */
export type Visitor =
  | { kind: 'none' }
  | { kind: 'anonymous'; value: string }
  | { kind: 'account'; value: string; account: Account };

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
export function createVisitorFinder(anonymous: AnonymousSessions, ofAccounts: AccountSessions) {
  return async (values: readonly string[]): Promise<Visitor> => {
    for (const value of values.slice(0, MOST_TRIED)) {
      if (anonymous.isLive(value)) return { kind: 'anonymous', value };
      const account = await ofAccounts.findAccount(value);
      if (account) return { kind: 'account', value, account };
    }
    return { kind: 'none' };
  };
}

export function createAccountSessions(ports: { sessions: SessionStore; clock: Clock }) {
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
    /** The handle of a session, which is no secret. */
    handleOf: (value: string) => toHandle(hashValue(value)),
    /** Those of an account that are live, used last first. */
    async list(accountId: number) {
      const now = clock.now();
      const stored = await sessions.listSessions(accountId);
      return stored
        .filter((session) => isLive(session, now))
        .map(({ valueHash, accountId: _, ...rest }) => ({ handle: toHandle(valueHash), ...rest }));
    },
    async endByHandle(accountId: number, handle: string) {
      const stored = await sessions.listSessions(accountId);
      const found = stored.find(({ valueHash }) => toHandle(valueHash) === handle);
      if (found) await sessions.endSession(found.valueHash);
      return found !== undefined;
    },
    endOthers: (accountId: number, keptValue: string) =>
      sessions.endOtherSessions(accountId, hashValue(keptValue)),
    /** The account whose live session the value is; notes the use, at most once a day. */
    async findAccount(value: string) {
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
    /**
     * Starts a session in place of the one with the value `endsValue`, and returns the new value;
     * `undefined` when the account changed since it was read (see `SessionStore.startSession`).
     * `notes` say from what device, and are written with it.
     */
    async start(account: Account, endsValue: string | undefined, notes?: StartNotes) {
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
    async end(value: string) {
      await sessions.endSession(hashValue(value));
    },
    /** The same by what is stored of the value. */
    async endByHash(valueHash: string) {
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

export type AccountSessions = ReturnType<typeof createAccountSessions>;

/** What is stored of a value, so that nobody who reads the store can log in (C3.10). */
function hashValue(value: string): string {
  return sha256Hex(value).slice(0, STORED_DIGITS);
}

function toHandle(valueHash: string): string {
  return valueHash.slice(0, HANDLE_LENGTH);
}

const LIFETIME_MS = 24 * 60 * 60 * 1_000;
const ENDED_AT_MOST = 50_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;
const PURPOSE = 'anonymous sessions';
// 54 bytes are 72 signs with no spare bits, so that no second spelling of a value decodes to it.
const ANONYMOUS_SHAPE = /^a\.[A-Za-z0-9_-]{72}$/;

/** Creates the sessions; `endedAtMost` bounds how many ended ones are remembered. */
export function createAnonymousSessions(
  { clock, states }: { clock: Clock; states: SharedStates },
  { endedAtMost }: { endedAtMost: number } = { endedAtMost: ENDED_AT_MOST },
) {
  let key = states.signingKey(PURPOSE);
  const ended = states.openSpent(PURPOSE, {
    most: endedAtMost,
    // Forgetting an ended session would revive it: a new key ends them all, the latest included.
    onFull() {
      key = randomBytes(key.length);
    },
  });

  function sign(body: Buffer): Buffer {
    return createHmac('sha256', key).update(body).digest();
  }

  /** When a value that was made here expires, ended or not; `undefined` for any other, and afterwards. */
  function findExpiry(value: string): number | undefined {
    if (!ANONYMOUS_SHAPE.test(value)) return undefined;
    const bytes = Buffer.from(value.slice(2), 'base64url');
    const body = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(sign(body), bytes.subarray(SIGNED_BYTES))) return undefined;
    const expiry = body.readUIntBE(RANDOM_BYTES, TIME_BYTES) + LIFETIME_MS;
    return clock.now() >= expiry ? undefined : expiry;
  }

  return {
    create() {
      const body = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
      body.writeUIntBE(clock.now(), RANDOM_BYTES, TIME_BYTES);
      return `a.${Buffer.concat([body, sign(body)]).toString('base64url')}`;
    },
    /**
     * Whether the value was made here, at most 24 hours ago, and has not been ended as far as this process
     * knows. Never throws, and asks nobody: enough to show pages.
     */
    isLive(value: string) {
      const expiry = findExpiry(value);
      return expiry !== undefined && !ended.isKnownSpent(value, expiry);
    },
    /** The same, also where another replica ended it: for a session that somebody logs in with. Throws `unavailable`. */
    async isStillLive(value: string) {
      const expiry = findExpiry(value);
      return expiry !== undefined && !(await ended.isSpent(value, expiry));
    },
    /** Ends a live session; anything else is left as it is. Throws `unavailable`. */
    async end(value: string) {
      const expiry = findExpiry(value);
      if (expiry !== undefined) await ended.spend(value, expiry);
    },
  };
}

/** Values that only this service can make, good for 24 hours. */
export type AnonymousSessions = ReturnType<typeof createAnonymousSessions>;
