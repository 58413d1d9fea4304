// What administrators do for an owner who lost every way in: the second factor is taken off.

import type { Clock } from '../../lib/clock.ts';
import { MusterError } from '../../lib/errors.ts';
import { quoteSeen } from '../../lib/text.ts';
import { LOG_BOUNDS, toLogEntry } from '../account-log.ts';
import { isAccountName } from '../account-name.ts';
import type { Actor } from '../audit-ports.ts';
import type { Post } from '../letters.ts';
import { requirePlainLine } from '../plain-line.ts';
import type { Account, AccountStore } from '../ports.ts';
import type { SecurityStore } from '../security-ports.ts';

/** Takes second factors off. */
export interface SecondFactorReset {
  /**
   * Forgets app, mailed codes, recovery codes and known devices, ends all sessions, and tells the
   * owner. `reason` is for the audit log. Throws `not_found`, and `invalid` for a reason that is no line.
   */
  resetSecondFactor(actor: Actor, name: string, reason: string): Promise<Account>;
}

const LONGEST_REASON = 500;

/** Makes it on its ports. */
export function createSecondFactorReset(ports: {
  accounts: AccountStore;
  security: SecurityStore;
  post: Post;
  clock: Clock;
}): SecondFactorReset {
  const { accounts, security, post, clock } = ports;
  return {
    async resetSecondFactor(actor, name, reason) {
      const line = requirePlainLine('The reason', reason, LONGEST_REASON);
      const account = isAccountName(name) ? await accounts.findAccountByName(name) : undefined;
      if (!account) {
        throw new MusterError(
          'not_found',
          `There is no account named "${quoteSeen(name)}": list the accounts to see their names.`,
        );
      }
      const at = clock.now();
      const act = 'second factor reset';
      await security.resetSecurity(account.id, {
        act: { at, actor, act, subject: account.name, reason: line, detail: '' },
        entry: toLogEntry(at, act),
        logBounds: LOG_BOUNDS,
      });
      // An address that nobody confirmed may be a stranger's.
      if (account.emailConfirmedAt !== null) {
        await post.send({
          kind: 'second factor changed',
          to: account.email,
          accountName: account.name,
          change: 'reset by an administrator',
          at,
        });
      }
      return account;
    },
  };
}
