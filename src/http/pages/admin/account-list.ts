// The accounts, searched and page by page.

import { Failure } from '../../../lib/failure.ts';
import { ACCOUNTS_PATH, renderAccountsPage } from '../../../views/admin/accounts-page.tsx';
import { withQuery } from '../../../views/admin/server-paths.ts';
import type { HttpContext } from '../../context.ts';
import { statusOf } from '../../errors.ts';
import { answerSitePage } from '../../html.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId, problemOf, readQuery } from './query.ts';

/** Routes of `/admin/accounts/`. */
export function accountListRoutes({ administration }: HttpContext): AdminRoute[] {
  async function show({ actor, frame, query }: AdminRequest): Promise<Response> {
    const values = readQuery(query, ['text', 'standing']);
    const beforeId = parseId(query.get('before') ?? '');
    try {
      const question = { ...values, beforeId };
      const found = await administration.by(actor).searchAccounts(question);
      const { accounts, nextBeforeId } = found;
      const older =
        nextBeforeId === undefined
          ? undefined
          : withQuery(ACCOUNTS_PATH, { ...values, before: nextBeforeId });
      const newest = beforeId === undefined ? undefined : withQuery(ACCOUNTS_PATH, values);
      const state = { values, problems: [] };
      return answerSitePage(renderAccountsPage({ frame, state, accounts, older, newest }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const state = { values, problems: [problemOf(error)] };
      const none = { accounts: [], older: undefined, newest: undefined };
      return answerSitePage(renderAccountsPage({ frame, state, ...none }), statusOf(error.kind));
    }
  }

  return [{ method: 'GET', path: '/admin/accounts', role: 'moderator', answer: show }];
}
