// What can be done with one row of a table, and the ways through tables of several pages.
/** @jsxImportSource preact */

import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, SubmitButton } from '../forms.tsx';
import { adminMessages } from '../messages/admin.ts';
import { serverAdminMessages as messages } from '../messages/admin-servers.ts';
import { type ActionState, fieldOf } from './parts.tsx';

/** How the log's reason is asked for, where it may be left out. */
export const OPTIONAL_REASON = {
  label: adminMessages.optional(adminMessages.reason),
  hint: adminMessages.reasonHint,
  maxLength: MAX_REASON_LENGTH,
};

/** The same where it is told to the operator of a server. */
export const NOTIFIED_REASON = {
  label: messages.toOperator,
  isRequired: true,
  maxLength: MAX_REASON_LENGTH,
};

/** The same where it stands in the log alone, and has to be given. */
export const REQUIRED_REASON = {
  label: messages.required,
  hint: adminMessages.reasonHint,
  isRequired: true,
  maxLength: MAX_REASON_LENGTH,
};

/** The name of an act on one row: unique on its page, whatever the row is known by. */
export function rowActionName(action: string, key: string | number): string {
  return `${action}-${encodeURIComponent(key)}`;
}

/** An act on one row, folded together; `hidden` tells which row is meant. */
export function RowAction(properties: {
  /** As `rowActName` makes it. */
  name: string;
  action: string;
  label: string;
  /** What the row is about, for those who hear its button alone. */
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
  /** How many there are on all pages. */
  count: number;
  /** Addresses; missing where there is nothing to go to. */
  next: string | undefined;
  first: string | undefined;
}

/** How many rows there are, and the ways to the others. */
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
