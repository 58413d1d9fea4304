// What happens to an account when an address is asked for, confirmed, changed, or gone back to.

import type { Account, AccountChanges } from '../ports.ts';
import type { Verification } from '../registration/sign-up.ts';
import type { AccountChange, NewAccountChange, StoredSecret } from '../registration-ports.ts';
import { makeSecret, makeUnownedSecret } from './one-time-secrets.ts';

/** What spending a secret about an address does. */
export function changeOfSecret(
  { secret, account }: { secret: StoredSecret; account: Account },
  now: number,
  verification: Verification,
): AccountChange {
  // Whoever shows that a mailbox is theirs is verified by it, with the first address or with another.
  const confirmed = {
    emailConfirmedAt: now,
    ...(verification === 'mail' ? { verifiedAt: account.verifiedAt ?? now } : {}),
  };
  switch (secret.purpose) {
    case 'verify address':
      return { changes: confirmed };
    case 'new address':
      return changeAddress(account, { ...confirmed, email: secret.email }, now);
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
export function requestConfirmation(
  { id: accountId, name, email }: Pick<Account, 'id' | 'name' | 'email'>,
  now: number,
  purpose: 'verify address' | 'new address' = 'verify address',
  earlier?: StoredSecret,
): AccountChange {
  const { secret, emailJob } = makeConfirmation({ name, email }, now, purpose, earlier);
  return { secret: { ...secret, accountId }, emailJobs: [{ ...emailJob, accountId }] };
}

/** The same for an account that is made in the same transaction. */
export function confirmNewAccount(
  account: Pick<Account, 'name' | 'email'>,
  now: number,
): NewAccountChange {
  const { secret, emailJob } = makeConfirmation(account, now, 'verify address');
  return { secret, emailJobs: [emailJob] };
}

function makeConfirmation(
  { name: accountName, email }: Pick<Account, 'name' | 'email'>,
  now: number,
  kind: 'verify address' | 'new address',
  earlier?: StoredSecret,
) {
  const { stored: secret, token, code } = makeUnownedSecret({ purpose: kind, email, now }, earlier);
  const times = { createdAt: now, validUntil: secret.expiresAt };
  return { secret, emailJob: { kind, accountName, recipient: email, token, code, ...times } };
}

/** The new address in the place of the old one, whose owner is told and can go back. */
function changeAddress(account: Account, changes: AccountChanges, now: number): AccountChange {
  const forget = ['reset password', 'verify address'] as const;
  // An address that nobody confirmed may be a stranger's.
  if (account.emailConfirmedAt === null) return { changes, forget };
  const { id: accountId, name: accountName, email: recipient } = account;
  const purpose = 'undo address';
  const { stored, token } = makeSecret({ accountId, purpose, email: recipient, now });
  const validUntil = stored.expiresAt;
  const kind = 'address changed';
  return {
    changes,
    forget,
    secret: stored,
    emailJobs: [
      { kind, accountId, accountName, recipient, token, code: '', createdAt: now, validUntil },
    ],
  };
}
