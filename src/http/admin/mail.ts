// The queue of letters: what waits and what failed, trying again, dropping, and a test.

import { MusterError } from '../../lib/errors.ts';
import { renderMailPage } from '../../pages/admin/mail-page.tsx';
import type { ActState } from '../../pages/admin/parts.tsx';
import { rowActName } from '../../pages/admin/row-act.tsx';
import { MAIL_PATH } from '../../pages/admin/server-paths.ts';
import { EMPTY_FORM } from '../../pages/forms.tsx';
import { mailAdminWords } from '../../pages/words/admin-mail.ts';
import { parseReason } from '../../servers/moderation/moderation-input.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { seeOther } from '../web/own-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId, readAsked } from './asked.ts';
import { pageOf } from './paging.ts';
import { type RefusedAct, tryAct } from './try-act.ts';

/** Routes of `/admin/mail/`, all of them for administrators: letters have addresses on them. */
export function mailRoutes({ mail }: HttpContext): AdminRoute[] {
  async function show(
    asked: AdminRequest,
    refused: ActState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const { frame, query } = asked;
    const filter = readAsked(query, ['state']);
    const all = await mail.listLetters();
    const rows = all.filter(({ state }) => filter.state === '' || state === filter.state);
    const html = renderMailPage({
      frame,
      isOn: mail.isOn,
      ownAddress: asked.ownAddress,
      page: pageOf(rows, query, MAIL_PATH, filter),
      isAny: all.length > 0,
      hasFailed: all.some(({ state }) => state === 'failed'),
      state: { ...refused, values: { ...filter, ...refused.values } },
    });
    return answerOwnPage(html, status);
  }

  function answer(asked: AdminRequest, refused: RefusedAct | undefined, done: string) {
    if (refused !== undefined) return show(asked, refused.state, refused.status);
    return seeOther(`${MAIL_PATH}?done=${done}`);
  }

  async function actOnOne(asked: AdminRequest, act: 'retry' | 'drop'): Promise<Response> {
    const { actor, form } = asked;
    const id = parseId(form.field('id')) ?? 0;
    const refused = await tryAct(form, {
      name: rowActName(act, id),
      fields: { reason: parseReason },
      run: (read) => mail[`${act}Letter`](actor, id, read('reason')),
    });
    return answer(asked, refused, act === 'retry' ? 'letter-retried' : 'letter-dropped');
  }

  async function retryFailed(asked: AdminRequest): Promise<Response> {
    const { actor, form } = asked;
    const refused = await tryAct(form, {
      name: 'retry-failed',
      fields: { reason: parseReason },
      run: (read) => mail.retryFailedLetters(actor, read('reason')),
    });
    return answer(asked, refused, 'letters-retried');
  }

  async function sendTest(asked: AdminRequest): Promise<Response> {
    const refused = await tryAct(asked.form, {
      name: 'test',
      fields: {},
      async run() {
        if (!mail.isOn) throw new MusterError('conflict', mailAdminWords.testOff);
        await mail.queueTest(asked.ownAddress, asked.actor.name);
      },
    });
    return answer(asked, refused, 'letter-tested');
  }

  const role = 'administrator';
  return [
    { method: 'GET', path: '/admin/mail', role, answer: (asked) => show(asked) },
    {
      method: 'POST',
      path: '/admin/mail/retry',
      role,
      answer: (asked) => actOnOne(asked, 'retry'),
    },
    { method: 'POST', path: '/admin/mail/drop', role, answer: (asked) => actOnOne(asked, 'drop') },
    { method: 'POST', path: '/admin/mail/retry-failed', role, answer: retryFailed },
    { method: 'POST', path: '/admin/mail/test', role, answer: sendTest },
  ];
}
