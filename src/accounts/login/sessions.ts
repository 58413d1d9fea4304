// Whose session a request carries: sessions of accounts, kept by the hash of their value, and of visitors who are not
// logged in, whose value proves itself, so that they cost no memory and no store (C3.11).

import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../lib/digest.ts';
import type { Account, Ports, StartNotes, StoredSession } from '../ports.ts';
import { createSignedTokens } from './login-token.ts';

/** Whom the `session` cookies of a request stand for. `value` is the cookie's, a secret. */
export type Visitor =
  | { kind: 'none' }
  | { kind: 'anonymous'; value: string }
  | { kind: 'account'; value: string; account: Account };

// A Cookie header can hold hundreds of values, each worth a look into the store.
const MOST_TRIED = 16;
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

/** The first value that stands for a live session (C3.5), of the first 16; others are passed over (C3.6). */
export function createVisitorFinder(anonymous: AnonymousSessions, ofAccounts: AccountSessions) {
  return async (values: readonly string[]): Promise<Visitor> => {
    for (const value of values.slice(0, MOST_TRIED)) {
      const account = await ofAccounts.findAccount(value);
      if (account) return { kind: 'account', value, account };
      if (anonymous.isLive(value)) return { kind: 'anonymous', value };
    }
    return { kind: 'none' };
  };
}

export function createAccountSessions(ports: Pick<Ports, 'sessions' | 'clock'>) {
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
    handleOf: (value: string) => toHandle(hashValue(value)),
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
    /** The value of a session in place of `endsValue`; `undefined` when the account changed since it was read. */
    async start(account: Account, endsValue: string | undefined, notes: StartNotes) {
      const value = `s.${randomBytes(VALUE_BYTES).toString('base64url')}`;
      const now = clock.now();
      const { device, country } = notes.entry;
      const isStarted = await sessions.startSession(
        {
          valueHash: hashValue(value),
          accountId: account.id,
          createdAt: now,
          lastUsedAt: now,
          device,
          country,
        },
        {
          passwordHash: account.passwordHash,
          endsValueHash: endsValue === undefined ? undefined : hashValue(endsValue),
          atMost: SESSIONS_AT_MOST,
          notes,
        },
      );
      return isStarted ? value : undefined;
    },
    hashOf: hashValue,
    end: (value: string) => sessions.endSession(hashValue(value)),
    endByHash: (valueHash: string) => sessions.endSession(valueHash),
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

/** Values that only this service can make, good for 24 hours. */
export function createAnonymousSessions(
  ports: Pick<Ports, 'clock' | 'states'>,
  bounds: { spentAtMost?: number } = {},
) {
  const kind = { purpose: 'anonymous sessions', lifetimeMs: DAY_MS - 1 };
  const tokens = createSignedTokens(ports, { ...kind, ...bounds });
  const tokenOf = (value: string) => (value.startsWith('a.') ? value.slice(2) : '');
  return {
    create: () => `a.${tokens.issue('')}`,
    /** Whether it has not ended as far as this process knows, which is enough to show pages. Never throws. */
    isLive: (value: string) => tokens.findAge('', tokenOf(value)) !== undefined,
    /** The same, also where another replica ended it: for a session that somebody logs in with. Throws `unavailable`. */
    isStillLive: (value: string) => tokens.isStillGood('', tokenOf(value)),
    /** Ends a live session; anything else is left as it is. Throws `unavailable`. */
    end: (value: string) => tokens.spend('', tokenOf(value)),
  };
}

export type AnonymousSessions = ReturnType<typeof createAnonymousSessions>;
