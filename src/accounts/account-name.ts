// The rule for account names (C4.18): what a player joins with.

import { Failure } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { accountFailures } from '../messages/messages.ts';

/** What an account name looks like. */
export const ACCOUNT_NAME = /^(?=.*[A-Za-z0-9])(?!\.)[A-Za-z0-9_.]{2,16}(?<!\.)$/;

/** Whether an account could have this name; what fails here needs no look into the store. */
export function isAccountName(name: string): boolean {
  return name.length <= 16 && ACCOUNT_NAME.test(name);
}

/** Returns the name as it is; throws `invalid` with the rule when no account may have it. */
export function requireAccountName(name: string): string {
  if (isAccountName(name)) return name;
  throw new Failure('invalid', accountFailures.name.rule(quoteSeen(name)));
}
