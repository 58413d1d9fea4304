// The page with the audit log, newest first.
/** @jsxImportSource preact */

import type { LoggedAction } from '../../accounts/audit.ts';
import type { AuditAction } from '../../accounts/audit-ports.ts';
import { serverAdminMessages } from '../../messages/messages.ts';
import { SelectField, TextField } from '../form-fields.tsx';
import type { FormState } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { ActionsTable } from './actions-table.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { FilterLine, hasFilter, NoRows, Pager } from './parts.tsx';
import { AUDIT_PATH } from './server-paths.ts';

const messages = serverAdminMessages.audit;

/** The page; `state` has the search under `actor`, `act` and `subject`. */
export function renderAuditPage(facts: {
  frame: AdminFrame;
  /** The names of all actions. */
  kinds: readonly AuditAction[];
  actions: readonly LoggedAction[];
  older: string | undefined;
  newest: string | undefined;
  state: FormState;
}): string {
  const { frame, kinds, actions, older, newest, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={AUDIT_PATH} title={messages.title} problems={state.problems}>
      <p>{messages.intro}</p>
      <FilterLine action={AUDIT_PATH} label={messages.filter}>
        <TextField name="actor" label={messages.actor} state={state} isLiteral />
        <SelectField
          name="act"
          label={messages.action}
          state={state}
          options={[
            { value: '', label: serverAdminMessages.all },
            ...kinds.map((kind) => ({ value: kind, label: messages.actions[kind] })),
          ]}
        />
        <TextField name="subject" label={messages.subject} state={state} isLiteral />
      </FilterLine>
      {actions.length === 0 ? (
        <NoRows text={messages.nothing} all={hasFilter(state) ? AUDIT_PATH : undefined} />
      ) : (
        <ActionsTable caption={messages.caption} actions={actions} />
      )}
      <Pager older={older} newest={newest} />
    </AdminPage>,
  );
}
