// What the public sees of an account, and its flags.

import { Failure } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import type { Account } from './ports.ts';

/** An account as anybody may see it. */
export interface Player {
  id: number;
  name: string;
  /** Single letters, always in the order `a d m b e p u r`. */
  flags: string[];
  forumTitle: string;
  isPremium: boolean;
  /** Milliseconds since the Unix epoch. */
  registeredAt: number;
}

const SETTABLE = 'dmepr';
const SHOWN_ORDER = 'admbepur';
const DERIVED: Record<string, string> = {
  a: 'Flag "a" is set automatically for administrators. Make the account an administrator instead.',
  b: 'Flag "b" is set automatically while an account is suspended. Suspend the account instead.',
  u: 'Flag "u" is set automatically while an account is unverified. Verify the account to remove it.',
};

/** The public view of an account; its flags are those that other sites know (C10.4). */
export function toPlayer(account: Account): Player {
  const worn = new Set(account.flags);
  if (account.role === 'administrator') worn.add('a');
  if (account.suspendedAt !== null) worn.add('b');
  if (account.verifiedAt === null) worn.add('u');
  return {
    id: account.id,
    name: account.name,
    flags: Array.from(SHOWN_ORDER).filter((flag) => worn.has(flag)),
    forumTitle: account.forumTitle,
    isPremium: account.isPremium,
    registeredAt: account.registeredAt,
  };
}

/**
 * Reads the flags that an administrator typed: each once, in the stored order (C10.6).
 * Throws `invalid` on flags that follow from something else, and on unknown ones.
 */
export function parseFlags(text: string): string {
  for (const flag of text) {
    if (SETTABLE.includes(flag)) continue;
    throw new Failure(
      'invalid',
      DERIVED[flag] ??
        `Flag "${quoteSeen(flag)}" is unknown. Use d (developer), m (forum moderator), e (editor), ` +
          'p (patron) and r (recovering).',
    );
  }
  return Array.from(SETTABLE)
    .filter((flag) => text.includes(flag))
    .join('');
}
