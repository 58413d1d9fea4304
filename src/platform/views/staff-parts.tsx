// Shared parts of the administration's pages: tables, lists with a search, forms of actions, and facts.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { labels, staffFormMessages, staffMessages } from '../messages/messages.ts';
import type { FieldOf } from './form-fields.tsx';
import { Form, SubmitButton } from './forms.tsx';
import { ColouredName } from './parts.tsx';
import { OwnPage, reasonField, StaffFields } from './staff-actions.tsx';
import { serverAdminPath } from './staff-paths.ts';
import { Ago } from './time.tsx';

/** The content of a page. */
export interface Shown {
  /** The section's title by default. */
  title?: string;
  body: ComponentChildren;
  /** The page's path, if it replaces the page that was requested. */
  path?: string;
  /** The path of the view, if its section has several. */
  part?: string | undefined;
  /** The page's content policy, if it is not the usual one. */
  policy?: string | undefined;
}

/**
 * A column: its head, a function that makes each cell (`null` makes an empty cell), and its place on narrow screens:
 * beside the name of the row (`state`), with its head (`named`), or nowhere (`wide`).
 */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row) => ComponentChildren,
  place?: 'state' | 'named' | 'wide',
];

/**
 * A table whose first column names the row. Each cell carries its column's head as an attribute; narrow screens show
 * each row as a card of about two lines.
 */
export function AdminTable<Row>(properties: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The keys of rows that can be ticked. */
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
            {keyOf && (
              <td class="tick">
                <CheckAll />
              </td>
            )}
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
              {keyOf && (
                <td class="tick">
                  <RowCheck {...keyOf(row)} />
                </td>
              )}
              {columns.map(([head, cellOf, place], column) => {
                const cell = cellOf(row);
                return column === 0 ? (
                  <th key={head} scope="row" data-head={head}>
                    {cell}
                  </th>
                ) : (
                  <td key={head} data-head={head} class={cell === null ? 'nothing' : place}>
                    {cell ?? staffMessages.none}
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

/** A state as a word with a dot. */
export function Status(properties: {
  is: 'good' | 'waiting' | 'bad' | 'neutral';
  children: ComponentChildren;
}) {
  return <span class={`dot ${properties.is}`}>{properties.children}</span>;
}

/** How long ago a moment was when the page was made. */
export function When({ at }: { at: number }) {
  return <Ago at={at} now={useContext(OwnPage).now} />;
}

/** Text that somebody typed, which may be long and in any script; `null` for nothing. */
export function typedText(text: string): ComponentChildren {
  return text === '' ? null : (
    <span class="typed-text" dir="auto">
      {text}
    </span>
  );
}

export interface PageOf<Row> {
  rows: readonly Row[];
  /** The number of rows on all pages, if known. */
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
  /** The actions on several rows at once. */
  many?: ManyOf<Row> | undefined;
  /** The table's caption; not needed with `showRows`. */
  caption?: string;
  columns?: readonly Column<Row>[];
  showRows?(rows: readonly Row[]): ComponentChildren;
  /** Says that no row matches the search. */
  nothing: string;
  /** Says that there are no rows at all. */
  none?: string;
  /** Under the links to other pages. */
  children?: ComponentChildren;
}

/** A page with a list: its search, the forms above it, its table, and the links to its other pages. */
export function showList<Row>(list: ListOf<Row>): Shown {
  return { body: <List<Row> {...list} /> };
}

function List<Row>(list: ListOf<Row>) {
  const { state } = useContext(OwnPage);
  const { intro, filter, search, aside, forms, many, caption = '', columns = [] } = list;
  const { page, nothing, none = nothing, children } = list;
  const filters = search.filter(({ name }) => (state.values[name] ?? '') !== '').length;
  const table = { caption, columns, ...(many && { keyOf: many.keyOf }) };
  const { showRows = (rows) => <AdminTable {...table} rows={rows} /> } = list;
  const isTyped = search.some(({ options }) => options === undefined);
  return (
    <>
      {intro}
      <search data-live="search">
        <QueryForm
          label={filter}
          fields={search}
          submit={isTyped ? staffMessages.search : labels.show}
        >
          {aside}
        </QueryForm>
      </search>
      {forms}
      <p class="found-line row" data-live="found-line" aria-live="polite">
        <FoundLine page={page} filters={filters} />
      </p>
      <div class="found" data-live="found">
        {page.rows.length === 0 ? (
          <NoRows text={filters === 0 ? none : nothing} />
        ) : (
          showRows(page.rows)
        )}
        {many && page.rows.length > 0 && <ManyForm {...many} />}
        <Pager links={page.links} />
        {children}
      </div>
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

/** The form of the actions on all ticked rows. */
export interface ManyOf<Row> {
  /** The labels of its buttons, by value. */
  buttons: Readonly<Record<string, string>>;
  danger?: string;
  fields?: readonly FieldOf[];
  /** More things to tick, besides the rows. */
  also?: readonly RowKey[];
  keyOf(row: Row): RowKey;
}

/** The key of a row, and the row's name for people. */
interface RowKey {
  id: string;
  name: string;
}

const MANY = 'many';

function ManyForm<Row>({ buttons, danger, fields = [], also = [] }: ManyOf<Row>) {
  const { path, query } = useContext(OwnPage);
  const { title, reason } = staffMessages.many;
  return (
    <section class="many-bar" aria-labelledby="many-title">
      <h2 id="many-title">{title}</h2>
      <Form action={`${path}${MANY}/${query}`} id={MANY}>
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

/** The checkbox that ticks every row of the page. */
export function CheckAll() {
  return (
    <span class="check-all scripted-only">
      <input type="checkbox" id="many-all" form={MANY} />
      <label for="many-all">{staffMessages.many.selectAll}</label>
    </span>
  );
}

const tickOf = ({ id }: RowKey) => `many-row-${id}`;

/** The checkbox of a row. It keeps its tick when a field was refused, but not after a partly completed action. */
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

/** Shown instead of an empty table. */
export const NoRows = ({ text }: { text: string }) => <p class="notice panel">{text}</p>;

/** How many rows there are, and how many filters chose them. */
function FoundLine(properties: { page: PageOf<unknown>; filters: number }) {
  const { page, filters } = properties;
  const { path } = useContext(OwnPage);
  const { count = 0, rows } = page;
  return (
    <>
      {count > 0 && <span>{staffFormMessages.whole(count, rows.length)}</span>}
      {filters > 0 && (
        <span>
          {staffMessages.filters(filters)} · <a href={path}>{staffMessages.clear}</a>
        </span>
      )}
    </>
  );
}

function Pager({ links }: Pick<PageOf<unknown>, 'links'>) {
  if (links.length === 0) return null;
  return (
    <p class="pager">
      {links.map(({ label, href }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </p>
  );
}

/** A server's name, linked to its page in the administration. */
export function ServerLink({ hash, name }: { hash: string; name: string }) {
  return (
    <a href={serverAdminPath(hash)}>
      <ColouredName name={name} />
    </a>
  );
}

/** A label and its value; `false` and `undefined` are not shown. */
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
