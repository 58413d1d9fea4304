// What every registration does with the account that it created.

import { withNext } from '../../platform/http/next-path.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { type AccountPagePorts, note } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import type { Report } from './events.ts';

/** Notes the registration in the service's log and in the account's own. */
export async function noteNew(
  context: AccountPagePorts & { report: Report },
  account: Account,
  requested: PageRequest<Account>,
): Promise<void> {
  context.report('account_registered', { account: account.name });
  await note(context, requested, account, 'registered');
}

/** The page after a registration: `next` for a verified account, and otherwise the verification. */
export function pathAfter({ verifiedAt }: Account, next: string): string {
  const isIn = verifiedAt !== null && next !== '/';
  return isIn ? next : withNext(accountPath('verify'), next);
}
