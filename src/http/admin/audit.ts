// The audit log, filtered and page by page. There is no way to write into it.

import { AUDIT_ACTS } from '../../accounts/audit-ports.ts';
import { MusterError } from '../../lib/errors.ts';
import { renderAuditPage } from '../../pages/admin/audit-page.tsx';
import { AUDIT_PATH, withQuery } from '../../pages/admin/server-paths.ts';
import type { HttpContext } from '../context.ts';
import { statusOf } from '../errors.ts';
import { answerOwnPage } from '../html.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId, problemOf, readAsked } from './asked.ts';

/** Routes of `/admin/audit/`. */
export function auditRoutes({ audit }: HttpContext): AdminRoute[] {
  async function show({ frame, query }: AdminRequest): Promise<Response> {
    const values = readAsked(query, ['actor', 'act', 'subject']);
    const beforeId = parseId(query.get('before') ?? '');
    const shown = { frame, kinds: AUDIT_ACTS };
    try {
      const { acts, nextBeforeId } = await audit.readPage({ ...values, beforeId });
      const older =
        nextBeforeId === undefined
          ? undefined
          : withQuery(AUDIT_PATH, { ...values, before: nextBeforeId });
      const newest = beforeId === undefined ? undefined : withQuery(AUDIT_PATH, values);
      const state = { values, problems: [] };
      return answerOwnPage(renderAuditPage({ ...shown, acts, older, newest, state }));
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      const state = { values, problems: [{ ...problemOf(error), field: 'act' }] };
      const none = { acts: [], older: undefined, newest: undefined };
      return answerOwnPage(renderAuditPage({ ...shown, ...none, state }), statusOf(error.kind));
    }
  }

  return [{ method: 'GET', path: '/admin/audit', role: 'moderator', answer: show }];
}
