// What operators say about servers that they showed to be theirs, and where it is kept.

import type { AuditEntry } from '../../accounts/audit-ports.ts';

/** What the operator of a claimed server says about it. */
export interface ClaimTexts {
  /** Several lines of text; may be empty. */
  description: string;
  /** Addresses that begin with https. */
  links: string[];
  /** In lower case. */
  tags: string[];
  /** Two capitals, where it is not that of the address. */
  country: string | null;
}

/** A server that an account showed to control. */
export interface Claim extends ClaimTexts {
  hash: string;
  accountId: number;
  accountName: string;
  claimedAt: number;
  /** The address that players join on, where it is not that of the heartbeats. */
  joinIp: string | null;
  /** The port that players join on, where it is not the one that the heartbeats name; kept with every address. */
  joinPort: number | null;
}

/** Where players join a server. */
export type JoinPlace = Pick<Claim, 'joinIp' | 'joinPort'>;

/** What an account has to put into the name or the software of a server to claim it. */
export interface ClaimCode {
  hash: string;
  accountId: number;
  code: string;
  expiresAt: number;
}

/** What has to be sent from an address before it becomes that of a claimed server, in clear. */
export interface AddressCode {
  code: string;
  expiresAt: number;
}

/** The digest of such a code, as it is stored. */
export interface StoredAddressCode {
  hash: string;
  codeHash: string;
  expiresAt: number;
}

/**
 * Where claims are kept. Each call is durable when it returns. A claim goes when its account goes, and
 * so does a code.
 */
export interface ClaimStore {
  listClaims(): Promise<Claim[]>;
  /** A text that is another one whenever the number of claims or the name of an owner changes. */
  describeOwners(): Promise<string>;
  /** Those that have not expired at `now`. */
  listCodes(now: number): Promise<ClaimCode[]>;
  /** Takes the place of the account's earlier code for this server, and clears away expired ones. */
  saveCode(code: ClaimCode, now: number): Promise<void>;
  /**
   * Gives the server to the account that the code is of, and uses up all codes for it. A claim of
   * another account ends, with all it said; one of the same account stays as it is. Returns false when
   * there is no such code any more.
   */
  completeClaim(code: Pick<ClaimCode, 'hash' | 'code'>, now: number): Promise<boolean>;
  /** Returns false when the server is not claimed by this account. */
  updateClaim(
    hash: string,
    accountId: number,
    changes: Partial<ClaimTexts & JoinPlace>,
  ): Promise<boolean>;
  /** Returns false when the server is not claimed by this account. */
  releaseClaim(hash: string, accountId: number): Promise<boolean>;
  /** For moderators, logged like their other acts. Returns false when there was no claim. */
  removeClaim(hash: string, entry: AuditEntry): Promise<boolean>;
  /** Takes the place of the claim's earlier one. Returns false when the server is not claimed by this account. */
  saveAddressCode(code: StoredAddressCode, accountId: number): Promise<boolean>;
  /** Whose code it is, unless it expired. */
  findAddressCode(
    codeHash: string,
    now: number,
  ): Promise<Pick<Claim, 'hash' | 'accountId'> | undefined>;
  /** Uses the code up and has players join there. Returns false when there is no such code any more. */
  spendAddressCode(codeHash: string, place: JoinPlace, now: number): Promise<boolean>;
  /**
   * Empties description, links and tags, and has players join on the address of the heartbeats again.
   * Returns false when there was no claim.
   */
  clearTexts(hash: string, entry: AuditEntry): Promise<boolean>;
}
