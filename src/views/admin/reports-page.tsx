// The page with players' reports about servers, open or closed.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { ReportGroup } from '../../servers/moderation/moderation.ts';
import type { Report } from '../../servers/moderation/ports.ts';
import { optionsOf, SelectField } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { type ActionState, FilterLine, NoRows, Pager } from './parts.tsx';
import { ReportGroups } from './report-groups.tsx';
import { ReportsTable } from './reports-table.tsx';
import { AUDIT_PATH, REPORTS_PATH, withQuery } from './server-paths.ts';

const messages = serverAdminMessages.reports;

/** The page. */
export function renderReportsPage(facts: {
  frame: AdminFrame;
  /** Servers with open reports; or, where those were asked for, closed reports. */
  groups?: readonly ReportGroup[];
  closed?: readonly Report[];
  /** The report before which the page begins. */
  before: number | undefined;
  older: string | undefined;
  newest: string | undefined;
  state: ActionState;
}): string {
  const { frame, groups = [], closed, before, older, newest, state } = facts;
  const which = closed === undefined ? 'open' : 'closed';
  const isNothing = (closed ?? groups).length === 0;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={REPORTS_PATH}
      title={messages.title}
      problems={state.problems}
    >
      <FilterLine action={REPORTS_PATH} label={messages.filter}>
        <SelectField
          name="state"
          label={serverAdminMessages.state}
          state={state}
          value={which}
          options={optionsOf(messages.states)}
        />
      </FilterLine>
      {isNothing && <NoRows text={messages.nothing[which]} />}
      <ReportGroups groups={groups} state={state} before={before} />
      {closed !== undefined && closed.length > 0 && (
        <ReportsTable reports={closed} isOpen={false} />
      )}
      <Pager older={older} newest={newest} />
      {closed !== undefined && (
        <p>
          <a href={withQuery(AUDIT_PATH, { act: 'report closed' })}>{messages.notes}</a>
        </p>
      )}
    </AdminPage>,
  );
}
