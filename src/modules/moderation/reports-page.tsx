// The page of reports. Moderators close them one by one, all on a server, or together with unlisting the server.
/** @jsxImportSource preact */

import type { PageForm } from '../../platform/http/page-form.ts';
import {
  adminPage,
  assertDone,
  type ManyAction,
  manyActions,
  type PageAction,
  pageBefore,
  parseId,
} from '../../platform/http/staff-page.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { labels } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { Face } from '../../platform/views/parts.tsx';
import { CheckAll, RowCheck, ServerLink, showList } from '../../platform/views/staff-parts.tsx';
import {
  AUDIT_PATH,
  REPORTS_PATH,
  serverAdminPath,
  withQuery,
} from '../../platform/views/staff-paths.ts';
import { parseServerHash } from '../registry/index.ts';
import { serverAdminDone, serverAdminMessages } from './messages.ts';
import { REPORTED_SERVERS_PAGE, REPORTS_PAGE, type ReportGroup } from './report-actions.ts';
import { closedReportColumns, OpenReports } from './report-tables.tsx';
import { type EachModeration, type ServerModerationPorts, showServer } from './server-page.tsx';

const { reports: messages } = serverAdminMessages;

export function reportRoutes(context: ServerModerationPorts) {
  const { moderation, servers } = context;

  const iconOf = ({ hash }: ReportGroup) => servers.claims.findClaim(hash)?.iconDigest;

  async function showOpen(beforeId: number | undefined) {
    const groups = await moderation.listReportedServers(beforeId);
    const isFull = groups.length === REPORTED_SERVERS_PAGE;
    const nextBeforeId = isFull ? groups.at(-1)?.latestId : undefined;
    const origin = beforeId === undefined ? {} : { before: `${beforeId}` };
    return showList({
      ...messages,
      search: searchOf('open'),
      nothing: messages.nothing.open,
      caption: '',
      columns: [],
      page: pageBefore(groups, REPORTS_PATH, {}, { beforeId, nextBeforeId }),
      many: {
        buttons: { 'close-all': messages.closeAllSubmit, unlist: messages.unlistSubmit },
        danger: 'unlist',
        keyOf,
      },
      showRows: (rows) => (
        <>
          <CheckAll />
          {rows.map((group) => (
            <ReportedServer key={group.hash} group={group} origin={origin} icon={iconOf(group)} />
          ))}
        </>
      ),
    });
  }

  /** Closes the reports that the form showed, and no later ones. */
  const closeAll = (done: string, unlists: boolean): PageAction => ({
    reason: 'required',
    async run(read, { actor, form }) {
      const hash = parseServerHash(form.field('hash'));
      const upTo = parseId(form.field('latest'));
      const how = { reason: read('reason'), upTo: upTo ?? 0, unlists };
      const isOpen = hash !== undefined && upTo !== undefined;
      const closed = isOpen ? await moderation.closeReportsOn(actor, hash, how) : 0;
      assertDone(closed > 0, messages.gone);
      return pathAfter(form, done, hash);
    },
  });

  const closeEach =
    (unlists: boolean): ManyAction<EachModeration> =>
    async (each, { actor, row, read }) => {
      const [hash = '', latest = ''] = row.id.split(' ');
      const how = { reason: read('reason'), upTo: parseId(latest) ?? 0, unlists };
      assertDone((await each.closeReportsOn(actor, hash, how)) > 0, messages.gone);
    };

  return adminPage({
    path: '/admin/reports',
    role: 'moderator',
    section: {
      group: 'people',
      label: () => serverAdminMessages.sections.reports,
      countOpen: moderation.countOpenReports,
    },
    done: serverAdminDone,
    show({ query, form }) {
      const from = parseServerHash(form.field('from'));
      if (from !== undefined) return showServer(context, from);
      const beforeId = parseId(form.field('before') || query.get('before'));
      return query.get('state') === 'closed' ? showClosed(context, beforeId) : showOpen(beforeId);
    },
    many: manyActions<EachModeration>({
      results: messages.results,
      forEach: (_, rows, act) => moderation.forEach(rows, act),
      buttons: { 'close-all': closeEach(false), unlist: closeEach(true) },
    }),
    actions: {
      close: {
        reason: 'required',
        async run(read, { actor, form }) {
          const id = parseId(form.field('id')) ?? 0;
          const isClosed = await moderation.closeReport(actor, id, read('reason'));
          assertDone(isClosed, messages.gone);
          return pathAfter(form, 'report-closed', parseServerHash(form.field('hash')));
        },
      },
      'close-all': closeAll('reports-closed', false),
      unlist: closeAll('reports-unlisted', true),
    },
  });
}

async function showClosed(
  { moderation }: Pick<ServerModerationPorts, 'moderation'>,
  beforeId: number | undefined,
) {
  const before = beforeId === undefined ? {} : { beforeId };
  const closed = await moderation.listReports({ isOpen: false, ...before });
  const nextBeforeId = closed.length === REPORTS_PAGE ? closed.at(-1)?.id : undefined;
  const links = { beforeId, nextBeforeId };
  return showList({
    ...messages,
    search: searchOf('closed'),
    nothing: messages.nothing.closed,
    caption: messages.caption.closed,
    columns: closedReportColumns(),
    page: pageBefore(closed, REPORTS_PATH, { state: 'closed' }, links),
    children: (
      <p>
        <a href={withQuery(AUDIT_PATH, { action: 'report closed' })}>{messages.notes}</a>
      </p>
    ),
  });
}

/** The page after an action: the page of the server or of the list, whichever had the form. */
function pathAfter(form: PageForm, done: string, hash: string | undefined): string {
  const from = parseServerHash(form.field('from'));
  if (from !== undefined) return `${withQuery(serverAdminPath(from), { done })}#reports`;
  const page = withQuery(REPORTS_PATH, { done, before: parseId(form.field('before')) });
  return hash === undefined ? page : `${page}#${reportedServerId(hash)}`;
}

function searchOf(value: 'open' | 'closed') {
  const options = optionsOf(messages.states);
  return [{ name: 'state', label: labels.status, value, options }];
}

const nameOf = ({ hash, reports }: ReportGroup) => reports[0]?.serverName ?? hash;

/** Holds the newest shown report: the moderator did not see later ones. */
const keyOf = (group: ReportGroup) => ({
  id: `${group.hash} ${group.latestId}`,
  name: stripColourCodes(nameOf(group)),
});

const reportedServerId = (hash: string) => `server-${hash}`;

type Reported = Parameters<typeof OpenReports>[0] & { icon: string | null | undefined };

function ReportedServer({ group, origin, icon }: Reported) {
  const { hash, openReports, isUnlisted }: ReportGroup = group;
  return (
    <section id={reportedServerId(hash)} class="report-group">
      <h2>
        <RowCheck {...keyOf(group)} /> <ServerLink hash={hash} name={nameOf(group)} />
      </h2>
      <p class="hint">
        {messages.openOn(openReports)}
        {isUnlisted && <> · {messages.isUnlisted}</>}
      </p>
      {icon && <Face hash={hash} icon={icon} />}
      <OpenReports group={group} origin={origin} />
    </section>
  );
}
