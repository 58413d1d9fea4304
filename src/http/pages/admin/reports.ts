// What players reported about servers, and closing it: one by one, all on a server, or with the server unlisted.

import { serverAdminMessages } from '../../../messages/messages.ts';
import {
  REPORTED_SERVERS_PAGE,
  REPORTS_PAGE,
  requireReason,
} from '../../../servers/moderation/moderation.ts';
import { parseServerHash } from '../../../servers/servers.ts';
import { REPORTS_PATH, serverAdminPath, withQuery } from '../../../views/admin/admin-paths.ts';
import { renderReportsPage, reportedServerId } from '../../../views/admin/reports-page.tsx';
import type { HttpContext } from '../../context.ts';
import type { PageForm } from '../page-form.ts';
import { adminPage, assertDone, type PageAction, pageBefore, parseId } from './admin-page.ts';
import { showServer } from './servers.ts';

export function reportRoutes(context: HttpContext) {
  const { moderation } = context;

  async function readOpen(beforeId: number | undefined) {
    const groups = await moderation.listReportedServers(beforeId);
    const last = groups.length === REPORTED_SERVERS_PAGE ? groups.at(-1)?.latestId : undefined;
    return { groups, last };
  }

  async function readClosed(beforeId: number | undefined) {
    const before = beforeId === undefined ? {} : { beforeId };
    const closed = await moderation.listReports({ isOpen: false, ...before });
    const last = closed.length === REPORTS_PAGE ? closed.at(-1)?.id : undefined;
    return { closed, last };
  }

  /** The page that an action stays on, which its form was on: that of the server, or the list where it was. */
  function pathAfter(form: PageForm, done: string, hash: string | undefined): string {
    const from = parseServerHash(form.field('from'));
    if (from !== undefined) return `${withQuery(serverAdminPath(from), { done })}#reports`;
    const page = withQuery(REPORTS_PATH, { done, before: parseId(form.field('before')) });
    return hash === undefined ? page : `${page}#${reportedServerId(hash)}`;
  }

  /** Closes what the form showed, and nothing that was reported since. */
  const closeAll = (done: string, unlists: boolean): PageAction => ({
    checks: { reason: requireReason },
    async run(read, { actor, form }) {
      const hash = parseServerHash(form.field('hash'));
      const upTo = parseId(form.field('latest'));
      const how = { reason: read('reason'), upTo: upTo ?? 0, unlists };
      const isOpen = hash !== undefined && upTo !== undefined;
      const closed = isOpen ? await moderation.closeReportsOn(actor, hash, how) : 0;
      assertDone(closed > 0, serverAdminMessages.reports.gone);
      return pathAfter(form, done, hash);
    },
  });

  return adminPage({
    path: '/admin/reports',
    role: 'moderator',
    async show({ frame, query, form }, refused) {
      const from = parseServerHash(form.field('from'));
      if (from !== undefined) return showServer(context, frame, from, refused);
      const isOpen = query.get('state') !== 'closed';
      const search = { state: isOpen ? '' : 'closed' };
      const beforeId = parseId(form.field('before') || query.get('before'));
      const { last, ...shown } = await (isOpen ? readOpen(beforeId) : readClosed(beforeId));
      const page = pageBefore([], REPORTS_PATH, search, { beforeId, nextBeforeId: last });
      const values = { state: isOpen ? 'open' : 'closed', ...refused.values };
      const state = { ...refused, values };
      return renderReportsPage({ frame, state, before: beforeId, ...shown, page });
    },
    actions: {
      close: {
        checks: { reason: requireReason },
        async run(read, { actor, form }) {
          const id = parseId(form.field('id')) ?? 0;
          const isClosed = await moderation.closeReport(actor, id, read('reason'));
          assertDone(isClosed, serverAdminMessages.reports.gone);
          return pathAfter(form, 'report-closed', parseServerHash(form.field('hash')));
        },
      },
      'close-all': closeAll('reports-closed', false),
      unlist: closeAll('reports-unlisted', true),
    },
  });
}
