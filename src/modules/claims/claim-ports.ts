// The ports of claims: operators' claims on their servers, and their store.

import type { AuditEntry } from '../audit/index.ts';
import type { ClaimTexts } from './claim-fields.ts';

/** A tag that administrators added to the list or removed from it: a difference from `DEFAULT_TAGS`. */
export interface TagChange {
  tag: string;
  isOffered: boolean;
  changedAt: number;
}

export interface Claim extends ClaimTexts {
  hash: string;
  accountId: number;
  accountName: string;
  claimedAt: number;
  joinIp: string | null;
  /** The port where players join; `null` for the port in the heartbeats. Always set if `joinIp` is. */
  joinPort: number | null;
  /** Changes with the icon; `null` while the server has its generated face. */
  iconDigest: string | null;
}

export type JoinPlace = Pick<Claim, 'joinIp' | 'joinPort'>;

export interface OpenCode {
  code: string;
  expiresAt: number;
}

/** The code that must be sent from an address before a claimed server gets that address. Only its digest is stored. */
export interface StoredAddressCode {
  hash: string;
  codeHash: string;
  expiresAt: number;
}

/** The code that an account puts into a server's name or software to claim it. Only its digest is stored. */
export interface StoredClaimCode extends StoredAddressCode {
  accountId: number;
}

/** The key in the heartbeat URL of a claimed server. Only its digest is stored. */
export interface HeartbeatKey {
  hash: string;
  keyHash: string;
  madeAt: number;
  /** The address of the last heartbeat; empty, with port 0, if the server was offline when the key was made. */
  ip: string;
  port: number;
  movedAt: number | null;
  /** When the server last returned to a place that it had just left. */
  contestedAt: number | null;
  /** When the owner's account was suspended. */
  suspendedAt: number | null;
  suspendedUntil: number | null;
}

/** A hash that a server had before it moved. The port is 0 if the place is unknown. */
export interface FormerHash {
  hash: string;
  /** The server's present hash. */
  present: string;
  ip: string;
  port: number;
  leftAt: number;
}

export interface ServerMove extends Pick<HeartbeatKey, 'keyHash' | 'ip' | 'port'> {
  from: string;
  to: string;
  name: string;
  now: number;
  /** Minimum time between two moves, in milliseconds. */
  apartMs: number;
  mostFormers: number;
}

/** Names the claim of one server, or all claims of one account. */
export type ClaimsOf = { hash: string } | { accountId: number };

/** A higher module's reactions to changes of claims. It registers them when it opens. */
export interface ClaimsListener {
  /** Called after some or all claims changed. It must call `load` with the same argument and update the lists. */
  changed?(of?: ClaimsOf): Promise<void>;
  /** A claim moved to another hash, and so did the moderators' decisions. */
  moved?(of: ClaimsOf): Promise<void>;
  /** These hashes now mean other servers. */
  rehashed?(hashes: readonly string[]): void;
  /** Whether this address is banned for servers. */
  isBanned?(ip: string): boolean;
}

/** The accounts that may edit servers of others, as a higher module knows them. */
export interface ClaimEditors {
  /** Whether the account edits the server, or owns it since a change that this process may not know yet. */
  isManager(accountId: number, hash: string): Promise<boolean>;
  /** The hashes of the servers that the account may edit and does not own. */
  listEdited(accountId: number): Promise<string[]>;
}

export interface HeartbeatKeyStore {
  listKeys(of?: ClaimsOf): Promise<HeartbeatKey[]>;
  /** Lists the former hashes, the latest first. */
  listFormers(of?: ClaimsOf): Promise<FormerHash[]>;
  /** Replaces the server's earlier key. Returns false if this account has not claimed the server. */
  saveKey(
    key: Pick<HeartbeatKey, 'hash' | 'keyHash' | 'madeAt' | 'ip' | 'port'>,
    accountId: number,
  ): Promise<boolean>;
  /** Returns false if this account has not claimed the server. */
  removeKey(hash: string, accountId: number): Promise<boolean>;
  /**
   * Moves everything about a server to another hash: its claim, history, alerts, reports and what moderators decided.
   * Bans and unlisting stay with the former hash too. Adds an email job for the owner if the network is new. `gone`:
   * that hash no longer has the key; `taken`: the other hash is claimed.
   */
  moveServer(move: ServerMove): Promise<'moved' | 'gone' | 'too soon' | 'taken'>;
}

/** Stores claims. Each change is durable when the call returns. Claims and codes are deleted with their account. */
export interface ClaimStore extends HeartbeatKeyStore {
  listClaims(of?: ClaimsOf): Promise<Claim[]>;
  /**
   * Describes each owner as `id:name:claims:suspended at:suspended until`, joined by commas. The text is cheap to read
   * and to compare, so the service notices changes that other processes make to accounts.
   */
  describeOwners(): Promise<string>;
  listCodes(now: number): Promise<StoredClaimCode[]>;
  /** Replaces the account's earlier code for this server, and deletes expired ones. */
  saveCode(code: StoredClaimCode, now: number): Promise<void>;
  /**
   * Gives the server to the account of the code, and deletes all codes for it. Another account's claim ends with all
   * its texts; a claim of the same account stays as it is. Returns false if the code no longer exists.
   */
  completeClaim(code: Pick<StoredClaimCode, 'hash' | 'codeHash'>, now: number): Promise<boolean>;
  findIcon(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Returns false if this account may not edit the server; only its owner changes where players join. Writes an entry
   * into the audit log if it is given and the log has no such entry of this day (UTC).
   */
  updateClaim(
    hash: string,
    accountId: number,
    changes: Partial<
      ClaimTexts & JoinPlace & Pick<Claim, 'iconDigest'> & { icon: Uint8Array | null }
    >,
    entry?: AuditEntry,
  ): Promise<boolean>;
  /** Returns false if this account has not claimed the server. */
  releaseClaim(hash: string, accountId: number): Promise<boolean>;
  /** For moderators: writes an entry into the audit log. Returns false if there was no claim. */
  removeClaim(hash: string, entry: AuditEntry): Promise<boolean>;
  /** Replaces the claim's earlier code. Returns false if this account has not claimed the server. */
  saveAddressCode(code: StoredAddressCode, accountId: number): Promise<boolean>;
  /** Finds the claim of a code; `undefined` if there is none or the code expired. */
  findAddressCode(
    codeHash: string,
    now: number,
  ): Promise<Pick<Claim, 'hash' | 'accountId' | 'claimedAt'> | undefined>;
  /** Deletes the code and sets where players join. Returns false if the code no longer exists. */
  spendAddressCode(codeHash: string, place: JoinPlace, now: number): Promise<boolean>;
  listTagChanges(): Promise<TagChange[]>;
  /** For administrators: writes an entry into the audit log. Returns false if nothing changed. */
  changeTag(change: TagChange, entry: AuditEntry): Promise<boolean>;
  /** For moderators: also removes the icon and resets where players join. Returns false if there was no claim. */
  clearTexts(hash: string, entry: AuditEntry): Promise<boolean>;
}
