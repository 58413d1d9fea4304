// The use cases of API keys: owners create and revoke them, and programs authenticate with them.

import { randomBytes } from 'node:crypto';
import { requirePlainLine } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { aboutField, checkTogether, Failure } from '../../platform/lib/failure.ts';
import { asStaff } from '../../platform/lib/roles.ts';
import { isSuspended } from '../../platform/lib/suspension.ts';
import { isVisible } from '../../platform/lib/text.ts';
import { createJob } from '../../platform/lib/timers.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import { type Account, LOG_BOUNDS, notifyOwner, toLogEntry } from '../account/index.ts';
import { writeDetail } from '../audit/index.ts';
import type { Devices } from '../sessions/index.ts';
import type { OwnerProof, Proof } from '../two-factor/index.ts';
import type { apiKeyEmails } from './api-key-emails.ts';
import { type ApiKey, type ApiKeyStore, SCOPES, type Scope } from './api-key-ports.ts';
import type { KeyAuditAction } from './audit-actions.ts';
import { keyFailures as failures } from './messages.ts';

export const MAX_NAME_LENGTH = 40;
export const MAX_KEYS = 10;

/** 192 bits. The prefix lets people and secret scanners recognise a key, and the log hides texts of this form. */
const makeKey = () => `muster_${randomBytes(24).toString('hex')}`;
const KEY = /^muster_[0-9a-f]{48}$/;
const BEARER = /^bearer +(\S{1,200}) *$/i;

/** Requests with one key. Nobody can guess a key, so those without a valid one are not counted. */
const KEY_BUDGET = { refill: 1, everyMs: 1_000, capacity: 60 };

const END_EVERY_MS = 5_000;

