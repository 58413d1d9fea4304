// The notice on all pages: set, replaced, removed.

import { Failure } from '../../../lib/failure.ts';
import { siteAdminMessages } from '../../../messages/messages.ts';
import { parseReason } from '../../../servers/moderation/moderation.ts';
import { LONGEST_NOTICE } from '../../../site/site.ts';
import { renderNoticeAdminPage } from '../../../views/admin/notice-page.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { NOTICE_PATH } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

/** Routes of `/admin/notice/`. */
export function noticeAdminRoutes({ site: { notice } }: HttpContext): AdminRoute[] {
  function show({ frame }: AdminRequest, state: ActionState = EMPTY_FORM, status = 200): Response {
    const html = renderNoticeAdminPage({
      ...{ frame, state, notice: notice.current(), longest: LONGEST_NOTICE },
    });
    return answerSitePage(html, status);
  }

  function set(requested: AdminRequest): Promise<Response> {
    const submitted = {
      name: 'set',
      fields: { text: undefined, level: undefined, ends: undefined, reason: parseReason },
      async run(read: (field: string) => string) {
        const typed = { text: read('text'), level: read('level'), ends: read('ends') };
        await notice.set(requested.actor, typed, read('reason'));
        return `${NOTICE_PATH}?done=notice-set`;
      },
    };
    return answerAction(requested.form, submitted, (state, status) =>
      show(requested, state, status),
    );
  }

  function remove(requested: AdminRequest): Promise<Response> {
    const submitted = {
      name: 'remove',
      fields: { reason: parseReason },
      async run(read: (field: string) => string) {
        const isRemoved = await notice.remove(requested.actor, read('reason'));
        if (!isRemoved) throw new Failure('conflict', siteAdminMessages.notice.gone);
        return `${NOTICE_PATH}?done=notice-removed`;
      },
    };
    return answerAction(requested.form, submitted, (state, status) =>
      show(requested, state, status),
    );
  }

  const role = 'administrator';
  return [
    { method: 'GET', path: '/admin/notice', role, answer: (requested) => show(requested) },
    { method: 'POST', path: '/admin/notice/set', role, answer: set },
    { method: 'POST', path: '/admin/notice/remove', role, answer: remove },
  ];
}
