// Looking through the accounts: by name, id or address, by what needs a look, and page by page.

import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { quoteSeen } from '../../lib/text.ts';
import { accountFailures } from '../../messages/messages.ts';
import { type AccountQuery, type AdministrationStore, STANDINGS } from '../administration-ports.ts';
import type { AccountStore } from '../ports.ts';
import { asOf } from '../suspension.ts';
import type { AccountActions, AccountSearch } from './account-actions.ts';
import { requireAccountOf, showTo } from './account-lookup.ts';
import { mayDo, type Rights } from './administration-rights.ts';

/** How many accounts one page has. */
const PAGE = 50;

type Search = AccountSearch &
  Pick<AccountActions, 'findAccount' | 'listAccounts' | 'countAccounts'>;

/** Creates the search of one actor. */
export function createAccountSearch(
  ports: { accounts: AccountStore; administration: AdministrationStore; clock: Clock },
  rightsOf: () => Promise<Rights>,
): Search {
  const { accounts, administration, clock } = ports;
  return {
    async findAccount(which) {
      const rights = await rightsOf();
      return showTo(rights, await requireAccountOf(accounts, which));
    },
    async listAccounts(page) {
      const rights = await rightsOf();
      const found = await accounts.listAccounts(page);
      return found.map((account) => showTo(rights, asOf(clock.now(), account)));
    },
    async countAccounts() {
      await rightsOf();
      return administration.countAccounts(clock.now());
    },
    async searchAccounts({ text = '', standing, beforeId }) {
      const rights = await rightsOf();
      const now = clock.now();
      const query: AccountQuery = { now, limit: PAGE + 1 };
      const wanted = text.trim();
      if (wanted.includes('@')) {
        if (!mayDo(rights.role, 'see addresses')) throw refuseAddress();
        query.email = wanted;
      } else if (wanted !== '') query.text = wanted;
      if (standing) query.standing = requireStanding(standing);
      if (beforeId !== undefined) query.beforeId = beforeId;
      const found = await administration.searchAccounts(query);
      const page = found.slice(0, PAGE).map((account) => showTo(rights, asOf(now, account)));
      return { accounts: page, nextBeforeId: found.length > PAGE ? page.at(-1)?.id : undefined };
    },
  };
}

function refuseAddress(): Failure {
  return new Failure('forbidden', accountFailures.administration.emailSearch);
}

function requireStanding(text: string) {
  const standing = STANDINGS.find((each) => each === text);
  if (standing !== undefined) return standing;
  throw new Failure(
    'invalid',
    accountFailures.administration.unknownFilter(quoteSeen(text), STANDINGS.join(', ')),
  );
}
