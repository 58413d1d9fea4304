// The queue of letters: what waits and what failed, trying again, dropping, and a test.

import { Failure } from '../../../lib/failure.ts';
import { parseReason } from '../../../servers/moderation/moderation.ts';
import { renderMailPage } from '../../../views/admin/mail-page.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { rowActionName } from '../../../views/admin/row-action.tsx';
import { MAIL_PATH } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import { emailAdminMessages } from '../../../views/messages/admin-email.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { seeOther } from '../public/page-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { pageOf } from './paging.ts';
import { parseId, readQuery } from './query.ts';
import { type RefusedAction, tryAction } from './try-action.ts';

/** Routes of `/admin/mail/`, all of them for administrators: letters have addresses on them. */
export function mailRoutes({ mail }: HttpContext): AdminRoute[] {
  async function show(
    requested: AdminRequest,
    refused: ActionState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const { frame, query } = requested;
    const filter = readQuery(query, ['state']);
    const all = await mail.listOutbox();
    const rows = all.filter(({ state }) => filter.state === '' || state === filter.state);
    const html = renderMailPage({
      frame,
      isOn: mail.isOn,
      ownAddress: requested.ownAddress,
      page: pageOf(rows, query, MAIL_PATH, filter),
      isAny: all.length > 0,
      hasFailed: all.some(({ state }) => state === 'failed'),
      state: { ...refused, values: { ...filter, ...refused.values } },
    });
    return answerSitePage(html, status);
  }

  function answer(requested: AdminRequest, refused: RefusedAction | undefined, done: string) {
    if (refused !== undefined) return show(requested, refused.state, refused.status);
    return seeOther(`${MAIL_PATH}?done=${done}`);
  }

  async function changeOne(requested: AdminRequest, action: 'retry' | 'drop'): Promise<Response> {
    const { actor, form } = requested;
    const id = parseId(form.field('id')) ?? 0;
    const refused = await tryAction(form, {
      name: rowActionName(action, id),
      fields: { reason: parseReason },
      run: (read) =>
        (action === 'retry' ? mail.retryEmail : mail.dropFromOutbox)(actor, id, read('reason')),
    });
    return answer(requested, refused, action === 'retry' ? 'letter-retried' : 'letter-dropped');
  }

  async function retryFailed(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const refused = await tryAction(form, {
      name: 'retry-failed',
      fields: { reason: parseReason },
      run: (read) => mail.retryFailedEmails(actor, read('reason')),
    });
    return answer(requested, refused, 'letters-retried');
  }

  async function sendTest(requested: AdminRequest): Promise<Response> {
    const refused = await tryAction(requested.form, {
      name: 'test',
      fields: {},
      async run() {
        if (!mail.isOn) throw new Failure('conflict', emailAdminMessages.testOff);
        await mail.queueTest(requested.ownAddress, requested.actor.name);
      },
    });
    return answer(requested, refused, 'letter-tested');
  }

  const role = 'administrator';
  return [
    { method: 'GET', path: '/admin/mail', role, answer: (requested) => show(requested) },
    {
      method: 'POST',
      path: '/admin/mail/retry',
      role,
      answer: (requested) => changeOne(requested, 'retry'),
    },
    {
      method: 'POST',
      path: '/admin/mail/drop',
      role,
      answer: (requested) => changeOne(requested, 'drop'),
    },
    { method: 'POST', path: '/admin/mail/retry-failed', role, answer: retryFailed },
    { method: 'POST', path: '/admin/mail/test', role, answer: sendTest },
  ];
}
