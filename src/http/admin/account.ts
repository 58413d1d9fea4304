// The page of one account, and the acts whose forms stand on it.

import { type ManagedAccount, mayDo, NEEDED_ROLES } from '../../accounts/administration.ts';
import { type ActName, renderAccountPage } from '../../pages/admin/account-page.tsx';
import { ACCOUNTS_PATH, accountPath } from '../../pages/admin/accounts-page.tsx';
import type { ActState } from '../../pages/admin/parts.tsx';
import { EMPTY_FORM } from '../../pages/forms.tsx';
import { words } from '../../pages/words.ts';
import type { HttpContext } from '../context.ts';
import { answerFailure } from '../errors.ts';
import { answerOwnPage } from '../html.ts';
import { pathOf } from '../path.ts';
import { seeOther } from '../web/own-form.ts';
import { ACCOUNT_PAGE_ACTS } from './account-page-acts.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId } from './asked.ts';
import { tryAct } from './try-act.ts';

/** How much of what was done to an account its page shows. */
const HISTORY = 20;

/** Routes of `/admin/accounts/<id>/` and of what is done there. */
export function accountRoutes({ administration, accounts, audit }: HttpContext): AdminRoute[] {
  async function show(
    { actor, role, frame, params }: AdminRequest,
    state: ActState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const account = await administration.by(actor).findAccount(Number(params.id));
    const hasSecondFactor = await accounts.hasSecondFactor(account.id);
    const { acts } = await audit.readPage({ account });
    const may = (act: ActName) => mayDo(role, ACCOUNT_PAGE_ACTS[act].right, account.role);
    const history = acts.slice(0, HISTORY);
    const html = renderAccountPage({
      ...{ frame, account, hasSecondFactor, history, state },
      mayDo: may,
    });
    return answerOwnPage(html, status);
  }

  /** Answers with `next` where the path holds an id at all. */
  function withId(next: (asked: AdminRequest) => Promise<Response>) {
    return (asked: AdminRequest): Response | Promise<Response> =>
      parseId(asked.params.id ?? '') === undefined
        ? answerFailure(pathOf(asked.request), 404, words.failure.nothingHere)
        : next(asked);
  }

  function actRoute(name: ActName): AdminRoute {
    const act = ACCOUNT_PAGE_ACTS[name];
    async function answer(asked: AdminRequest): Promise<Response> {
      const { actor, form, params } = asked;
      const acts = administration.by(actor);
      const account: ManagedAccount = await acts.findAccount(Number(params.id));
      const refused = await tryAct(form, {
        name,
        fields: act.fields,
        run: (read) => act.run(acts, account, read),
      });
      if (refused !== undefined) return show(asked, refused.state, refused.status);
      const path = name === 'delete' ? ACCOUNTS_PATH : accountPath(account.id);
      return seeOther(`${path}?done=${name}`);
    }
    return {
      method: 'POST',
      path: `/admin/accounts/:id/${name}`,
      role: NEEDED_ROLES[act.right],
      answer: withId(answer),
    };
  }

  return [
    {
      method: 'GET',
      path: '/admin/accounts/:id',
      role: 'moderator',
      answer: withId((asked) => show(asked)),
    },
    ...Object.keys(ACCOUNT_PAGE_ACTS).map((name) => actRoute(name as ActName)),
  ];
}
