// The audit log, filtered and page by page. There is no way to write into it.

import { AUDIT_ACTIONS } from '../../../accounts/audit-ports.ts';
import { renderAuditPage } from '../../../views/admin/audit-page.tsx';
import { AUDIT_PATH, withQuery } from '../../../views/admin/server-paths.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerForm } from '../public/page-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId, readQuery } from './query.ts';

/** Routes of `/admin/audit/`. */
export function auditRoutes({ audit }: HttpContext): AdminRoute[] {
  async function show({ frame, query }: AdminRequest): Promise<Response> {
    const values = readQuery(query, ['actor', 'act', 'subject']);
    const { act: action, ...rest } = values;
    const beforeId = parseId(query.get('before') ?? '');
    const shown = { frame, kinds: AUDIT_ACTIONS };
    return answerForm(
      async () => {
        const { actions, nextBeforeId } = await audit.readPage({ ...rest, action, beforeId });
        const older =
          nextBeforeId === undefined
            ? undefined
            : withQuery(AUDIT_PATH, { ...values, before: nextBeforeId });
        const newest = beforeId === undefined ? undefined : withQuery(AUDIT_PATH, values);
        const state = { values, problems: [] };
        return answerSitePage(renderAuditPage({ ...shown, actions, older, newest, state }));
      },
      {
        values,
        about: 'act',
        show(state, status) {
          const none = { actions: [], older: undefined, newest: undefined };
          return answerSitePage(renderAuditPage({ ...shown, ...none, state }), status);
        },
      },
    );
  }

  return [{ method: 'GET', path: '/admin/audit', role: 'moderator', answer: show }];
}