/** The program of a request, with the account that it acts for. */
export interface KeyHolder {
  key: ApiKey;
  account: Account;
  /** The account, in the form that actions and the audit log need. */
  actor: Extract<Actor, { kind: 'account' }>;
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

export interface ApiKeyPorts {
  apiKeys: ApiKeyStore;
  ownerProof: Pick<OwnerProof, 'require'>;
  devices: Pick<Devices, 'describe'>;
  clock: Clock;
}

export function createApiKeys(ports: ApiKeyPorts) {
  const { apiKeys: store, clock } = ports;
  return {
    ...createOwnKeys(ports),
    authenticate: createAuthentication(ports),
    /** Every request checks the account. This job also deletes keys, so that none works again after a suspension. */
    jobs: [
      createJob(
        'end keys of suspended accounts',
        END_EVERY_MS,
        async () => {
          const ended = await store.listEndedKeys(clock.now());
          if (ended.length > 0) await store.endKeys(ended);
        },
        'leader',
      ),
    ],
  };
}

/** The keys of an account, for their owner. */
function createOwnKeys({ apiKeys: store, ownerProof, devices, clock }: ApiKeyPorts) {
  /** The log entries of a change. The audit log has only the keys of staff. */
  function notesOf(
    account: Account,
    action: Extract<KeyAuditAction, 'key made' | 'key revoked'>,
    { name, scopes }: Pick<ApiKey, 'name' | 'scopes'>,
    caller: Caller,
  ) {
    const { id, name: accountName } = account;
    const at = clock.now();
    const actor = { kind: 'account', id, name: accountName } as const;
    const detail = writeDetail({ form: 'text', text: name });
    const entry = { at, actor, action, subject: accountName, reason: '', detail };
    return {
      note: toLogEntry(at, action, { ...devices.describe(caller), detail: name }),
      bounds: LOG_BOUNDS,
      entry: scopes.includes('moderate') ? entry : undefined,
      emailJobs: notifyOwner<keyof typeof apiKeyEmails>(account, action, at, { detail: name }),
    };
  }

  async function make(
    account: Account,
    typed: { name: string; scopes: readonly string[] },
    proof: Proof,
    caller: Caller,
  ): Promise<string> {
    if (account.verifiedAt === null) throw new Failure('forbidden', failures.unverified);
    const name = typed.name.toWellFormed().trim();
    const scopes = SCOPES.filter((scope) => typed.scopes.includes(scope));
    await checkTogether([
      () => aboutField('name', () => requireName(name)),
      () => aboutField('scopes', () => requireScopes(account, scopes)),
    ]);
    const full = new Failure('conflict', failures.tooMany(MAX_KEYS));
    if ((await store.listKeys(account.id)).length >= MAX_KEYS) throw full;
    await ownerProof.require(account, proof, caller);
    const key = makeKey();
    const row = { name, scopes, accountId: account.id, keyHash: sha256Hex(key) };
    const outcome = await store.addKey(
      { ...row, createdAt: clock.now() },
      MAX_KEYS,
      notesOf(account, 'key made', row, caller),
    );
    if (outcome === 'full') throw full;
    if (outcome === 'taken') {
      throw new Failure('conflict', failures.taken(name), { field: 'name' });
    }
    return key;
  }

  return {
    /** Lists the account's keys, oldest first. */
    list: store.listKeys,
    /** Returns the key, which no other call returns. Throws `invalid`, `forbidden`, `conflict`, `rate_limited`. */
    make,
    /** Does nothing if the key is gone. */
    async revoke(account: Account, id: number, caller: Caller): Promise<void> {
      const key = (await store.listKeys(account.id)).find((each) => each.id === id);
      if (key === undefined) return;
      await store.removeKey(account.id, id, notesOf(account, 'key revoked', key, caller));
    },
  };
}

function createAuthentication({ apiKeys: store, clock }: Pick<ApiKeyPorts, 'apiKeys' | 'clock'>) {
  const budget = createTokenBuckets(clock, KEY_BUDGET);

  /** Finds the holder of a key that is still valid: its account is verified, not suspended, and still staff if needed. */
  async function findHolder(text: string): Promise<KeyHolder | undefined> {
    const found = KEY.test(text) ? await store.findKey(sha256Hex(text)) : undefined;
    if (found === undefined) return undefined;
    const { key, account } = found;
    const hasLostRole = key.scopes.includes('moderate') && asStaff(account.role) === undefined;
    const isEnded = isSuspended(account, clock.now()) || account.verifiedAt === null;
    if (hasLostRole || isEnded) return undefined;
    const { id, name } = account;
    return { key, account, actor: { kind: 'account', id, name, key: key.name } };
  }

  async function noteUse({ id, usedAt }: ApiKey): Promise<void> {
    const now = clock.now();
    const day = now - (now % DAY_MS);
    if (usedAt === null || usedAt < day) await store.noteUse(id, day);
  }

  /**
   * Finds the program behind the header `Authorization` of a request. Throws `unauthorized` without a valid key,
   * `rate_limited`, and `forbidden` if the key lacks the scope.
   */
  return async function authenticate(header: string | null, scope: Scope): Promise<KeyHolder> {
    const text = BEARER.exec(header ?? '')?.[1];
    if (text === undefined) throw refuse('unauthorized', failures.missing);
    const holder = await findHolder(text);
    if (holder === undefined) {
      throw refuse('unauthorized', failures.unknown, 'error="invalid_token"');
    }
    const { key } = holder;
    requireToken(budget, `${key.id}`, failures.tooManyRequests);
    await noteUse(key);
    if (key.scopes.includes(scope)) return holder;
    const challenge = `error="insufficient_scope", scope="${scope}"`;
    throw refuse('forbidden', failures.outOfScope(scope), challenge);
  };
}

function refuse(kind: 'unauthorized' | 'forbidden', sentence: string, why?: string): Failure {
  const challenge = ['Bearer realm="Muster"', ...(why === undefined ? [] : [why])].join(', ');
  return new Failure(kind, sentence, { challenge });
}

function requireName(name: string): void {
  requirePlainLine(failures.label, name, MAX_NAME_LENGTH);
  if (!isVisible(name)) throw new Failure('invalid', failures.noName);
}

function requireScopes({ role }: Account, scopes: readonly Scope[]): void {
  if (scopes.length === 0) throw new Failure('invalid', failures.noScope);
  if (scopes.includes('moderate') && asStaff(role) === undefined) {
    throw new Failure('invalid', failures.notStaff);
  }
}
