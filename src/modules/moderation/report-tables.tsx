// Tables of reports: the open ones on a server with their actions, which the server's page shows too, and closed ones.
/** @jsxImportSource preact */

import { labels } from '../../platform/messages/messages.ts';
import { ActionForm } from '../../platform/views/staff-actions.tsx';
import {
  AdminTable,
  type Column,
  ServerLink,
  typedText,
  When,
} from '../../platform/views/staff-parts.tsx';
import { accountPath, REPORTS_PATH } from '../../platform/views/staff-paths.ts';
import { serverAdminMessages } from './messages.ts';
import type { Report } from './moderation-ports.ts';
import type { ReportGroup } from './report-actions.ts';

const messages = serverAdminMessages.reports;

/** The open reports on one server and the forms for all of them. The fields in `origin` lead back to the page. */
export function OpenReports(properties: {
  group: ReportGroup;
  origin: { from?: string; before?: string };
}) {
  const { group, origin } = properties;
  const { hash, openReports, latestId, reports, isUnlisted } = group;
  const noted = { page: REPORTS_PATH, reason: 'required', reasonLabel: messages.note } as const;
  const all = { row: hash, hidden: { ...origin, hash, latest: `${latestId}` } };
  const left = openReports - reports.length;
  const close: Column<Report> = [
    labels.actions,
    ({ id }) => (
      <ActionForm
        name="close"
        title={messages.close}
        submit={messages.closeSubmit}
        {...noted}
        row={id}
        hidden={{ ...origin, id: `${id}`, hash }}
      />
    ),
  ];
  return (
    <>
      <AdminTable
        caption={`${messages.caption.open}: ${reports[0]?.serverName ?? hash}`}
        columns={[...reportColumns(), close]}
        rows={reports}
      />
      {left > 0 && <p class="hint">{messages.more(left)}</p>}
      <div class="report-actions row">
        {openReports > 1 && (
          <ActionForm
            name="close-all"
            title={messages.closeAll(openReports)}
            {...noted}
            {...all}
            submit={messages.closeAllSubmit}
          />
        )}
        {!isUnlisted && (
          <ActionForm
            name="unlist"
            title={messages.unlist}
            submit={messages.unlistSubmit}
            page={REPORTS_PATH}
            kind="danger"
            reason="notified"
            {...all}
          />
        )}
      </div>
    </>
  );
}

export const closedReportColumns = (): Column<Report>[] => [
  ...reportColumns([
    messages.columns.server,
    ({ hash, serverName }) => <ServerLink hash={hash} name={serverName} />,
  ]),
  [messages.closedAt, ({ closedAt }) => closedAt !== null && <When at={closedAt} />],
];

const reportColumns = (...server: Column<Report>[]): Column<Report>[] => [
  [labels.number, ({ id }) => id],
  [labels.when, ({ createdAt }) => <When at={createdAt} />],
  ...server,
  [messages.columns.kind, ({ kind }) => messages.kinds[kind], 'state'],
  [
    messages.columns.by,
    ({ accountId, accountName }) => <a href={accountPath(accountId)}>{accountName}</a>,
  ],
  [labels.details, ({ text }) => typedText(text)],
];
