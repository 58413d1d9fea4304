// Players' reports as a table; each open report with the form that closes it.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { Report } from '../../servers/moderation/ports.ts';
import { ColouredName } from '../coloured-name.tsx';
import { Moment } from '../time.tsx';
import { accountPath } from './accounts-page.tsx';
import { type ActionState, AdminTable } from './parts.tsx';
import { REQUIRED_REASON, RowAction, rowActionName } from './row-action.tsx';
import { REPORTS_PATH, serverAdminPath } from './server-paths.ts';

const messages = serverAdminMessages.reports;

/** The page that a form is on, to which its action leads back. */
export interface ReportOrigin {
  /** The hash of the server, on its page. */
  from?: string;
  /** The report before which the list begins. */
  before?: number | undefined;
}

/** The page that an action stays on, as hidden fields. */
export function describeOrigin({ from, before }: ReportOrigin): Record<string, string> {
  return {
    ...(from === undefined ? {} : { from }),
    ...(before === undefined ? {} : { before: `${before}` }),
  };
}

/** The reports; `isOfOne` leaves out the server, where all are about the same. */
export function ReportsTable(properties: {
  reports: readonly Report[];
  isOpen: boolean;
  isOfOne?: boolean;
  state?: ActionState;
  /** The page that the table is on. */
  origin?: ReportOrigin;
}) {
  const { reports, isOpen, isOfOne = false } = properties;
  const { state = { values: {}, problems: [] }, origin = {} } = properties;
  const { id, at, server, kind, by, text } = messages.columns;
  return (
    <AdminTable
      caption={isOpen ? messages.caption.open : messages.caption.closed}
      heads={[
        ...[id, at],
        ...(isOfOne ? [] : [server]),
        ...[kind, by, text, isOpen ? serverAdminMessages.action : messages.closedAt],
      ]}
      rows={reports.map((report) => ({
        key: report.id,
        cells: [
          report.id,
          <Moment key="at" at={report.createdAt} />,
          ...(isOfOne ? [] : [<Server key="server" report={report} />]),
          messages.kinds[report.kind],
          <a key="by" href={accountPath(report.accountId)}>
            {report.accountName}
          </a>,
          report.text === '' ? null : (
            <span key="text" class="typed-text" dir="auto">
              {report.text}
            </span>
          ),
          report.closedAt === null ? (
            <Close key="act" report={report} state={state} origin={origin} />
          ) : (
            <Moment key="act" at={report.closedAt} />
          ),
        ],
      }))}
    />
  );
}

function Server({ report }: { report: Report }) {
  return (
    <a href={serverAdminPath(report.hash)}>
      <ColouredName name={report.serverName} />
    </a>
  );
}

function Close(properties: { report: Report; state: ActionState; origin: ReportOrigin }) {
  const { report, state, origin } = properties;
  const { id, hash } = report;
  return (
    <RowAction
      name={rowActionName('close', id)}
      action={`${REPORTS_PATH}close/`}
      label={messages.close}
      about={`${id}`}
      submit={messages.closeSubmit}
      state={state}
      hidden={{ ...describeOrigin(origin), id: `${id}`, hash }}
      reason={{ ...REQUIRED_REASON, label: messages.note }}
    />
  );
}
