// Who sends a request: the visitor whose session it carries, and the client that it comes from.

import type { Role } from './roles.ts';

/** What every page may know of an account. */
export interface VisitorAccount {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** Milliseconds since the Unix epoch. */
  verifiedAt: number | null;
}

/** Whom the `session` cookies of a request stand for. `value` is the cookie's, a secret. */
export type Visitor<Account extends VisitorAccount = VisitorAccount> =
  | { kind: 'none' }
  | { kind: 'anonymous'; value: string }
  | AccountVisitor<Account>;

export interface AccountVisitor<Account extends VisitorAccount = VisitorAccount> {
  kind: 'account';
  value: string;
  account: Account;
}

/** What sessions, logins and the account log know of a client. */
export interface Caller {
  address: string;
  /** The header as it came; empty without one. */
  userAgent: string;
  /** Of a browser's `device` cookie, a secret, empty where none was brought; `undefined` for launchers. */
  deviceValue: string | undefined;
}
