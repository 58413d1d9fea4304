// What the public sees of an account, and its flags.

import { Failure } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { accountFailures } from '../messages/messages.ts';
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
/** Flags that follow from the account, and what is said of them. */
const DERIVED: Record<string, () => string> = {
  a: () => accountFailures.administration.flagOfAdministrators,
  b: () => accountFailures.administration.flagOfSuspended,
  u: () => accountFailures.administration.flagOfUnverified,
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
      DERIVED[flag]?.() ?? accountFailures.administration.flagUnknown(quoteSeen(flag)),
    );
  }
  return Array.from(SETTABLE)
    .filter((flag) => text.includes(flag))
    .join('');
}
