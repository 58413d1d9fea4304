// The outbox: what waits and what failed, retrying, dropping, and a test email.

import { Failure } from '../../../lib/failure.ts';
import { emailAdminMessages } from '../../../messages/messages.ts';
import { parseReason } from '../../../servers/moderation/moderation.ts';
import { renderMailPage } from '../../../views/admin/mail-page.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { rowActionName } from '../../../views/admin/row-action.tsx';
import { MAIL_PATH } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction, type SubmittedAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { pageOf } from './paging.ts';
import { parseId, readQuery } from './query.ts';

/** Routes of `/admin/mail/`, all of them for administrators: emails show addresses. */
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

  const answer = (requested: AdminRequest, submitted: SubmittedAction) =>
    answerAction(requested.form, submitted, (state, status) => show(requested, state, status));

  function changeOne(requested: AdminRequest, action: 'retry' | 'drop'): Promise<Response> {
    const { actor, form } = requested;
    const id = parseId(form.field('id')) ?? 0;
    return answer(requested, {
      name: rowActionName(action, id),
      fields: { reason: parseReason },
      async run(read) {
        const isRetry = action === 'retry';
        await (isRetry ? mail.retryEmail : mail.dropFromOutbox)(actor, id, read('reason'));
        return `${MAIL_PATH}?done=${isRetry ? 'email-retried' : 'email-dropped'}`;
      },
    });
  }

  function retryFailed(requested: AdminRequest): Promise<Response> {
    return answer(requested, {
      name: 'retry-failed',
      fields: { reason: parseReason },
      async run(read) {
        await mail.retryFailedEmails(requested.actor, read('reason'));
        return `${MAIL_PATH}?done=emails-retried`;
      },
    });
  }

  function sendTest(requested: AdminRequest): Promise<Response> {
    return answer(requested, {
      name: 'test',
      fields: {},
      async run() {
        if (!mail.isOn) throw new Failure('conflict', emailAdminMessages.testOff);
        await mail.queueTest(requested.ownAddress, requested.actor.name);
        return `${MAIL_PATH}?done=email-tested`;
      },
    });
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
