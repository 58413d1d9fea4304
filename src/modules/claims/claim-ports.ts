// Claims of operators on their servers, and where they are stored.

import type { AuditEntry } from '../audit/index.ts';
import type { ClaimTexts } from './claim-fields.ts';

/** A tag that administrators added to the list, or took off it: what differs from `DEFAULT_TAGS`. */
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
  /** The port that players join at; `null` for the one in the heartbeats. Always set when `joinIp` is. */
  joinPort: number | null;
  /** Changes with the icon; `null` while the server has its generated face. */
  iconDigest: string | null;
}

export type JoinPlace = Pick<Claim, 'joinIp' | 'joinPort'>;

export interface OpenCode {
  code: string;
  expiresAt: number;
}

/** What has to be sent from an address before it becomes that of a claimed server: the digest is stored. */
export interface StoredAddressCode {
  hash: string;
  codeHash: string;
  expiresAt: number;
}

/** What an account puts into the name or the software of a server to claim it: the digest is stored. */
export interface StoredClaimCode extends StoredAddressCode {
  accountId: number;
}

/** The key of a claimed server's heartbeat URL: its digest is stored. */
export interface HeartbeatKey {
  hash: string;
  keyHash: string;
  madeAt: number;
  /** Where it was heard last; empty and 0 where it was offline when the key was made. */
  ip: string;
  port: number;
  movedAt: number | null;
  /** When it last came back to a place that it had just left. */
  contestedAt: number | null;
  /** Of the account that claimed the server. */
  suspendedAt: number | null;
  suspendedUntil: number | null;
}

/** A hash that a server had before it moved; the port is 0 where the place is not known. */
export interface FormerHash {
  hash: string;
  /** The hash of the server now. */
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
  /** A server moves no more often. */
  apartMs: number;
  mostFormers: number;
}

/** The claim of one server, or those of one account. */
export type ClaimsOf = { hash: string } | { accountId: number };

/** What a module above does with claims, which asks for it when it opens. */
export interface ClaimsListener {
  /** Some claims changed, or all. It must call `load` with the same, and update the lists. */
  changed?(of?: ClaimsOf): Promise<void>;
  /** A claim moved to another hash, and what moderators decided with it. */
  moved?(of: ClaimsOf): Promise<void>;
  /** These hashes stand for other servers than before. */
  rehashed?(hashes: readonly string[]): void;
  /** Whether no server may be at this address. */
  isBanned?(ip: string): boolean;
}

export interface HeartbeatKeyStore {
  listKeys(of?: ClaimsOf): Promise<HeartbeatKey[]>;
  /** Those that were left last first. */
  listFormers(of?: ClaimsOf): Promise<FormerHash[]>;
  /** Replaces the server's earlier one. Returns false when the server is not claimed by this account. */
  saveKey(
    key: Pick<HeartbeatKey, 'hash' | 'keyHash' | 'madeAt' | 'ip' | 'port'>,
    accountId: number,
  ): Promise<boolean>;
  /** Returns false when the server is not claimed by this account. */
  removeKey(hash: string, accountId: number): Promise<boolean>;
  /**
   * Moves everything about a server to another hash: its claim, history, alerts, reports and what moderators
   * decided. Bans and what unlists it stay with the former hash too. Adds an email job for the owner when it comes
   * from a network that is new. `gone`: it has no such key at that hash any more; `taken`: the other one is claimed.
   */
  moveServer(move: ServerMove): Promise<'moved' | 'gone' | 'too soon' | 'taken'>;
}

/** Stores claims. Each change is durable when the call returns. Claims and codes are deleted with their account. */
export interface ClaimStore extends HeartbeatKeyStore {
  listClaims(of?: ClaimsOf): Promise<Claim[]>;
  /**
   * Each owner as `id:name:claims:suspended at:suspended until`, with commas between them. It is cheap to read and to
   * compare, so that changes which other parts of the service make to accounts are noticed.
   */
  describeOwners(): Promise<string>;
  listCodes(now: number): Promise<StoredClaimCode[]>;
  /** Replaces the account's earlier code for this server, and deletes expired ones. */
  saveCode(code: StoredClaimCode, now: number): Promise<void>;
  /**
   * Gives the server to the account of the code, and deletes all codes for it. A claim of another
   * account ends with all its texts; one of the same account stays as it is. Returns false when there
   * is no such code any more.
   */
  completeClaim(code: Pick<StoredClaimCode, 'hash' | 'codeHash'>, now: number): Promise<boolean>;
  findIcon(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns false when the server is not claimed by this account. */
  updateClaim(
    hash: string,
    accountId: number,
    changes: Partial<
      ClaimTexts & JoinPlace & Pick<Claim, 'iconDigest'> & { icon: Uint8Array | null }
    >,
  ): Promise<boolean>;
  /** Returns false when the server is not claimed by this account. */
  releaseClaim(hash: string, accountId: number): Promise<boolean>;
  /** For moderators; writes an entry into the audit log. Returns false when there was no claim. */
  removeClaim(hash: string, entry: AuditEntry): Promise<boolean>;
  /** Replaces the claim's earlier one. Returns false when the server is not claimed by this account. */
  saveAddressCode(code: StoredAddressCode, accountId: number): Promise<boolean>;
  /** The claim of a code; `undefined` when there is none or it expired. */
  findAddressCode(
    codeHash: string,
    now: number,
  ): Promise<Pick<Claim, 'hash' | 'accountId' | 'claimedAt'> | undefined>;
  /** Deletes the code and sets where players join. Returns false when there is no such code any more. */
  spendAddressCode(codeHash: string, place: JoinPlace, now: number): Promise<boolean>;
  listTagChanges(): Promise<TagChange[]>;
  /** For administrators; writes an entry into the audit log. Returns false when nothing changed. */
  changeTag(change: TagChange, entry: AuditEntry): Promise<boolean>;
  /** For moderators; also removes the icon, and resets where players join. Returns false when there was no claim. */
  clearTexts(hash: string, entry: AuditEntry): Promise<boolean>;
}
