// Telling owners by mail what happened to their accounts, wherever an address is known to be theirs.

import type { LetterFacts, Post } from './letters.ts';
import type { Account } from './ports.ts';
import type { NewErrand, NewsFacts, OwnerNews } from './registration-ports.ts';

const ERRAND_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** Sends a letter to the owner; none to an address that nobody confirmed, which may be a stranger's. */
export async function writeToOwner(
  post: Post,
  { email: to, emailConfirmedAt, name: accountName }: Account,
  facts: LetterFacts,
): Promise<void> {
  if (emailConfirmedAt !== null) await post.send({ to, accountName, ...facts });
}

/** The same as an errand, for a letter that goes with a change in one transaction. */
export function tellOwner(
  { id: accountId, email: asked, emailConfirmedAt, name: accountName }: Account,
  kind: OwnerNews,
  now: number,
  facts: NewsFacts = {},
): NewErrand[] {
  if (emailConfirmedAt === null) return [];
  const times = { createdAt: now, validUntil: now + ERRAND_LIFETIME_MS };
  return [{ kind, accountId, accountName, asked, token: '', code: '', ...times, ...facts }];
}
