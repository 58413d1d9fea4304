// The form of an action on one row of a table, and links through tables of several pages.
/** @jsxImportSource preact */

import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { adminMessages, serverAdminMessages as messages } from '../../messages/messages.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, SubmitButton } from '../forms.tsx';
import { type ActionState, fieldOf } from './parts.tsx';

/** The field for a reason that goes into the audit log and may be left out. */
export const OPTIONAL_REASON = {
  get label() {
    return adminMessages.optional(adminMessages.reason);
  },
  get hint() {
    return adminMessages.reasonHint;
  },
  maxLength: MAX_REASON_LENGTH,
};

/** The same for a reason that is sent to the operator of a server. */
export const NOTIFIED_REASON = {
  get label() {
    return messages.toOperator;
  },
  isRequired: true,
  maxLength: MAX_REASON_LENGTH,
};

/** The same for a reason that is required and only goes into the log. */
export const REQUIRED_REASON = {
  get label() {
    return messages.required;
  },
  get hint() {
    return adminMessages.reasonHint;
  },
  isRequired: true,
  maxLength: MAX_REASON_LENGTH,
};

/** The name of an action on one row, unique on its page for any key of the row. */
export function rowActionName(action: string, key: string | number): string {
  return `${action}-${encodeURIComponent(key)}`;
}

/** The folded form of an action on one row; `hidden` are the fields that identify the row. */
export function RowAction(properties: {
  /** From `rowActionName`. */
  name: string;
  action: string;
  label: string;
  /** The subject of the row, for screen readers at its button. */
  about: string;
  submit: string;
  kind?: 'main' | 'danger';
  state: ActionState;
  hidden: Readonly<Record<string, string>>;
  reason?: { label: string; hint?: string; isRequired?: boolean; maxLength: number };
}) {
  const { name, action, label, about, submit, kind = 'main', state, hidden } = properties;
  const { reason = OPTIONAL_REASON } = properties;
  return (
    <details
      class={kind === 'danger' ? 'action row-action danger' : 'action row-action'}
      open={state.action === name}
    >
      <summary>
        {label} <span class="hidden-label">{about}</span>
      </summary>
      <Form action={action}>
        {Object.entries(hidden).map(([field, value]) => (
          <HiddenField key={field} name={field} value={value} />
        ))}
        <TextField name={fieldOf(name, 'reason')} state={state} {...reason} />
        <SubmitButton label={submit} kind={kind} />
      </Form>
    </details>
  );
}

/** One page of a list that has numbered pages. */
export interface PageOf<Row> {
  rows: readonly Row[];
  /** The number of rows on all pages. */
  count: number;
  /** URLs; `undefined` where there is no such page. */
  next: string | undefined;
  first: string | undefined;
}

/** The number of rows, and links to the other pages. */
export function NumberedPager({ page }: { page: PageOf<unknown> }) {
  const { rows, count, next, first } = page;
  if (count === 0) return null;
  return (
    <p class="pager">
      <span>{messages.whole(count, rows.length)}</span>
      {first !== undefined && <a href={first}>{messages.first}</a>}
      {next !== undefined && <a href={next}>{messages.next}</a>}
    </p>
  );
}
