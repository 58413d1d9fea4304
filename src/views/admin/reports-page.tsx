// The page with players' reports about servers, open or closed.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { Report } from '../../servers/moderation/ports.ts';
import { optionsOf, SelectField } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { type ActionState, FilterLine, NoRows, Pager } from './parts.tsx';
import { ReportsTable } from './reports-table.tsx';
import { AUDIT_PATH, REPORTS_PATH, withQuery } from './server-paths.ts';

const messages = serverAdminMessages.reports;

/** The page. */
export function renderReportsPage(facts: {
  frame: AdminFrame;
  isOpen: boolean;
  reports: readonly Report[];
  older: string | undefined;
  newest: string | undefined;
  state: ActionState;
}): string {
  const { frame, isOpen, reports, older, newest, state } = facts;
  const which = isOpen ? 'open' : 'closed';
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
      {reports.length === 0 ? (
        <NoRows text={messages.nothing[which]} />
      ) : (
        <ReportsTable reports={reports} isOpen={isOpen} state={state} />
      )}
      <Pager older={older} newest={newest} />
      {!isOpen && (
        <p>
          <a href={withQuery(AUDIT_PATH, { act: 'report closed' })}>{messages.notes}</a>
        </p>
      )}
    </AdminPage>,
  );
}
