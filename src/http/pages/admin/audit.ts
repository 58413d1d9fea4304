// The audit log, filtered and page by page. There is no way to write into it.

import { AUDIT_ACTIONS } from '../../../accounts/audit-ports.ts';
import { AUDIT_PATH } from '../../../views/admin/admin-paths.ts';
import { renderAuditPage } from '../../../views/admin/audit-page.tsx';
import type { HttpContext } from '../../context.ts';
import { pageRoutes } from './admin-page.ts';
import { linkPages, parseId } from './search.ts';

const NONE = { actions: [], nextBeforeId: undefined };

/** Routes of `/admin/audit/`. */
export function auditRoutes({ audit }: HttpContext) {
  return pageRoutes({
    path: '/admin/audit',
    role: 'moderator',
    search: ['actor', 'act', 'subject'],
    about: 'act',
    async show({ frame, query }, state, search) {
      const { act: action, ...rest } = search;
      const isRefused = state.problems.length > 0;
      const beforeId = isRefused ? undefined : parseId(query.get('before'));
      const found = isRefused ? NONE : await audit.readPage({ ...rest, action, beforeId });
      const links = linkPages(AUDIT_PATH, search, { beforeId, ...found });
      return renderAuditPage({
        ...{ frame, state, kinds: AUDIT_ACTIONS, actions: found.actions },
        ...links,
      });
    },
  });
}
