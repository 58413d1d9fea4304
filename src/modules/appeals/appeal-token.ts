// The token of the page on which a suspended player appeals: a signature, so that nothing has to be stored for it.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account } from '../account/index.ts';

export const APPEAL_TOKEN = /^([1-9][0-9]{0,14})\.[A-Za-z0-9_-]{43}$/;

type Suspended = Pick<Account, 'id' | 'passwordHash' | 'suspendedAt'>;

/**
 * Makes the token for the present suspension; `undefined` without one. The key is the hash of the password, which is
 * secret and random. The token is valid until the suspension ends or the password changes.
 */
export function makeAppealToken({ id, passwordHash, suspendedAt }: Suspended): string | undefined {
  if (suspendedAt === null) return undefined;
  const text = `appeal ${id} ${suspendedAt}`;
  return `${id}.${createHmac('sha256', passwordHash).update(text).digest('base64url')}`;
}

/** The account that a token names. The token is not checked yet. */
export const accountOfToken = (token: string) => Number(APPEAL_TOKEN.exec(token)?.[1] ?? 0);

export function isAppealToken(token: string, account: Suspended): boolean {
  const right = Buffer.from(makeAppealToken(account) ?? '');
  const given = Buffer.from(token);
  return right.length > 0 && right.length === given.length && timingSafeEqual(right, given);
}
