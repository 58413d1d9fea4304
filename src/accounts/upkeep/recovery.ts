// A new password for whoever forgot the old one: asked for by name or address, set by a link of one use.

import type { Clock } from '../../lib/clock.ts';
import { isAccountName } from '../account-name.ts';
import { isEmailAddress } from '../email-address.ts';
import { refuseIfBusy } from '../hashing.ts';
import type { Post } from '../letters.ts';
import { createNetworkBudget } from '../network-budget.ts';
import type { PasswordHasher } from '../ports.ts';
import { describeWait, isRefused, type Refusable, refuse } from '../refusal.ts';
import type { ErrandStore, SecretStore } from '../registration-ports.ts';
import { findPasswordProblem } from '../sign-up/password-choice.ts';
import { tellOwner } from '../tell-owner.ts';
import { hashToken, makeToken, SECRET_LIFETIME_MS } from './one-time-secrets.ts';

/** Getting into an account again. */
export interface Recovery {
  /**
   * Leaves an errand and looks nothing up, so that neither the answer nor its time tells whether there
   * is such an account. `asked` is a name or an e-mail address.
   */
  request(asked: string, address: string): Promise<Refusable<{ isAsked: true }>>;
  /** Whose link it is; `undefined` when it is no longer good. Spends nothing. */
  findLink(token: string): Promise<{ accountName: string } | undefined>;
  /** Sets the password and ends all sessions; `undefined` when the link is no longer good. */
  reset(
    token: string,
    newPassword: string,
  ): Promise<Refusable<{ accountId: number; accountName: string }> | undefined>;
}

/** Requests of one network: five at once, then one every three minutes. */
const BUDGET = { refill: 1, everyMs: 3 * 60_000, capacity: 5 };
/** All requests together. */
const BUDGET_IN_ALL = { refill: 1, everyMs: 6_000, capacity: 200 };

/** Makes the verbs; `passwords` must be bounded. */
export function createRecovery(ports: {
  errands: ErrandStore;
  secrets: SecretStore;
  post: Pick<Post, 'isOpen'>;
  clock: Clock;
  passwords: PasswordHasher;
}): Recovery {
  const { errands, secrets, clock } = ports;
  const budget = createNetworkBudget(clock, { ofAddress: BUDGET, ofAll: BUDGET_IN_ALL });

  /** A link is good while the mailbox that it went to is the account's. */
  async function findGood(tokenHash: string) {
    const found = await secrets.findByToken('reset password', tokenHash, clock.now());
    return found?.secret.email === found?.account.email ? found : undefined;
  }

  return {
    async request(typed, address) {
      const asked = typed.trim();
      if (!ports.post.isOpen) {
        return refuse(
          undefined,
          'This site cannot send mail: ask its operator for a new password.',
        );
      }
      if (!isAccountName(asked) && !isEmailAddress(asked)) {
        return refuse('who', 'Type the name of your account, or its e-mail address.');
      }
      const seconds = budget.spend(address);
      if (seconds > 0) {
        const wait = describeWait(seconds * 1_000);
        const message = `Letters were asked for many times from your network, or on this site: ask again in ${wait}.`;
        return refuse(undefined, message, seconds * 1_000);
      }
      const createdAt = clock.now();
      await errands.addErrand({
        kind: 'reset password',
        accountId: null,
        accountName: '',
        asked,
        token: makeToken(),
        code: '',
        createdAt,
        validUntil: createdAt + SECRET_LIFETIME_MS['reset password'],
      });
      return { isAsked: true };
    },

    async findLink(token) {
      const found = await findGood(hashToken(token));
      return found && { accountName: found.account.name };
    },

    async reset(token, newPassword) {
      const tokenHash = hashToken(token);
      const found = await findGood(tokenHash);
      if (found === undefined) return undefined;
      const problem = findPasswordProblem(newPassword, found.account);
      if (problem !== undefined) return refuse('new_password', problem);
      const hashed = await refuseIfBusy(ports.passwords.hash(newPassword));
      if (isRefused(hashed)) return hashed;
      const passwordHash = hashed.result;
      const now = clock.now();
      const done = await secrets.spendToken('reset password', tokenHash, now, ({ account }) => ({
        changes: { passwordHash },
        endSessions: true,
        errands: tellOwner(account, 'password changed', now),
      }));
      return done && { accountId: done.account.id, accountName: done.account.name };
    },
  };
}
