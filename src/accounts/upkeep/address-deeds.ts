// What happens to an account when an address is asked for, confirmed, changed, or gone back to.

import type { Account, AccountChanges } from '../ports.ts';
import type { Deed, StoredSecret } from '../registration-ports.ts';
import type { Verification } from '../sign-up/sign-up.ts';
import { makeSecret } from './one-time-secrets.ts';

/** What spending a secret about an address does. */
export function deedOfSecret(
  { secret, account }: { secret: StoredSecret; account: Account },
  now: number,
  verification: Verification,
): Deed {
  // Whoever shows that a mailbox is theirs is verified by it, with the first address or with another.
  const confirmed = {
    emailConfirmedAt: now,
    ...(verification === 'mail' ? { verifiedAt: account.verifiedAt ?? now } : {}),
  };
  switch (secret.purpose) {
    case 'verify address':
      return { changes: confirmed };
    case 'new address':
      return changeDeed(account, { ...confirmed, email: secret.email }, now);
    default:
      // Ways back from later changes lead to addresses of whoever made them.
      return {
        changes: { email: secret.email, emailConfirmedAt: now },
        endSessions: true,
        forget: ['new address', 'reset password', 'verify address', 'undo address'],
      };
  }
}

/** Asks the owner of the account's address to confirm it; `earlier` is the secret that this one replaces. */
export function askForConfirmation(
  account: Pick<Account, 'id' | 'name' | 'email'>,
  now: number,
  purpose: 'verify address' | 'new address' = 'verify address',
  earlier?: StoredSecret,
): Deed {
  const { id: accountId, name: accountName, email } = account;
  const { stored, token, code } = makeSecret({ accountId, purpose, email, now }, earlier);
  const validUntil = stored.expiresAt;
  return {
    secret: stored,
    errands: [
      {
        kind: purpose,
        accountId,
        accountName,
        asked: email,
        token,
        code,
        createdAt: now,
        validUntil,
      },
    ],
  };
}

/** The new address in the place of the old one, whose owner is told and can go back. */
function changeDeed(account: Account, changes: AccountChanges, now: number): Deed {
  const forget = ['reset password', 'verify address'] as const;
  // An address that nobody confirmed may be a stranger's.
  if (account.emailConfirmedAt === null) return { changes, forget };
  const { id: accountId, name: accountName, email: asked } = account;
  const purpose = 'undo address';
  const { stored, token } = makeSecret({ accountId, purpose, email: asked, now });
  const validUntil = stored.expiresAt;
  const kind = 'address changed';
  return {
    changes,
    forget,
    secret: stored,
    errands: [{ kind, accountId, accountName, asked, token, code: '', createdAt: now, validUntil }],
  };
}
