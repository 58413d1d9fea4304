// The audit log, newest first, to be read and nothing else.
/** @jsxImportSource preact */

import type { LoggedAct } from '../../accounts/audit.ts';
import { SelectField, TextField } from '../form-fields.tsx';
import type { FormState } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { serverAdminWords } from '../words/admin-servers.ts';
import { ActsTable } from './acts-table.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { asksForSomething, FilterLine, NoRows, Pager } from './parts.tsx';
import { AUDIT_PATH } from './server-paths.ts';

const words = serverAdminWords.audit;

/** The page; what was asked for stands in `state` under `actor`, `act` and `subject`. */
export function renderAuditPage(facts: {
  frame: AdminFrame;
  /** Every act that there is. */
  kinds: readonly string[];
  acts: readonly LoggedAct[];
  older: string | undefined;
  newest: string | undefined;
  state: FormState;
}): string {
  const { frame, kinds, acts, older, newest, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={AUDIT_PATH} title={words.title} problems={state.problems}>
      <p>{words.intro}</p>
      <FilterLine action={AUDIT_PATH} label={words.filter}>
        <TextField name="actor" label={words.actor} state={state} isLiteral />
        <SelectField
          name="act"
          label={words.act}
          state={state}
          options={[
            { value: '', label: serverAdminWords.all },
            ...kinds.map((kind) => ({ value: kind, label: kind })),
          ]}
        />
        <TextField name="subject" label={words.subject} state={state} isLiteral />
      </FilterLine>
      {acts.length === 0 ? (
        <NoRows text={words.nothing} all={asksForSomething(state) ? AUDIT_PATH : undefined} />
      ) : (
        <ActsTable caption={words.caption} acts={acts} />
      )}
      <Pager older={older} newest={newest} />
    </AdminPage>,
  );
}
