// Parts that the administration's pages share: tables, lists with a search, forms of actions, and facts.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { labels, staffFormMessages, staffMessages } from '../messages/messages.ts';
import type { FieldOf } from './form-fields.tsx';
import { Form, SubmitButton } from './forms.tsx';
import { ColouredName } from './parts.tsx';
import { OwnPage, reasonField, StaffFields } from './staff-actions.tsx';
import { serverAdminPath } from './staff-paths.ts';

/** What a page shows. */
export interface Shown {
  /** That of its section, unless given. */
  title?: string;
  body: ComponentChildren;
  /** Its path, where it is shown in the place of the page that was requested. */
  path?: string;
}

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
  /** Of rows that can be ticked. */
  keyOf?: ManyOf<Row>['keyOf'];
}) {
  const { caption, columns, rows, keyOf } = properties;
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
                    <div>
                      {keyOf && <RowCheck {...keyOf(row)} />} {cell}
                    </div>
                  </th>
                ) : (
                  <td key={head} data-head={head} class={cell === null ? 'nothing' : undefined}>
                    <div>{cell ?? staffMessages.none}</div>
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

interface ListOf<Row> {
  page: PageOf<Row>;
  /** Above the search. */
  intro?: ComponentChildren;
  filter: string;
  search: readonly FieldOf[];
  /** Beside the search. */
  aside?: ComponentChildren;
  /** Between the search and the table. */
  forms?: ComponentChildren;
  /** What can be done to several rows at once. */
  many?: ManyOf<Row> | undefined;
  /** Of a table, unless rows are shown by `showRows`. */
  caption?: string;
  columns?: readonly Column<Row>[];
  showRows?(rows: readonly Row[]): ComponentChildren;
  nothing: string;
  /** Whether there are rows that the search leaves out; wherever something is searched for, unless given. */
  hasMore?: boolean;
  /** Under the links to other pages. */
  children?: ComponentChildren;
}

/** A page with a list: its search, the forms above it, its table, and the links to its other pages. */
export function showList<Row>(list: ListOf<Row>): Shown {
  return { body: <List<Row> {...list} /> };
}

function List<Row>(list: ListOf<Row>) {
  const { path, state } = useContext(OwnPage);
  const { intro, filter, search, aside, forms, many, caption = '', columns = [], nothing } = list;
  const { page, children } = list;
  const { hasMore = search.some(({ name }) => (state.values[name] ?? '') !== '') } = list;
  const table = { caption, columns, ...(many && { keyOf: many.keyOf }) };
  const { showRows = (rows) => <AdminTable {...table} rows={rows} /> } = list;
  const isTyped = search.some(({ options }) => options === undefined);
  return (
    <>
      {intro}
      <search>
        <QueryForm
          label={filter}
          fields={search}
          submit={isTyped ? staffMessages.search : labels.show}
        >
          {aside}
        </QueryForm>
      </search>
      {forms}
      {page.rows.length === 0 ? (
        <NoRows text={nothing} all={hasMore ? path : undefined} />
      ) : (
        showRows(page.rows)
      )}
      {many && page.rows.length > 0 && <ManyForm {...many} />}
      <Pager page={page} />
      {children}
    </>
  );
}

/** A form whose fields become the query of the page. */
export function QueryForm(properties: {
  label: string;
  fields: readonly FieldOf[];
  submit: string;
  children?: ComponentChildren;
}) {
  const { label, fields, submit, children } = properties;
  const { path } = useContext(OwnPage);
  return (
    <form class="filter-line row" method="get" action={path} aria-label={label}>
      <StaffFields fields={fields} />
      <SubmitButton label={submit} kind="quiet" />
      {children}
    </form>
  );
}

/** The form of what can be done to all rows that are ticked. */
export interface ManyOf<Row> {
  /** The labels of its buttons, by their values. */
  buttons: Readonly<Record<string, string>>;
  danger?: string;
  fields?: readonly FieldOf[];
  /** What can be ticked besides the rows. */
  also?: readonly RowKey[];
  keyOf(row: Row): RowKey;
}

/** What tells rows apart, and what the row is called for people. */
interface RowKey {
  id: string;
  name: string;
}

const MANY = 'many';

function ManyForm<Row>({ buttons, danger, fields = [], also = [] }: ManyOf<Row>) {
  const { path, query } = useContext(OwnPage);
  const { title, selectAll, reason } = staffMessages.many;
  return (
    <section class="many panel" aria-labelledby="many-title">
      <h2 id="many-title">{title}</h2>
      <Form action={`${path}${MANY}/${query}`} id={MANY}>
        <div class="check scripted-only">
          <input type="checkbox" id="many-all" />
          <label for="many-all">{selectAll}</label>
        </div>
        {also.map((key) => (
          <div key={key.id} class="check">
            <RowCheck {...key} label={null} />
            <label for={tickOf(key)}>{key.name}</label>
          </div>
        ))}
        <StaffFields fields={[...fields, ...reasonField('notified', reason)]} prefix={MANY} />
        <div class="row">
          {Object.entries(buttons).map(([value, text]) => {
            const kind = value === danger ? 'danger' : 'quiet';
            return (
              <SubmitButton key={value} label={text} kind={kind} name="many-do" value={value} />
            );
          })}
        </div>
      </Form>
    </section>
  );
}

const tickOf = ({ id }: RowKey) => `many-row-${id}`;

/** The box of a row; a form that was refused at a field keeps its ticks, and one of which a part was done does not. */
export function RowCheck(key: RowKey & { label?: string | null }) {
  const { state } = useContext(OwnPage);
  const { name, label = staffMessages.many.select(name) } = key;
  const isKept = state.problems.some(({ field }) => field !== undefined);
  return (
    <input
      type="checkbox"
      form={MANY}
      id={tickOf(key)}
      name={tickOf(key)}
      value={name}
      checked={isKept && tickOf(key) in state.values}
      aria-label={label ?? undefined}
    />
  );
}

/** Shown instead of a table without rows; `all` is the URL that shows every row. */
export function NoRows({ text, all }: { text: string; all?: string | undefined }) {
  return (
    <div class="notice panel">
      <p>{text}</p>
      {all !== undefined && (
        <p>
          <a class="button quiet" href={all}>
            {staffMessages.showAll}
          </a>
        </p>
      )}
    </div>
  );
}

function Pager({ page: { rows, count, links } }: { page: PageOf<unknown> }) {
  if (count === 0 || (count === undefined && links.length === 0)) return null;
  return (
    <p class="pager">
      {count !== undefined && <span>{staffFormMessages.whole(count, rows.length)}</span>}
      {links.map(({ label, href }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </p>
  );
}

/** The name of a server, which leads to its page here. */
export function ServerLink({ hash, name }: { hash: string; name: string }) {
  return (
    <a href={serverAdminPath(hash)}>
      <ColouredName name={name} />
    </a>
  );
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
            <dd>{value ?? staffMessages.none}</dd>
          </div>
        ))}
    </dl>
  );
}
