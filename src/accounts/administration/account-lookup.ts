// Finds the account that an action is about, and shows it as far as the actor may see it.

import { Failure } from '../../lib/failure.ts';
import { quoteSeen } from '../../lib/text.ts';
import { accountFailures } from '../../messages/messages.ts';
import { isAccountName } from '../account-name.ts';
import type { Account, AccountStore } from '../ports.ts';
import type { AccountReference, ManagedAccount } from './account-actions.ts';
import { mayDo, type Rights } from './administration-rights.ts';

/** The account. Throws `not_found`. */
export async function requireAccountOf(
  accounts: AccountStore,
  which: AccountReference,
): Promise<Account> {
  return (await find(accounts, which)) ?? throwNotFound(which);
}

/** Throws `not_found` for an account that vanished, or never was. */
export function throwNotFound(which: AccountReference): never {
  throw new Failure(
    'not_found',
    typeof which === 'number'
      ? accountFailures.administration.unknownId(`${which}`)
      : accountFailures.administration.unknownName(quoteSeen(which)),
  );
}

/** The account without its password, and without its address for actors who may not see that. */
export function showTo({ role }: Pick<Rights, 'role'>, account: Account): ManagedAccount {
  const { passwordHash: _secret, email, ...shown } = account;
  return { ...shown, email: mayDo(role, 'see addresses') ? email : null };
}

async function find(accounts: AccountStore, which: AccountReference): Promise<Account | undefined> {
  if (typeof which === 'string') {
    return isAccountName(which) ? accounts.findAccountByName(which) : undefined;
  }
  const isPossible = Number.isSafeInteger(which) && which >= 1;
  return isPossible ? accounts.findAccountById(which) : undefined;
}
