// The account changes of e-mail addresses: requesting a confirmation, confirming, changing, and undoing a change.

import type {
  Account,
  AccountChange,
  AccountChanges,
  NewAccountChange,
  StoredSecret,
  Verification,
} from '../ports.ts';

import { makeSecret, makeUnownedSecret } from './one-time-secrets.ts';

type Owner = Pick<Account, 'name' | 'email' | 'language'>;

/** What spending a secret about an address does. */
export function changeOfSecret(
  { secret, account }: { secret: StoredSecret; account: Account },
  now: number,
  verification: Verification,
): AccountChange {
  // Showing that a mailbox is theirs verifies the owner, with the first address or with another.
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
      // Links that undo later changes would lead to addresses of the one who made those changes.
      return {
        changes: { email: secret.email, emailConfirmedAt: now },
        endSessions: true,
        forget: ['new address', 'reset password', 'verify address', 'undo address'],
      };
  }
}

/** Requests a confirmation from the owner of the account's address; `earlier` is the secret that this one replaces. */
export function requestConfirmation(
  { id: accountId, ...owner }: Owner & Pick<Account, 'id'>,
  now: number,
  purpose: 'verify address' | 'new address' = 'verify address',
  earlier?: StoredSecret,
): AccountChange {
  const { secret, emailJob } = makeConfirmation(owner, now, purpose, earlier);
  return { secret: { ...secret, accountId }, emailJobs: [{ ...emailJob, accountId }] };
}

/** The same for an account that is made in the same transaction; the confirmation leads to the path `next`. */
export function confirmNewAccount(account: Owner, now: number, next = ''): NewAccountChange {
  const { secret, emailJob } = makeConfirmation({ ...account, next }, now, 'verify address');
  return { secret, emailJobs: [emailJob] };
}

function makeConfirmation(
  { name: accountName, email, language, next }: Owner & { next?: string },
  now: number,
  kind: 'verify address' | 'new address',
  earlier?: StoredSecret,
) {
  const facts = { purpose: kind, email, now, next };
  const { stored: secret, token, code } = makeUnownedSecret(facts, earlier);
  const times = { createdAt: now, validUntil: secret.expiresAt };
  return {
    secret,
    emailJob: { kind, accountName, language, recipient: email, token, code, ...times },
  };
}

function changeAddress(account: Account, changes: AccountChanges, now: number): AccountChange {
  const forget = ['reset password', 'verify address'] as const;
  // An address that nobody confirmed may be a stranger's.
  if (account.emailConfirmedAt === null) return { changes, forget };
  const { id: accountId, name: accountName, language, email: recipient } = account;
  const facts = { accountId, purpose: 'undo address', email: recipient, now } as const;
  const { stored: secret, token } = makeSecret(facts);
  const times = { createdAt: now, validUntil: secret.expiresAt };
  const owner = { accountId, accountName, language, recipient };
  const emailJob = { kind: 'address changed', ...owner, token, code: '', ...times } as const;
  return { changes, forget, secret, emailJobs: [emailJob] };
}
