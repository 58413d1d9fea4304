// The page of one account, and the actions whose forms are on it.

import { type ManagedAccount, mayDo, NEEDED_ROLES } from '../../../accounts/administration.ts';
import { type ActionName, renderAccountPage } from '../../../views/admin/account-page.tsx';
import { ACCOUNTS_PATH, accountPath } from '../../../views/admin/accounts-page.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { ACCOUNT_PAGE_ACTIONS } from './account-page-actions.ts';
import { answerAction, type ReadField } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

/** How much of what was done to an account its page shows. */
const HISTORY = 20;

/** Routes of `/admin/accounts/<id>/` and of what is done there. */
export function accountRoutes({ administration, accounts, audit }: HttpContext): AdminRoute[] {
  async function show(
    { actor, role, frame, params }: AdminRequest,
    state: ActionState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const account = await administration.by(actor).findAccount(Number(params.id));
    const hasTwoFactor = await accounts.hasTwoFactor(account.id);
    const { actions } = await audit.readPage({ account });
    const may = (action: ActionName) =>
      mayDo(role, ACCOUNT_PAGE_ACTIONS[action].right, account.role);
    const history = actions.slice(0, HISTORY);
    const html = renderAccountPage({
      ...{ frame, account, hasTwoFactor, history, state },
      mayDo: may,
    });
    return answerSitePage(html, status);
  }

  function actionRoute(name: ActionName): AdminRoute {
    const action = ACCOUNT_PAGE_ACTIONS[name];
    async function answer(requested: AdminRequest): Promise<Response> {
      const { actor, form, params } = requested;
      const actions = administration.by(actor);
      const account: ManagedAccount = await actions.findAccount(Number(params.id));
      const submitted = {
        name,
        fields: action.fields,
        async run(read: ReadField) {
          await action.run(actions, account, read);
          const path = name === 'delete' ? ACCOUNTS_PATH : accountPath(account.id);
          return `${path}?done=${name}`;
        },
      };
      return answerAction(form, submitted, (state, status) => show(requested, state, status));
    }
    return {
      method: 'POST',
      path: `/admin/accounts/:id/${name}`,
      role: NEEDED_ROLES[action.right],
      answer,
    };
  }

  return [
    {
      method: 'GET',
      path: '/admin/accounts/:id',
      role: 'moderator',
      answer: (requested) => show(requested),
    },
    ...Object.keys(ACCOUNT_PAGE_ACTIONS).map((name) => actionRoute(name as ActionName)),
  ];
}
