// Looking through the accounts: by name, id or address, by what needs a look, and page by page.

import { Failure } from '../../lib/failure.ts';
import { quoteSeen } from '../../lib/text.ts';
import { accountFailures } from '../../messages/messages.ts';
import { findAccount } from '../players.ts';
import {
  type Account,
  type AccountQuery,
  type AccountStore,
  type Ports,
  STANDINGS,
} from '../ports.ts';
import { mayDo, type Rights } from '../roles.ts';
import { withoutEndedSuspension } from '../suspension.ts';

const PAGE = 50;

export interface AccountQuestion {
  text?: string | undefined;
  standing?: string | undefined;
  beforeId?: number | undefined;
}

export type ManagedAccount = Omit<Account, 'passwordHash' | 'email'> & {
  /** `null` where the actor may not see it. */
  email: string | null;
};

export type AccountReference = string | number;

export function createAccountSearch(
  ports: Pick<Ports, 'accounts' | 'administration' | 'clock'>,
  rightsOf: () => Promise<Rights>,
) {
  const { accounts, administration, clock } = ports;
  return {
    async findAccount(which: AccountReference) {
      const rights = await rightsOf();
      return showTo(rights, await requireAccountOf(accounts, which));
    },
    async countAccounts() {
      await rightsOf();
      return administration.countAccounts(clock.now());
    },
    /** One page, newest first. Throws `invalid` for an unknown standing, and `forbidden` for an address. */
    async searchAccounts({ text = '', standing, beforeId }: AccountQuestion) {
      const rights = await rightsOf();
      const now = clock.now();
      const query: AccountQuery = { now, limit: PAGE + 1 };
      const wanted = text.trim();
      if (wanted.includes('@')) {
        if (!mayDo(rights.role, 'see addresses')) {
          throw new Failure('forbidden', accountFailures.administration.emailSearch);
        }
        query.email = wanted;
      } else if (wanted !== '') query.text = wanted;
      if (standing) query.standing = requireStanding(standing);
      if (beforeId !== undefined) query.beforeId = beforeId;
      const found = await administration.searchAccounts(query);
      const page = found
        .slice(0, PAGE)
        .map((account) => showTo(rights, withoutEndedSuspension(now, account)));
      return { accounts: page, nextBeforeId: found.length > PAGE ? page.at(-1)?.id : undefined };
    },
  };
}

function requireStanding(text: string) {
  const standing = STANDINGS.find((each) => each === text);
  if (standing !== undefined) return standing;
  const { unknownFilter } = accountFailures.administration;
  throw new Failure('invalid', unknownFilter(quoteSeen(text), STANDINGS.join(', ')));
}

export async function requireAccountOf(
  accounts: AccountStore,
  which: AccountReference,
): Promise<Account> {
  return (await findAccount(accounts, which)) ?? throwNotFound(which);
}

export function throwNotFound(which: AccountReference): never {
  const { unknownId, unknownName } = accountFailures.administration;
  const sentence =
    typeof which === 'number' ? unknownId(`${which}`) : unknownName(quoteSeen(which));
  throw new Failure('not_found', sentence);
}

/** The account without its password, and without its address for actors who may not see that. */
export function showTo({ role }: Pick<Rights, 'role'>, account: Account): ManagedAccount {
  const { passwordHash: _secret, email, ...shown } = account;
  return { ...shown, email: mayDo(role, 'see addresses') ? email : null };
}
