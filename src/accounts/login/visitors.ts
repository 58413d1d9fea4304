// Which visitor a request comes from, by its session cookies.

import type { Account } from '../ports.ts';
import type { AccountSessions } from './account-sessions.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';

/** Whom the `session` cookies of a request stand for. `value` is the cookie's, a secret. */
export type Visitor =
  | { kind: 'none' }
  | { kind: 'anonymous'; value: string }
  | { kind: 'account'; value: string; account: Account };

// A Cookie header can hold hundreds of values, each worth a look into the store.
const MOST_TRIED = 16;

/** Finds the first value that stands for a live session (C3.5); one that stands for none is passed over (C3.6). The first 16 are tried. */
export async function recogniseVisitor(
  sessions: { anonymous: AnonymousSessions; ofAccounts: AccountSessions },
  values: readonly string[],
): Promise<Visitor> {
  for (const value of values.slice(0, MOST_TRIED)) {
    if (sessions.anonymous.isLive(value)) return { kind: 'anonymous', value };
    const account = await sessions.ofAccounts.findAccount(value);
    if (account) return { kind: 'account', value, account };
  }
  return { kind: 'none' };
}
