// Parts that the administration's pages share: tables, searches, lists, forms of actions, and links to other pages.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { adminMessages as messages, serverAdminMessages } from '../../messages/messages.ts';
import { MAX_REASON_LENGTH } from '../../messages/plain-line.ts';
import {
  CheckField,
  FileField,
  HiddenField,
  SelectField,
  TextArea,
  TextField,
} from '../form-fields.tsx';
import { Form, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';

/** A column: its head, and the cell of each row; a `null` is shown as an empty cell. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => ComponentChildren];

/**
 * A table whose first column names the row. Each cell has the head of its column as an attribute, shown
 * beside it on narrow screens, where rows are cards.
 */
export function AdminTable<Row>(properties: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}) {
  const { caption, columns, rows } = properties;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-frame panel" tabIndex={0} aria-label={caption}>
      <table class="admin-table">
        <caption class="hidden-label">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([head]) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(([head, cellOf], column) => {
                const cell = cellOf(row);
                return column === 0 ? (
                  <th key={head} scope="row" data-head={head}>
                    <div>{cell}</div>
                  </th>
                ) : (
                  <td key={head} data-head={head} class={cell === null ? 'nothing' : undefined}>
                    <div>{cell ?? messages.none}</div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What somebody typed, which may be long and in any script; `null` for nothing. */
export function typedText(text: string): ComponentChildren {
  return text === '' ? null : (
    <span class="typed-text" dir="auto">
      {text}
    </span>
  );
}

export interface PageOf<Row> {
  rows: readonly Row[];
  /** The number of rows on all pages, where it is known. */
  count?: number;
  links: readonly { label: string; href: string }[];
}

/** What every list is made from; the values of `state` are the search. */
export interface ListFacts<Row> {
  frame: AdminFrame;
  state: ActionState;
  page: PageOf<Row>;
}

/** A list: its search, the forms above it, its table, and the links to its other pages. */
export function renderListPage<Row>(
  list: ListFacts<Row> & {
    section: string;
    title: string;
    /** Above the search. */
    intro?: ComponentChildren;
    filter: string;
    search: readonly FieldOf[];
    /** Beside the search. */
    aside?: ComponentChildren;
    /** Between the search and the table. */
    forms?: ComponentChildren;
    caption: string;
    columns: readonly Column<Row>[];
    nothing: string;
    /** Whether there are rows that the search leaves out. */
    hasMore: boolean;
    /** Under the table. */
    note?: ComponentChildren;
    /** Under the links to other pages. */
    children?: ComponentChildren;
  },
): string {
  const { frame, section, state, title, intro, filter, search, aside, forms } = list;
  const { caption, columns, page, nothing, hasMore, note, children } = list;
  return renderDocument(
    <AdminPage frame={frame} section={section} title={title} problems={state.problems}>
      {intro}
      <FilterLine action={section} label={filter} fields={search} state={state} aside={aside} />
      {forms}
      {page.rows.length === 0 ? (
        <NoRows text={nothing} all={hasMore ? section : undefined} />
      ) : (
        <AdminTable caption={caption} columns={columns} rows={page.rows} />
      )}
      {note}
      <Pager page={page} />
      {children}
    </AdminPage>,
  );
}

/** Shown instead of a table without rows; `all` is the URL that shows every row. */
export function NoRows({ text, all }: { text: string; all?: string | undefined }) {
  return (
    <div class="notice no-rows panel">
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

export function hasFilter({ values }: Pick<FormState, 'values'>): boolean {
  return Object.values(values).some((value) => value !== '');
}

export function FilterLine(properties: {
  action: string;
  label: string;
  fields: readonly FieldOf[];
  state: FormState;
  aside?: ComponentChildren;
}) {
  const { action, label, fields, state, aside } = properties;
  return (
    <search>
      <form class="filter-line row" method="get" action={action} aria-label={label}>
        <Fields fields={fields} state={state} />
        <SubmitButton label={messages.search} kind="quiet" />
        {aside}
      </form>
    </search>
  );
}

export function Pager({ page: { rows, count, links } }: { page: PageOf<unknown> }) {
  if (count === 0 || (count === undefined && links.length === 0)) return null;
  return (
    <p class="pager">
      {count !== undefined && <span>{serverAdminMessages.whole(count, rows.length)}</span>}
      {links.map(({ label, href }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </p>
  );
}

/** State of a page with several actions, and which of them was not accepted. */
export interface ActionState extends FormState {
  action?: string | undefined;
}

/** A field: of one line of text unless it has the facts of another kind. */
export interface FieldOf {
  name: string;
  label: string;
  hint?: string;
  value?: string;
  maxLength?: number;
  /** Whether it is a name or a code, which browsers must not correct. */
  isLiteral?: boolean;
  isRequired?: boolean;
  options?: readonly { value: string; label: string }[];
  rows?: number;
  isChecked?: boolean;
  /** The media types of a file. */
  accept?: string;
}

/** The fields of a form; of an action, their names begin with its name. */
function Fields(properties: { fields: readonly FieldOf[]; state: ActionState; action?: string }) {
  const { fields, state, action } = properties;
  return fields.map(({ name, options, rows, isChecked, accept, ...field }) => {
    const own = { name: action === undefined ? name : fieldOf(action, name), state, ...field };
    if (options !== undefined) return <SelectField key={name} {...own} options={options} />;
    if (rows !== undefined) return <TextArea key={name} {...own} rows={rows} />;
    if (isChecked !== undefined) {
      // A form that was refused does not say which boxes had no tick.
      const isFresh = action === undefined || state.action !== action;
      return <CheckField key={name} {...own} isChecked={isChecked && isFresh} />;
    }
    if (accept !== undefined) return <FileField key={name} {...own} accept={accept} />;
    return <TextField key={name} {...own} />;
  });
}

export const SUBJECT = { name: 'subject', isLiteral: true, isRequired: true } as const;

export const lastsField = (): FieldOf => ({
  name: 'lasts',
  label: serverAdminMessages.lasts,
  hint: serverAdminMessages.lastsHint,
  maxLength: 10,
  isLiteral: true,
});

/** Whether a reason has to be given, and who reads it: the audit log alone, or the operator of a server as well. */
export type ReasonKind = 'optional' | 'required' | 'notified';

function reasonField(kind: ReasonKind, label: string | undefined): FieldOf {
  const usual = { optional: messages.optional(messages.reason), required: messages.reason };
  const own = kind === 'notified' ? serverAdminMessages.toOperator : usual[kind];
  return {
    name: 'reason',
    label: label ?? own,
    ...(kind === 'notified' ? {} : { hint: messages.reasonHint }),
    maxLength: MAX_REASON_LENGTH,
    isRequired: kind !== 'optional',
  };
}

export interface ActionOf {
  /** Unique on its page; its fields begin with it. */
  name: string;
  title: string;
  intro?: string;
  submit: string;
  kind?: 'main' | 'danger';
  fields?: readonly FieldOf[];
  /** `optional` unless given. */
  reason?: ReasonKind;
  reasonLabel?: string;
}

export function ActionFields(
  properties: Omit<ActionOf, 'title'> & {
    action: string;
    state: ActionState;
    takesFiles?: boolean;
    hidden?: Readonly<Record<string, string>>;
    /** Above the fields. */
    children?: ComponentChildren;
  },
) {
  const { name, action, submit, kind = 'main', state, takesFiles = false, children } = properties;
  const { intro, hidden = {}, fields = [], reason = 'optional', reasonLabel } = properties;
  return (
    <Form action={action} takesFiles={takesFiles}>
      {Object.entries(hidden).map(([field, value]) => (
        <HiddenField key={field} name={field} value={value} />
      ))}
      {intro !== undefined && <p>{intro}</p>}
      {children}
      <Fields fields={[...fields, reasonField(reason, reasonLabel)]} state={state} action={name} />
      <SubmitButton label={submit} kind={kind} />
    </Form>
  );
}

/** The form of one action, folded unless it was not accepted; it posts to the path of the page followed by `path`, its name unless given. */
export function ActionForm(
  properties: Omit<ActionOf, 'title'> & {
    title: ComponentChildren;
    page: string;
    path?: string;
    look?: string;
    hidden?: Readonly<Record<string, string>>;
    state: ActionState;
  },
) {
  const { page, title, path = properties.name, look = 'action panel', ...form } = properties;
  const { name, kind, state } = form;
  return (
    <details class={kind === 'danger' ? `${look} danger` : look} open={state.action === name}>
      <summary>{title}</summary>
      <ActionFields {...form} action={`${page}${path}/`} />
    </details>
  );
}

export function ActionForms(properties: {
  page: string;
  state: ActionState;
  /** Those that are possible. */
  actions: readonly (ActionOf | false)[];
}) {
  const { page, state, actions } = properties;
  return (
    <div class="action-list">
      {actions.map(
        (action) => action && <ActionForm key={action.name} {...{ page, state }} {...action} />,
      )}
    </div>
  );
}

/** The name of a field of an action, unique among the actions of the page. */
export function fieldOf(action: string, field: string): string {
  return `${action}-${field}`;
}

/** The folded form of an action on one row; `hidden` are the fields that identify the row. */
export function RowAction(
  properties: ActionOf & {
    row: string | number;
    page: string;
    /** The subject of the row, for screen readers at its button; what distinguishes it unless given. */
    about?: string;
    state: ActionState;
    hidden: Readonly<Record<string, string>>;
  },
) {
  const { name, row, title, about = `${row}`, ...form } = properties;
  const label = (
    <>
      {title} <span class="hidden-label">{about}</span>
    </>
  );
  const own = { name: `${name}-${encodeURIComponent(row)}`, path: name, title: label };
  return <ActionForm {...form} {...own} look="action panel row-action" />;
}

/** A label and its value, or nothing to show. */
export type Fact = readonly [label: string, value: ComponentChildren] | false | undefined;

/** Facts about one thing; a dense list is for short values. */
export function FactList({
  facts,
  isDense = false,
}: {
  facts: readonly Fact[];
  isDense?: boolean;
}) {
  return (
    <dl class={isDense ? 'admin-facts panel' : 'admin-facts panel wide-facts'}>
      {facts
        .filter((fact) => fact !== undefined && fact !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? messages.none}</dd>
          </div>
        ))}
    </dl>
  );
}
