// The ports of logins with an OpenID provider: the store of links, and the provider. Times are milliseconds since the
// Unix epoch.

import type { AccountVisitor } from '../../platform/lib/visitor.ts';
import type { Account } from '../account/index.ts';
import type { SecurityStore } from '../two-factor/index.ts';

/** The provider sends browsers back to this path. */
export const CALLBACK_PATH = '/acc/login/openid/callback/';

export type LinkNotes = NonNullable<Parameters<SecurityStore['turnOnMailCodes']>[3]>;

export type Owner = AccountVisitor<Account>;

/** Who somebody is at a provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

export interface OpenIdLink extends Identity {
  accountId: number;
  linkedAt: number;
}

/** What changes about a link. The log and emails store these words. */
export type Change = 'linked' | 'unlinked';

/** Stores the links. The notes belong to the change, and are not written if nothing changes. */
export interface OpenIdLinkStore {
  findLink(accountId: number): Promise<OpenIdLink | undefined>;
  findLinkedAccount(identity: Identity): Promise<number | undefined>;
  /** `taken` if another account has this identity, `refused` if the account has a link or is gone. */
  addLink(link: OpenIdLink, notes?: LinkNotes): Promise<'added' | 'taken' | 'refused'>;
  /** False if the account has no link. */
  removeLink(accountId: number, notes?: LinkNotes): Promise<boolean>;
}

/** What only the browser of a login and this site know. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider. Both functions throw `unavailable` if it does not answer as one. */
export interface OpenIdProvider {
  /** Its name on pages. */
  name: string;
  /** Returns the URL at which the provider asks who somebody is. */
  describeRequest(secrets: LoginSecrets): Promise<string>;
  /** Returns who the provider vouches for in its answer, the query of the callback. Throws `invalid`. */
  readIdentity(answer: URLSearchParams, secrets: LoginSecrets): Promise<Identity>;
}
