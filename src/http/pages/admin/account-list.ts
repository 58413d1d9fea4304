// The accounts, searched and page by page.

import { ACCOUNTS_PATH, renderAccountsPage } from '../../../views/admin/accounts-page.tsx';
import { withQuery } from '../../../views/admin/server-paths.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerForm } from '../public/page-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId, readQuery } from './query.ts';

/** Routes of `/admin/accounts/`. */
export function accountListRoutes({ administration }: HttpContext): AdminRoute[] {
  async function show({ actor, frame, query }: AdminRequest): Promise<Response> {
    const values = readQuery(query, ['text', 'standing']);
    const beforeId = parseId(query.get('before') ?? '');
    return answerForm(
      async () => {
        const found = await administration.by(actor).searchAccounts({ ...values, beforeId });
        const { accounts, nextBeforeId } = found;
        const older =
          nextBeforeId === undefined
            ? undefined
            : withQuery(ACCOUNTS_PATH, { ...values, before: nextBeforeId });
        const newest = beforeId === undefined ? undefined : withQuery(ACCOUNTS_PATH, values);
        const state = { values, problems: [] };
        return answerSitePage(renderAccountsPage({ frame, state, accounts, older, newest }));
      },
      {
        values,
        show(state, status) {
          const none = { accounts: [], older: undefined, newest: undefined };
          return answerSitePage(renderAccountsPage({ frame, state, ...none }), status);
        },
      },
    );
  }

  return [{ method: 'GET', path: '/admin/accounts', role: 'moderator', answer: show }];
}
