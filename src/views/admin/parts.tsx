// Parts that the administration's pages share: tables, filters, forms of actions, and paging.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { adminMessages as messages } from '../../messages/messages.ts';
import { TextField } from '../form-fields.tsx';
import { Form, type FormState, SubmitButton } from '../forms.tsx';

/**
 * A table whose first column names the row; a `null` is shown as an empty cell. Each cell has the head of
 * its column as an attribute, shown beside it on narrow screens, where rows are cards.
 */
export function AdminTable(properties: {
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string | number; cells: readonly ComponentChildren[] }[];
}) {
  const { caption, heads, rows } = properties;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-frame" tabIndex={0} aria-label={caption}>
      <table class="admin-table">
        <caption class="hidden-label">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row" data-head={heads[0]}>
                <div>{first}</div>
              </th>
              {others.map((cell, index) => (
                <td
                  key={heads[index + 1]}
                  data-head={heads[index + 1]}
                  class={cell === null ? 'nothing' : undefined}
                >
                  <div>{cell ?? messages.none}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Shown instead of a table without rows; `all` is the URL that shows every row. */
export function NoRows({ text, all }: { text: string; all?: string | undefined }) {
  return (
    <div class="notice no-rows">
      <p>{text}</p>
      {all !== undefined && (
        <p>
          <a class="button quiet" href={all}>
            {messages.showAll}
          </a>
        </p>
      )}
    </div>
  );
}

/** Whether a search leaves anything out. */
export function hasFilter({ values }: Pick<FormState, 'values'>): boolean {
  return Object.values(values).some((value) => value !== '');
}

/** A line of search fields; the search is kept in the URL. */
export function FilterLine(properties: {
  action: string;
  label: string;
  children: ComponentChildren;
  /** Shown after the button. */
  aside?: ComponentChildren;
}) {
  const { action, label, children, aside } = properties;
  return (
    <search>
      <form class="filter-line" method="get" action={action} aria-label={label}>
        {children}
        <SubmitButton label={messages.search} kind="quiet" />
        {aside}
      </form>
    </search>
  );
}

/** Links to other pages of the same table: URLs, or `undefined` where there is none. */
export function Pager({
  older,
  newest,
}: {
  older?: string | undefined;
  newest?: string | undefined;
}) {
  if (older === undefined && newest === undefined) return null;
  return (
    <p class="pager">
      {newest !== undefined && <a href={newest}>{messages.newest}</a>}
      {older !== undefined && <a href={older}>{messages.older}</a>}
    </p>
  );
}

/** State of a page with several actions, and which of them was not accepted. */
export interface ActionState extends FormState {
  action?: string | undefined;
}

/** The form of one action, folded unless it was not accepted. */
export function ActionForm(properties: {
  /** Unique on its page; its fields begin with it. */
  name: string;
  /** Path of the page; the form posts to this path followed by the name. */
  page: string;
  title: string;
  intro?: string;
  submit: string;
  kind?: 'main' | 'danger';
  state: ActionState;
  /** The field for the reason, where it differs from the usual one. */
  reason?: { label: string; hint?: string; isRequired?: boolean; maxLength?: number };
  children?: ComponentChildren;
}) {
  const { name, page, title, intro, submit, kind = 'main', state, children } = properties;
  const { reason = { label: messages.optional(messages.reason), hint: messages.reasonHint } } =
    properties;
  return (
    <details class={kind === 'danger' ? 'action danger' : 'action'} open={state.action === name}>
      <summary>{title}</summary>
      <Form action={`${page}${name}/`}>
        {intro !== undefined && <p>{intro}</p>}
        {children}
        <TextField
          name={fieldOf(name, 'reason')}
          state={state}
          maxLength={MAX_REASON_LENGTH}
          {...reason}
        />
        <SubmitButton label={submit} kind={kind} />
      </Form>
    </details>
  );
}

/** The name of a field of an action, unique among the actions of the page. */
export function fieldOf(action: string, field: string): string {
  return `${action}-${field}`;
}
