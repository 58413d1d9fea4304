// The ports of single sign-on: clients, consents, logins and their stores. Times are milliseconds since the Unix epoch.

import type { Account, LogBounds, NewLogEntry } from '../account/index.ts';
import type { AuditEntry } from '../audit/index.ts';

/** What programs can ask for besides `openid`, in the order of the consent page. The database stores these names. */
export const SCOPES = ['profile', 'email', 'offline_access'] as const;

/** A program that logs players in. */
export interface Client {
  id: number;
  /** The name by which the program knows itself. Never changes. */
  clientId: string;
  name: string;
  /** Where the program takes players back after a login. A request must name one of them exactly. */
  redirectUris: readonly string[];
  /** Where the program takes players back after a logout. */
  logoutUris: readonly string[];
  /** SHA-256 of the secret; null for programs that cannot keep one, such as those in a browser. */
  secretHash: string | null;
  /** Whether players are not asked for consent. */
  isTrusted: boolean;
  /** Whether players can log in to it now. */
  isActive: boolean;
  createdAt: number;
}

export type NewClient = Omit<Client, 'id'>;
export type ClientChanges = Partial<Omit<Client, 'id' | 'clientId' | 'createdAt'>>;

/** Stores clients. Each change is durable when the call returns, together with its entry in the audit log. */
export interface OpenidClientStore {
  /** The oldest first, each with the number of its players and its last use. */
  listClients(): Promise<(Client & { players: number; lastUsedAt: number | null })[]>;
  findClient(clientId: string): Promise<Client | undefined>;
  /** False if there are `most` clients. */
  addClient(client: NewClient, most: number, entry: AuditEntry): Promise<boolean>;
  /** False if there is no such client. `forgetsConsents` also removes everything that players allowed it. */
  changeClient(
    id: number,
    changes: ClientChanges,
    entry: AuditEntry,
    options?: { forgetsConsents?: boolean },
  ): Promise<boolean>;
  /** Also removes everything that players allowed the client. */
  removeClient(id: number, entry: AuditEntry): Promise<boolean>;
  /** The newest first. */
  listKeys(): Promise<SigningKey[]>;
  /** Adds nothing if the newest key is not `newest` any more: another replica was faster. */
  addKey(key: SigningKey, newest: string | undefined, entry?: AuditEntry): Promise<boolean>;
  /**
   * Removes the keys that were replaced before `before`, and never the newest one. With `now`, only while the clock can
   * be trusted.
   */
  removeOldKeys(before: number, now?: number): Promise<void>;
}

export interface SigningKey {
  kid: string;
  /** A private JSON Web Key. */
  privateKey: string;
  createdAt: number;
}

/** What an account allows a client. */
export interface Consent {
  id: number;
  clientName: string;
  scopes: readonly string[];
  createdAt: number;
  lastUsedAt: number;
}

/** The entry of a change in the account's own log. */
export interface ConsentNote {
  note: NewLogEntry;
  bounds: LogBounds;
}

export interface NewGrant {
  uid: string;
  scopes: readonly string[];
  expiresAt: number;
}

/** The kinds of codes and tokens, by the names of the protocol's library. The database stores them. */
export type TokenKind = 'AuthorizationCode' | 'AccessToken' | 'RefreshToken';

export interface NewToken {
  idHash: string;
  grantUid: string;
  kind: TokenKind;
  payload: string;
  expiresAt: number;
}

/** Stores consents, logins and tokens. */
export interface OpenidGrantStore {
  /** The latest used first. */
  listConsents(accountId: number): Promise<Consent[]>;
  findConsentScopes(accountId: number, clientId: string): Promise<readonly string[] | undefined>;
  /** Adds the scopes to what the account allows already. The note is written if that was not all of them. */
  keepConsent(
    accountId: number,
    clientId: string,
    given: { scopes: readonly string[]; at: number } & ConsentNote,
  ): Promise<void>;
  /** Also ends all logins to the client. Returns false if there is no such consent. */
  removeConsent(accountId: number, id: number, note: ConsentNote): Promise<boolean>;
  /** Begins a login. If the account then has more than `most` to this client, the oldest end. False without consent. */
  addGrant(accountId: number, clientId: string, grant: NewGrant, most: number): Promise<boolean>;
  /** Finds a login that has not ended. */
  findGrant(uid: string, now: number): Promise<FoundGrant | undefined>;
  /** Ends a login with all its tokens. */
  removeGrant(uid: string): Promise<void>;
  /**
   * Keeps a code or token, and the login at least as long. If the login then has more than `most` of this kind, the
   * oldest are forgotten. Returns false if the login has ended.
   */
  addToken(token: NewToken, most: number, now: number): Promise<boolean>;
  /** Finds a code or token of a login that has not ended. */
  findToken(
    idHash: string,
    kind: TokenKind,
    now: number,
  ): Promise<{ payload: string; consumedAt: number | null } | undefined>;
  /** Of several calls at once, one gets true. */
  consumeToken(idHash: string, now: number): Promise<boolean>;
  removeToken(idHash: string): Promise<void>;
  /** Ends all tokens of a login. */
  removeTokensOf(grantUid: string): Promise<void>;
  removeExpiredGrants(now: number): Promise<void>;
}

export interface FoundGrant {
  accountId: Account['id'];
  clientId: string;
  scopes: readonly string[];
  expiresAt: number;
}
