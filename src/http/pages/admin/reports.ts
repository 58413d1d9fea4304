// What players reported about servers, and closing it.

import { Failure } from '../../../lib/failure.ts';
import { serverAdminMessages } from '../../../messages/messages.ts';
import { REPORTS_PAGE, requireReason } from '../../../servers/moderation/moderation.ts';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { renderReportsPage } from '../../../views/admin/reports-page.tsx';
import { rowActionName } from '../../../views/admin/row-action.tsx';
import { REPORTS_PATH, withQuery } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction, type SubmittedAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId } from './query.ts';

/** Routes of `/admin/reports/`. */
export function reportRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show(
    { frame, query }: AdminRequest,
    refused: ActionState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const isOpen = query.get('state') !== 'closed';
    const requested = { state: isOpen ? '' : 'closed' };
    const beforeId = parseId(query.get('before') ?? '');
    const reports = await moderation.listReports({
      isOpen,
      ...(beforeId === undefined ? {} : { beforeId }),
    });
    const last = reports.length === REPORTS_PAGE ? reports.at(-1)?.id : undefined;
    const older = last && withQuery(REPORTS_PATH, { ...requested, before: last });
    const newest = beforeId && withQuery(REPORTS_PATH, requested);
    const state = { ...refused, values: { state: isOpen ? 'open' : 'closed', ...refused.values } };
    const html = renderReportsPage({
      ...{ frame, isOpen, reports, state },
      older: older || undefined,
      newest: newest || undefined,
    });
    return answerSitePage(html, status);
  }

  async function close(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const id = parseId(form.field('id')) ?? 0;
    const submitted: SubmittedAction = {
      name: rowActionName('close', id),
      fields: { reason: requireReason },
      async run(read) {
        const isClosed = await moderation.closeReport(actor, id, read('reason'));
        if (!isClosed) throw new Failure('conflict', serverAdminMessages.reports.gone);
        return `${REPORTS_PATH}?done=report-closed`;
      },
    };
    return answerAction(form, submitted, (state, status) => show(requested, state, status));
  }

  return [
    {
      method: 'GET',
      path: '/admin/reports',
      role: 'moderator',
      answer: (requested) => show(requested),
    },
    { method: 'POST', path: '/admin/reports/close', role: 'moderator', answer: close },
  ];
}
