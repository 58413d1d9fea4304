// What players reported about servers, and closing it: one by one, all on a server, or with the server unlisted.

import { Failure } from '../../../lib/failure.ts';
import { serverAdminMessages } from '../../../messages/messages.ts';
import {
  REPORTED_SERVERS_PAGE,
  REPORTS_PAGE,
  requireReason,
} from '../../../servers/moderation/moderation.ts';
import { parseServerHash } from '../../../servers/servers.ts';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { reportedServerId } from '../../../views/admin/report-groups.tsx';
import { renderReportsPage } from '../../../views/admin/reports-page.tsx';
import { rowActionName } from '../../../views/admin/row-action.tsx';
import { REPORTS_PATH, serverAdminPath, withQuery } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction, type ReadField, type SubmittedAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { parseId } from './query.ts';
import { showServer } from './server.ts';

/** Routes of `/admin/reports/`. */
export function reportRoutes(context: HttpContext): AdminRoute[] {
  const { moderation } = context;

  /** The page that begins before the given report. */
  async function show(
    { frame, query }: AdminRequest,
    refused: ActionState = EMPTY_FORM,
    { status = 200, before = query.get('before') ?? '' } = {},
  ): Promise<Response> {
    const isOpen = query.get('state') !== 'closed';
    const requested = { state: isOpen ? '' : 'closed' };
    const beforeId = parseId(before);
    const shown = isOpen ? await readOpen(beforeId) : await readClosed(beforeId);
    const older = shown.last && withQuery(REPORTS_PATH, { ...requested, before: shown.last });
    const newest = beforeId && withQuery(REPORTS_PATH, requested);
    const state = { ...refused, values: { state: isOpen ? 'open' : 'closed', ...refused.values } };
    const html = renderReportsPage({
      ...{ frame, state, before: beforeId, ...shown },
      older: older || undefined,
      newest: newest || undefined,
    });
    return answerSitePage(html, status);
  }

  async function readOpen(beforeId: number | undefined) {
    const groups = await moderation.listReportedServers(beforeId);
    const last = groups.length === REPORTED_SERVERS_PAGE ? groups.at(-1)?.latestId : undefined;
    return { groups, last };
  }

  async function readClosed(beforeId: number | undefined) {
    const reports = await moderation.listReports({
      isOpen: false,
      ...(beforeId === undefined ? {} : { beforeId }),
    });
    const last = reports.length === REPORTS_PAGE ? reports.at(-1)?.id : undefined;
    return { closed: reports, last };
  }

  /** Does an action and stays on the page that its form was on: that of the server, or the list where it was. */
  async function act(
    requested: AdminRequest,
    { hash, name, done, run }: ReportAction,
  ): Promise<Response> {
    const { form } = requested;
    const from = parseServerHash(form.field('from'));
    const before = form.field('before');
    const submitted: SubmittedAction = {
      name,
      fields: { reason: requireReason },
      async run(read) {
        if (!(await run(read))) throw new Failure('conflict', serverAdminMessages.reports.gone);
        if (from !== undefined) return `${withQuery(serverAdminPath(from), { done })}#reports`;
        const page = withQuery(REPORTS_PATH, { done, before: parseId(before) });
        return hash === undefined ? page : `${page}#${reportedServerId(hash)}`;
      },
    };
    return answerAction(form, submitted, (state, status) =>
      from === undefined
        ? show(requested, state, { status, before })
        : showServer(context, requested, from, state, status),
    );
  }

  async function close(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const id = parseId(form.field('id')) ?? 0;
    return act(requested, {
      ...{ name: rowActionName('close', id), done: 'report-closed' },
      hash: parseServerHash(form.field('hash')),
      run: (read) => moderation.closeReport(actor, id, read('reason')),
    });
  }

  /** Closes what the form showed, and nothing that was reported since. */
  const closeAll =
    (action: 'close-all' | 'unlist') =>
    async (requested: AdminRequest): Promise<Response> => {
      const { actor, form } = requested;
      const hash = parseServerHash(form.field('hash')) ?? '';
      const upTo = parseId(form.field('latest'));
      const unlists = action === 'unlist';
      return act(requested, {
        ...{ hash, name: rowActionName(action, hash) },
        done: unlists ? 'reports-unlisted' : 'reports-closed',
        async run(read) {
          if (hash === '' || upTo === undefined) return false;
          const how = { reason: read('reason'), upTo, unlists };
          return (await moderation.closeReportsOn(actor, hash, how)) > 0;
        },
      });
    };

  const post = (path: AdminRoute['path'], answer: AdminRoute['answer']): AdminRoute => {
    return { method: 'POST', path, role: 'moderator', answer };
  };
  return [
    {
      method: 'GET',
      path: '/admin/reports',
      role: 'moderator',
      answer: (requested) => show(requested),
    },
    post('/admin/reports/close', close),
    post('/admin/reports/close-all', closeAll('close-all')),
    post('/admin/reports/unlist', closeAll('unlist')),
  ];
}

/** One action on reports. */
interface ReportAction {
  /** The server that they are about, where the form names it. */
  hash: string | undefined;
  name: string;
  done: 'report-closed' | 'reports-closed' | 'reports-unlisted';
  /** Returns false when nothing was open. */
  run(read: ReadField): Promise<boolean>;
}
