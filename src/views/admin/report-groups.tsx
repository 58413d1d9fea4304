// Open reports grouped by the server that they are about, with the forms that close all of them.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { ReportGroup } from '../../servers/moderation/moderation.ts';
import { ColouredName } from '../coloured-name.tsx';
import type { ActionState } from './parts.tsx';
import { describeOrigin, type ReportOrigin, ReportsTable } from './reports-table.tsx';
import { NOTIFIED_REASON, REQUIRED_REASON, RowAction, rowActionName } from './row-action.tsx';
import { REPORTS_PATH, serverAdminPath } from './server-paths.ts';

const messages = serverAdminMessages.reports;

/** The id of the section about a server. */
export function reportedServerId(hash: string): string {
  return `server-${hash}`;
}

/** A section for each server. */
export function ReportGroups(properties: {
  groups: readonly ReportGroup[];
  state: ActionState;
  /** The report before which the page begins. */
  before: number | undefined;
}) {
  const { groups, state, before } = properties;
  return (
    <>
      {groups.map((group) => (
        <section key={group.hash} id={reportedServerId(group.hash)} class="report-group">
          <h2>
            <a href={serverAdminPath(group.hash)}>
              <ColouredName name={group.reports[0]?.serverName ?? group.hash} />
            </a>
          </h2>
          <p class="hint">
            {messages.openOn(group.openReports)}
            {group.isUnlisted && <> · {messages.isUnlisted}</>}
          </p>
          <OpenReports group={group} state={state} origin={{ before }} />
        </section>
      ))}
    </>
  );
}

/** The reports on one server, and the forms for all of them. */
export function OpenReports(properties: {
  group: ReportGroup;
  state: ActionState;
  origin: ReportOrigin;
}) {
  const { group, state, origin } = properties;
  const { hash, openReports, latestId, reports, isUnlisted } = group;
  const hidden = { ...describeOrigin(origin), hash, latest: `${latestId}` };
  const left = openReports - reports.length;
  return (
    <>
      <ReportsTable reports={reports} isOpen isOfOne state={state} origin={origin} />
      {left > 0 && <p class="hint">{messages.more(left)}</p>}
      <div class="report-actions">
        {openReports > 1 && (
          <RowAction
            name={rowActionName('close-all', hash)}
            action={`${REPORTS_PATH}close-all/`}
            label={messages.closeAll(openReports)}
            about={hash}
            submit={messages.closeAllSubmit}
            state={state}
            hidden={hidden}
            reason={{ ...REQUIRED_REASON, label: messages.note }}
          />
        )}
        {!isUnlisted && (
          <RowAction
            name={rowActionName('unlist', hash)}
            action={`${REPORTS_PATH}unlist/`}
            label={messages.unlist}
            about={hash}
            submit={messages.unlistSubmit}
            kind="danger"
            state={state}
            hidden={hidden}
            reason={NOTIFIED_REASON}
          />
        )}
      </div>
    </>
  );
}
