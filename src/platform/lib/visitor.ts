// The sender of a request: the visitor that its session belongs to, and its client.

import type { Role } from './roles.ts';

/** The facts of an account that every page may know. */
export interface VisitorAccount {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** Milliseconds since the Unix epoch. */
  verifiedAt: number | null;
}

/** The visitor that the `session` cookies of a request stand for. `value` is the cookie's value, a secret. */
export type Visitor<Account extends VisitorAccount = VisitorAccount> =
  | { kind: 'none' }
  | { kind: 'anonymous'; value: string }
  | AccountVisitor<Account>;

export interface AccountVisitor<Account extends VisitorAccount = VisitorAccount> {
  kind: 'account';
  value: string;
  account: Account;
}

/** The facts of a client for sessions, logins and the account log. */
export interface Caller {
  address: string;
  /** The header as the client sent it; empty when missing. */
  userAgent: string;
  /** Value of a browser's `device` cookie, a secret; empty when the browser sent none. `undefined` for launchers. */
  deviceValue: string | undefined;
}
