// What an engine hands to the contract suites: empty stores, and sample rows to put into them.

import type { Stores } from '../../src/app/stores.ts';
import type {
  Account,
  NewAccount,
  RegistrationRequest,
  StoredSecret,
  StoredSession,
} from '../../src/modules/account/account-ports.ts';
import type { StoredServer } from '../../src/modules/registry/server-ports.ts';
import type { NewEmailJob } from '../../src/platform/messages/email-kind.ts';

/** The stores of one engine, empty when opened, sharing one database. */
export interface FreshStores extends Stores, Disposable {}

export type OpenFresh = () => FreshStores;

/** Stores with the accounts of Alice and Bob, 1 and 2. */
export async function openWithTwo(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = openFresh();
  for (const name of ['Alice', 'Bob']) await stores.accounts.insertAccount(accountNamed(name));
  return stores;
}

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
    steadySince: sampleTime,
    lastBeatAt: sampleTime + 30_000,
    reachableAt: null,
    ...changes,
  };
}

export function sampleAccount(changes: Partial<NewAccount> = {}): Omit<Account, 'id'> {
  return {
    name: 'Alice',
    email: 'alice@example.net',
    emailConfirmedAt: sampleTime,
    passwordHash: '$argon2id$of-alice',
    verifiedAt: sampleTime,
    suspendedAt: null,
    suspensionReason: '',
    suspendedUntil: null,
    role: 'player',
    flags: '',
    forumTitle: '',
    isPremium: false,
    registeredAt: sampleTime,
    rulesVersion: null,
    rulesAgreedAt: null,
    language: 'en',
    ...changes,
  };
}

/** The account of a name, with an address of its own. */
export function accountNamed(name: string, changes: Partial<NewAccount> = {}): Omit<Account, 'id'> {
  return sampleAccount({ name, email: `${name}@example.net`, ...changes });
}

export function sampleSession(changes: Partial<StoredSession> = {}): StoredSession {
  return {
    valueHash: 'a1'.repeat(32),
    accountId: 1,
    createdAt: sampleTime,
    lastUsedAt: sampleTime,
    device: 'Firefox on Windows',
    country: 'NL',
    ...changes,
  };
}

export function sampleSecret(changes: Partial<StoredSecret> = {}): StoredSecret {
  return {
    accountId: 1,
    purpose: 'verify address',
    tokenHash: 'b2'.repeat(32),
    codeHash: 'c3'.repeat(32),
    email: 'alice@example.net',
    createdAt: sampleTime,
    expiresAt: sampleTime + 60_000,
    sends: 1,
    wrongCodes: 0,
    waitUntil: null,
    next: '/server/play/0123/',
    ...changes,
  };
}

export function sampleEmailJob(changes: Partial<NewEmailJob> = {}): Required<NewEmailJob> {
  return {
    kind: 'verify address',
    accountId: 1,
    accountName: 'Alice',
    language: 'en',
    recipient: 'alice@example.net',
    token: 'a-token',
    code: '123456',
    createdAt: sampleTime,
    validUntil: sampleTime + 60_000,
    detail: '',
    until: null,
    ...changes,
  };
}

/** A registration of an account with a name and an address of its own, which leaves nothing else. */
export function sampleRegistration(
  name: string,
  changes: Partial<RegistrationRequest> = {},
): RegistrationRequest {
  return {
    account: accountNamed(name, { verifiedAt: null, emailConfirmedAt: null }),
    skeletonHash: `skeleton of ${name.toLowerCase()}`,
    now: sampleTime,
    change: {},
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
