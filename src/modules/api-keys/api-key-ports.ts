// The ports of API keys: the key and its store.

import type { NewEmailJob } from '../../platform/messages/email-kind.ts';
import type { Account, LogBounds, NewLogEntry } from '../account/index.ts';
import type { AuditEntry } from '../audit/index.ts';

export const KEYS_PATH = '/acc/keys/';

/** What a key may do, in the order of the form. The database stores these names, so they never change. */
export const SCOPES = ['servers:read', 'own:write', 'moderate'] as const;

export type Scope = (typeof SCOPES)[number];

/** A key, without the digest by which the store finds it. Times are milliseconds since the Unix epoch. */
export interface ApiKey {
  id: number;
  accountId: number;
  /** Differs from the names of the account's other keys. */
  name: string;
  scopes: readonly Scope[];
  createdAt: number;
  /** The beginning of the day (UTC) of its last use; `null` for never. */
  usedAt: number | null;
}

export interface NewApiKey extends Omit<ApiKey, 'id' | 'usedAt'> {
  keyHash: string;
}

/** What a change leaves: an entry in the owner's own log, one in the audit log if the key moderates, and an email. */
export interface KeyNotes {
  note: NewLogEntry;
  bounds: LogBounds;
  entry: AuditEntry | undefined;
  emailJobs: readonly NewEmailJob[];
}

/** Stores keys. Each change is durable when the call returns. Keys are deleted with their account. */
export interface ApiKeyStore {
  /** Lists the oldest first. */
  listKeys(accountId: number): Promise<ApiKey[]>;
  /** Finds a key by its digest, with the account that it belongs to now. */
  findKey(keyHash: string): Promise<{ key: ApiKey; account: Account } | undefined>;
  /** Adds nothing if the account has `most` keys, or one with this name. */
  addKey(key: NewApiKey, most: number, notes: KeyNotes): Promise<'added' | 'full' | 'taken'>;
  /** Returns false if the account has no such key. */
  removeKey(accountId: number, id: number, notes: KeyNotes): Promise<boolean>;
  /** Notes the day of a use. Never goes back to an earlier day. */
  noteUse(id: number, day: number): Promise<void>;
  /** Lists the keys of suspended accounts, and those that moderate although their account is no longer staff. */
  listEndedKeys(now: number): Promise<number[]>;
  endKeys(ids: readonly number[]): Promise<void>;
}
