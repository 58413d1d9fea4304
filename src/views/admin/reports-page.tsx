// The page with players' reports about servers, open or closed, and the open ones on the page of a server.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { ReportGroup } from '../../servers/moderation/moderation.ts';
import type { Report } from '../../servers/moderation/ports.ts';
import { optionsOf } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { AUDIT_PATH, accountPath, REPORTS_PATH, withQuery } from './admin-paths.ts';
import { AdminPage } from './frame.tsx';
import {
  type ActionState,
  AdminTable,
  type Column,
  FilterLine,
  type ListFacts,
  NoRows,
  Pager,
  RowAction,
  typedText,
} from './parts.tsx';
import { ServerLink } from './servers-page.tsx';

const messages = serverAdminMessages.reports;

export function renderReportsPage(
  facts: ListFacts<never> & {
    /** Servers with open reports; or, where those were asked for, closed reports. */
    groups?: readonly ReportGroup[];
    closed?: readonly Report[];
    /** The report before which the page begins. */
    before: number | undefined;
  },
): string {
  const { frame, groups = [], closed, before, state, page } = facts;
  const which = closed === undefined ? 'open' : 'closed';
  const { title, filter, states, nothing, notes } = messages;
  const options = optionsOf(states);
  return renderDocument(
    <AdminPage frame={frame} section={REPORTS_PATH} title={title} problems={state.problems}>
      <FilterLine
        action={REPORTS_PATH}
        label={filter}
        fields={[{ name: 'state', label: serverAdminMessages.state, value: which, options }]}
        state={state}
      />
      {(closed ?? groups).length === 0 && <NoRows text={nothing[which]} />}
      {groups.map((group) => (
        <section key={group.hash} id={reportedServerId(group.hash)} class="report-group">
          <h2>
            <ServerLink hash={group.hash} name={group.reports[0]?.serverName ?? group.hash} />
          </h2>
          <p class="hint">
            {messages.openOn(group.openReports)}
            {group.isUnlisted && <> · {messages.isUnlisted}</>}
          </p>
          <OpenReports
            group={group}
            state={state}
            origin={before === undefined ? {} : { before: `${before}` }}
          />
        </section>
      ))}
      {closed !== undefined && closed.length > 0 && <ClosedReports reports={closed} />}
      <Pager page={page} />
      {closed !== undefined && (
        <p>
          <a href={withQuery(AUDIT_PATH, { act: 'report closed' })}>{notes}</a>
        </p>
      )}
    </AdminPage>,
  );
}

export function reportedServerId(hash: string): string {
  return `server-${hash}`;
}

/** The reports on one server, and the forms for all of them; `origin` are the fields that lead back to the page. */
export function OpenReports(properties: {
  group: ReportGroup;
  state: ActionState;
  origin: { from?: string; before?: string };
}) {
  const { group, state, origin } = properties;
  const { hash, openReports, latestId, reports, isUnlisted } = group;
  const form = { page: REPORTS_PATH, state };
  const all = { ...form, row: hash, hidden: { ...origin, hash, latest: `${latestId}` } };
  const left = openReports - reports.length;
  const close: Column<Report> = [
    serverAdminMessages.action,
    ({ id }) => (
      <RowAction
        name="close"
        row={id}
        {...form}
        title={messages.close}
        submit={messages.closeSubmit}
        hidden={{ ...origin, id: `${id}`, hash }}
        reason="required"
        reasonLabel={messages.note}
      />
    ),
  ];
  return (
    <>
      <AdminTable
        caption={messages.caption.open}
        columns={[...columnsBefore(), ...columnsAfter(), close]}
        rows={reports}
      />
      {left > 0 && <p class="hint">{messages.more(left)}</p>}
      <div class="report-actions row">
        {openReports > 1 && (
          <RowAction
            name="close-all"
            {...all}
            title={messages.closeAll(openReports)}
            submit={messages.closeAllSubmit}
            reason="required"
            reasonLabel={messages.note}
          />
        )}
        {!isUnlisted && (
          <RowAction
            name="unlist"
            {...all}
            title={messages.unlist}
            submit={messages.unlistSubmit}
            kind="danger"
            reason="notified"
          />
        )}
      </div>
    </>
  );
}

function ClosedReports({ reports }: { reports: readonly Report[] }) {
  const server: Column<Report> = [
    messages.columns.server,
    ({ hash, serverName }) => <ServerLink hash={hash} name={serverName} />,
  ];
  const closed: Column<Report> = [
    messages.closedAt,
    ({ closedAt }) => closedAt !== null && <Moment at={closedAt} />,
  ];
  return (
    <AdminTable
      caption={messages.caption.closed}
      columns={[...columnsBefore(), server, ...columnsAfter(), closed]}
      rows={reports}
    />
  );
}

const columnsBefore = (): Column<Report>[] => [
  [messages.columns.id, ({ id }) => id],
  [messages.columns.at, ({ createdAt }) => <Moment at={createdAt} />],
];

const columnsAfter = (): Column<Report>[] => [
  [messages.columns.kind, ({ kind }) => messages.kinds[kind]],
  [
    messages.columns.by,
    ({ accountId, accountName }) => <a href={accountPath(accountId)}>{accountName}</a>,
  ],
  [messages.columns.text, ({ text }) => typedText(text)],
];
