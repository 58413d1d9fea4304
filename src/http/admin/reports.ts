// What players reported about servers, and closing it.

import { MusterError } from '../../lib/errors.ts';
import type { ActState } from '../../pages/admin/parts.tsx';
import { renderReportsPage } from '../../pages/admin/reports-page.tsx';
import { rowActName } from '../../pages/admin/row-act.tsx';
import { REPORTS_PATH, withQuery } from '../../pages/admin/server-paths.ts';
import { EMPTY_FORM } from '../../pages/forms.tsx';
import { serverAdminWords } from '../../pages/words/admin-servers.ts';
import { REPORTS_PAGE } from '../../servers/moderation/moderation.ts';
import { requireReason } from '../../servers/moderation/moderation-input.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { seeOther } from '../web/own-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId } from './asked.ts';
import { tryAct } from './try-act.ts';

/** Routes of `/admin/reports/`. */
export function reportRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show(
    { frame, query }: AdminRequest,
    refused: ActState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const isOpen = query.get('state') !== 'closed';
    const asked = { state: isOpen ? '' : 'closed' };
    const beforeId = parseId(query.get('before') ?? '');
    const reports = await moderation.listReports({
      isOpen,
      ...(beforeId === undefined ? {} : { beforeId }),
    });
    const last = reports.length === REPORTS_PAGE ? reports.at(-1)?.id : undefined;
    const older = last && withQuery(REPORTS_PATH, { ...asked, before: last });
    const newest = beforeId && withQuery(REPORTS_PATH, asked);
    const state = { ...refused, values: { state: isOpen ? 'open' : 'closed', ...refused.values } };
    const html = renderReportsPage({
      ...{ frame, isOpen, reports, state },
      older: older || undefined,
      newest: newest || undefined,
    });
    return answerOwnPage(html, status);
  }

  async function close(asked: AdminRequest): Promise<Response> {
    const { actor, form } = asked;
    const id = parseId(form.field('id')) ?? 0;
    const refused = await tryAct(form, {
      name: rowActName('close', id),
      fields: { reason: requireReason },
      async run(read) {
        if (await moderation.closeReport(actor, id, read('reason'))) return;
        throw new MusterError('conflict', serverAdminWords.reports.gone);
      },
    });
    if (refused !== undefined) return show(asked, refused.state, refused.status);
    return seeOther(`${REPORTS_PATH}?done=report-closed`);
  }

  return [
    {
      method: 'GET',
      path: '/admin/reports',
      role: 'moderator',
      answer: (asked) => show(asked),
    },
    { method: 'POST', path: '/admin/reports/close', role: 'moderator', answer: close },
  ];
}
