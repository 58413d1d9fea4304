// What an engine hands to the contract suites: empty stores, and sample rows to put into them.

import type { AuditLog } from '../../src/accounts/audit-ports.ts';
import type {
  AccountStore,
  NewAccount,
  SessionStore,
  StoredSession,
} from '../../src/accounts/ports.ts';
import type { LetterStore } from '../../src/mail/ports.ts';
import type { ClaimStore } from '../../src/servers/claim-ports.ts';
import type { ModerationStore } from '../../src/servers/moderation-ports.ts';
import type { HistoryStore, ServerStore, StoredServer } from '../../src/servers/ports.ts';
import type { ReportStore } from '../../src/servers/report-ports.ts';

/** The stores of one engine, empty when opened, sharing one database. */
export interface FreshStores extends Disposable {
  servers: ServerStore;
  history: HistoryStore;
  moderation: ModerationStore;
  claims: ClaimStore;
  reports: ReportStore;
  accounts: AccountStore;
  sessions: SessionStore;
  letters: LetterStore;
  audit: AuditLog;
}

export type OpenFresh = () => FreshStores;

/** A moment that the samples are dated by. */
export const sampleTime = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** A hash of 32 digits that differs for each number. */
export function sampleHash(number: number): string {
  return number.toString(16).padStart(32, '0');
}

export function sampleServer(changes: Partial<StoredServer> = {}): StoredServer {
  return {
    hash: sampleHash(1),
    ip: '203.0.113.7',
    port: 25565,
    name: 'A server',
    players: 3,
    maxPlayers: 16,
    software: 'MCGalaxy 1.9.5.3',
    isPublic: true,
    supportsWeb: false,
    salt: 'salt-of-the-sample',
    country: 'NL',
    startedAt: sampleTime,
    lastBeatAt: sampleTime + 30_000,
    reachableAt: null,
    ...changes,
  };
}

export function sampleAccount(changes: Partial<NewAccount> = {}): NewAccount {
  return {
    name: 'Alice',
    email: 'alice@example.net',
    passwordHash: '$argon2id$of-alice',
    verifiedAt: sampleTime,
    suspendedAt: null,
    suspensionReason: '',
    isAdmin: false,
    flags: '',
    forumTitle: '',
    isPremium: false,
    registeredAt: sampleTime,
    ...changes,
  };
}

/** The account of a name, with an address of its own. */
export function accountNamed(name: string, changes: Partial<NewAccount> = {}): NewAccount {
  return sampleAccount({ name, email: `${name}@example.net`, ...changes });
}

export function sampleSession(changes: Partial<StoredSession> = {}): StoredSession {
  return {
    valueHash: 'a1'.repeat(32),
    accountId: 1,
    createdAt: sampleTime,
    lastUsedAt: sampleTime,
    ...changes,
  };
}

/** What a promise was refused with; fails when it was not. */
export async function refusalOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`expected a refusal, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
