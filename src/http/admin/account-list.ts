// The accounts, searched and page by page.

import { MusterError } from '../../lib/errors.ts';
import { ACCOUNTS_PATH, renderAccountsPage } from '../../pages/admin/accounts-page.tsx';
import type { HttpContext } from '../context.ts';
import { statusOf } from '../errors.ts';
import { answerOwnPage } from '../html.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId, problemOf } from './asked.ts';

/** Longest text that is looked for, which an address fits. */
const LONGEST = 254;

/** Routes of `/admin/accounts/`. */
export function accountListRoutes({ administration }: HttpContext): AdminRoute[] {
  async function show({ actor, frame, query }: AdminRequest): Promise<Response> {
    const text = (query.get('text') ?? '').slice(0, LONGEST);
    const standing = query.get('standing') ?? '';
    const values = { text, standing };
    const beforeId = parseId(query.get('before') ?? '');
    try {
      const question = { ...values, beforeId };
      const found = await administration.by(actor).searchAccounts(question);
      const { accounts, nextBeforeId } = found;
      const older = nextBeforeId === undefined ? undefined : pageAt(values, nextBeforeId);
      const newest = beforeId === undefined ? undefined : pageAt(values);
      const state = { values, problems: [] };
      return answerOwnPage(renderAccountsPage({ frame, state, accounts, older, newest }));
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      const state = { values, problems: [problemOf(error)] };
      const none = { accounts: [], older: undefined, newest: undefined };
      return answerOwnPage(renderAccountsPage({ frame, state, ...none }), statusOf(error.kind));
    }
  }

  return [{ method: 'GET', path: '/admin/accounts', role: 'moderator', answer: show }];
}

function pageAt(values: { text: string; standing: string }, before?: number): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== '') query.set(key, value);
  if (before !== undefined) query.set('before', `${before}`);
  const asked = query.toString();
  return asked === '' ? ACCOUNTS_PATH : `${ACCOUNTS_PATH}?${asked}`;
}
