// The use cases of appeals: a suspended player sends one, and staff accept or decline it.

import { parseReason, requireLines, requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { aboutField, Failure } from '../../platform/lib/failure.ts';
import type { StoreTogether } from '../../platform/lib/together.ts';
import type { EmailJob } from '../../platform/messages/email-kind.ts';
import {
  type Account,
  type AccountStore,
  type AdministrationStore,
  findRights,
  notifyOwner,
  withoutEndedSuspension,
} from '../account/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { AppealState, AppealStore } from './appeal-ports.ts';
import { accountOfToken, isAppealToken, makeAppealToken } from './appeal-token.ts';
import type { AppealAuditAction } from './audit-actions.ts';
import { appealFailures } from './messages.ts';

export const MAX_APPEAL_LENGTH = 2_000;

export interface AppealPorts {
  clock: Clock;
  appeals: AppealStore;
  accounts: Pick<AccountStore, 'findAccountById'>;
  administration: {
    by(
      actor: Actor,
      changeAccount: AdministrationStore['changeAccount'],
    ): { restoreAccount(id: number, reason: string): Promise<unknown> };
  };
  together: Pick<StoreTogether, 'changeAll'>;
}

export type Appeals = ReturnType<typeof createAppeals>;

export function createAppeals(ports: AppealPorts) {
  const { clock, appeals: store, accounts, administration, together } = ports;

  async function findSuspended(token: string) {
    const found = await accounts.findAccountById(accountOfToken(token));
    const account = found && withoutEndedSuspension(clock.now(), found);
    const { suspendedAt = null } = account ?? {};
    if (account === undefined || suspendedAt === null) return undefined;
    return isAppealToken(token, account) ? { account, suspendedAt } : undefined;
  }

  /** Finds an open appeal that the actor may decide. */
  async function begin(actor: Actor, id: number, action: AppealAuditAction, reason: string) {
    const appeal = await store.findAppealById(id);
    const account = appeal && (await accounts.findAccountById(appeal.accountId));
    const isOpen = appeal !== undefined && appeal.status !== 'declined';
    if (!isOpen || account?.suspendedAt !== appeal.suspendedAt) throw gone();
    (await findRights(actor, accounts)).assertMay('restore', account);
    const at = clock.now();
    const entry: AuditEntry = { at, actor, action, subject: account.name, reason, detail: '' };
    return { account, entry };
  }

  return {
    /** The token of the page on which this account appeals; `undefined` when it is not suspended. */
    tokenFor: (account: Account) => makeAppealToken(account),

    /** Finds the token for the email about a suspension. */
    async findEmailFacts({ accountId }: Pick<EmailJob, 'accountId'>) {
      const account = accountId === null ? undefined : await accounts.findAccountById(accountId);
      const token = account && makeAppealToken(account);
      return token === undefined ? {} : { token };
    },

    /** Finds the suspension that a token is about, and the appeal against it; `undefined` when it has ended. */
    async find(token: string) {
      const found = await findSuspended(token);
      if (found === undefined) return undefined;
      const { account, suspendedAt } = found;
      return { account, appeal: await store.findAppeal(account.id, suspendedAt) };
    },

    /** Returns false when the suspension has ended. Throws `invalid`, and `conflict` for a second appeal. */
    async send(token: string, typed: string): Promise<boolean> {
      const found = await findSuspended(token);
      if (found === undefined) return false;
      const { account, suspendedAt } = found;
      const text = requireLines(typed, { ...appealFailures.text, most: MAX_APPEAL_LENGTH });
      const appeal = { accountId: account.id, suspendedAt, text, createdAt: clock.now() };
      if (await store.addAppeal(appeal)) return true;
      throw new Failure('conflict', appealFailures.sent);
    },

    list: (page: { state: AppealState; beforeId?: number | undefined; limit: number }) =>
      store.listAppeals({ ...page, now: clock.now() }),

    countOpen: () => store.countOpenAppeals(clock.now()),

    /** Lifts the suspension, in one transaction with the decision. The player gets an email about it. */
    async accept(actor: Actor, id: number, typed: string): Promise<void> {
      const reason = aboutField('reason', () => parseReason(typed));
      const { account, entry } = await begin(actor, id, 'appeal accepted', reason);
      const decision: Parameters<AppealStore['decideAppeal']> = [id, 'accepted', entry, []];
      let isDone = false;
      const changeAccount: AdministrationStore['changeAccount'] = async (...args) => {
        const results = await together.changeAll([
          { store: 'appeals', method: 'decideAppeal', args: decision },
          { store: 'administration', method: 'changeAccount', args },
        ]);
        if (results === undefined) throw gone();
        isDone = true;
        return results[1] as Account | undefined;
      };
      await administration.by(actor, changeAccount).restoreAccount(account.id, reason);
      if (!isDone) throw gone();
    },

    /** The suspension stays. The player gets the answer by email and on the page of the appeal. */
    async decline(actor: Actor, id: number, typed: string): Promise<void> {
      const answer = aboutField('reason', () => requireReason(typed));
      const { account, entry } = await begin(actor, id, 'appeal declined', answer);
      const jobs = notifyOwner<'appeal declined'>(account, 'appeal declined', entry.at, {
        detail: answer,
      });
      if (!(await store.decideAppeal(id, 'declined', entry, jobs))) throw gone();
    },
  };
}

const gone = () => new Failure('conflict', appealFailures.gone);
