// Parts that the administration's pages share: tables, lists with a search, forms of actions, and facts.
/** @jsxImportSource preact */

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { MAX_REASON_LENGTH } from '../input/plain-line.ts';
import { labels, adminMessages as messages, serverAdminMessages } from '../messages/messages.ts';
import {
  CheckField,
  EMPTY_FORM,
  FileField,
  type FormState,
  HiddenField,
  PasswordField,
  SelectField,
  TextArea,
  TextField,
} from './form-fields.tsx';
import { Form, SubmitButton } from './forms.tsx';
import { ColouredName } from './parts.tsx';
import { serverAdminPath } from './staff-paths.ts';

/** State of a page with several actions, and which of them was not accepted. */
export interface ActionState extends FormState {
  action?: string | undefined;
}

/** The page that its parts are on: its path, under which its actions are, the query of what it shows, and what was refused. */
const OwnPage = createContext<{ path: string; query: string; state: ActionState }>({
  ...{ path: '', query: '' },
  state: EMPTY_FORM,
});

export const OwnPageProvider = OwnPage.Provider;

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
          {...{ label: filter, fields: search }}
          submit={isTyped ? messages.search : labels.show}
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
      <Fields fields={fields} />
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
  const { title, selectAll, reason } = messages.many;
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
        <Fields fields={[...fields, ...reasonField('notified', reason)]} prefix={MANY} />
        <div class="row">
          {Object.entries(buttons).map(([value, text]) => {
            const kind = value === danger ? 'danger' : 'quiet';
            return <SubmitButton key={value} {...{ label: text, kind, name: 'many-do', value }} />;
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
  const { name, label = messages.many.select(name) } = key;
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
            {messages.showAll}
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
      {count !== undefined && <span>{serverAdminMessages.whole(count, rows.length)}</span>}
      {links.map(({ label, href }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </p>
  );
}

/** A field: of one line of text unless it has the facts of another kind. */
export interface FieldOf {
  name: string;
  label: string;
  hint?: string;
  value?: string;
  maxLength?: number;
  type?: 'email' | 'password';
  autocomplete?: string;
  /** Whether it is a name or a code, which browsers must not correct. */
  isLiteral?: boolean;
  isRequired?: boolean;
  options?: readonly { value: string; label: string }[];
  rows?: number;
  isChecked?: boolean;
  /** Whether it is shown only where an action was refused at it. */
  isAsked?: boolean;
  /** The media types of a file. */
  accept?: string;
}

/** The fields of a form; of an action, their names begin with `prefix`. */
function Fields({ fields, prefix }: { fields: readonly FieldOf[]; prefix?: string }) {
  const { state } = useContext(OwnPage);
  return fields.map(({ name, options, rows, isChecked, isAsked, accept, type, ...field }) => {
    const own = { name: prefix === undefined ? name : fieldOf(prefix, name), state, ...field };
    const isNamed = state.problems.some((problem) => problem.field === own.name);
    if (isAsked && !isNamed && !(own.name in state.values)) return null;
    if (options !== undefined) return <SelectField key={name} {...own} options={options} />;
    if (rows !== undefined) return <TextArea key={name} {...own} rows={rows} />;
    if (isChecked !== undefined) {
      // A form that was refused does not say which boxes had no tick.
      const isFresh = prefix === undefined || state.action !== prefix;
      return <CheckField key={name} {...own} isChecked={isChecked && isFresh} />;
    }
    if (accept !== undefined) return <FileField key={name} {...own} accept={accept} />;
    if (type === 'password') {
      return <PasswordField key={name} {...own} isRequired autocomplete="new-password" />;
    }
    return <TextField key={name} {...own} {...(type && { type })} />;
  });
}

export const SUBJECT = { name: 'subject', isLiteral: true, isRequired: true } as const;

/** Whether a wide range is meant. */
export const wideField = (): FieldOf => {
  return { name: 'wide', label: serverAdminMessages.bans.wide, isChecked: false, isAsked: true };
};

/** The end of a ban or a suspension. */
export const lastsField = (name = 'lasts'): FieldOf => {
  const { lasts: label, lastsHint: hint } = serverAdminMessages;
  return { name, label, hint, isLiteral: true };
};

/** Whether a reason has to be given, and who reads it: the audit log alone, or the operator of a server as well. */
export type ReasonKind = 'none' | 'optional' | 'required' | 'notified';

function reasonField(kind: ReasonKind, label: string | undefined): FieldOf[] {
  if (kind === 'none') return [];
  const { optional, reasonHint: hint } = messages;
  const usual = {
    optional: optional(labels.reason),
    required: labels.reason,
    notified: serverAdminMessages.toOperator,
  };
  return [
    {
      ...{ name: 'reason', label: label ?? usual[kind] },
      ...(kind === 'notified' ? {} : { hint }),
      maxLength: MAX_REASON_LENGTH,
      isRequired: kind !== 'optional',
    },
  ];
}

/** The form of an action, or of an action on one row of a table. */
export interface ActionOf {
  /** The last part of its path. The names of its fields begin with it, and with what tells rows apart. */
  name: string;
  title: string;
  intro?: string;
  submit: string;
  kind?: 'main' | 'danger';
  fields?: readonly FieldOf[];
  /** `optional` unless given. */
  reason?: ReasonKind;
  reasonLabel?: string;
  takesFiles?: boolean;
  /** The path of the page that has the action, where it is another. */
  page?: string;
  row?: string | number;
  /** The subject of the row, for screen readers at its button; what distinguishes it unless given. */
  about?: string;
  hidden?: Readonly<Record<string, string>>;
}

const prefixOf = ({ name, row }: Pick<ActionOf, 'name' | 'row'>) =>
  row === undefined ? name : `${name}-${encodeURIComponent(row)}`;

/** The form itself; `children` stand above its fields. */
export function ActionFields(action: Omit<ActionOf, 'title'> & { children?: ComponentChildren }) {
  const { path } = useContext(OwnPage);
  const { name, page = path, submit, kind = 'main', takesFiles = false, children } = action;
  const { intro, hidden = {}, fields = [], reason = 'optional', reasonLabel } = action;
  return (
    <Form action={`${page}${name}/`} takesFiles={takesFiles}>
      {Object.entries(hidden).map(([field, value]) => (
        <HiddenField key={field} name={field} value={value} />
      ))}
      {intro !== undefined && <p>{intro}</p>}
      {children}
      <Fields fields={[...fields, ...reasonField(reason, reasonLabel)]} prefix={prefixOf(action)} />
      <SubmitButton label={submit} kind={kind} />
    </Form>
  );
}

/** The same, folded unless it was not accepted. */
export function ActionForm(action: ActionOf) {
  const { state } = useContext(OwnPage);
  const { title, kind, row, about = row } = action;
  const look = row === undefined ? 'action panel' : 'action panel row-action';
  return (
    <details
      class={kind === 'danger' ? `${look} danger` : look}
      open={state.action === prefixOf(action)}
    >
      <summary>
        {title}
        {row !== undefined && (
          <>
            {' '}
            <span class="hidden-label">{about}</span>
          </>
        )}
      </summary>
      <ActionFields {...action} />
    </details>
  );
}

export function ActionForms({ actions }: { actions: readonly (ActionOf | false)[] }) {
  return (
    <div class="action-list">
      {actions.map((action) => action && <ActionForm key={action.name} {...action} />)}
    </div>
  );
}

/** What the form of an action on one thing has besides its messages. */
export interface ActionOn<Subject> extends Pick<ActionOf, 'kind' | 'reason'> {
  /** Always, unless given. */
  isPossible?(subject: Subject): boolean;
  form?(subject: Subject): Partial<ActionOf>;
}

/** The forms of the actions that are possible on a thing. */
export function listForms<Name extends string, Subject>(
  actions: Readonly<Record<Name, ActionOn<Subject>>>,
  texts: Readonly<Record<Name, { title: string; submit: string; intro?: string }>>,
  subject: Subject,
): ActionOf[] {
  return Object.entries<ActionOn<Subject>>(actions)
    .filter(([, { isPossible }]) => isPossible?.(subject) ?? true)
    .map(([name, { kind = 'main', reason = 'optional', form }]) => {
      const { title, submit, intro } = texts[name as Name];
      const text = { title, submit, ...(intro === undefined ? {} : { intro }) };
      return { name, ...text, kind, reason, ...form?.(subject) };
    });
}

/** The name of a field of an action, unique among the actions of the page. */
export function fieldOf(action: string, field: string): string {
  return `${action}-${field}`;
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
            <dd>{value ?? messages.none}</dd>
          </div>
        ))}
    </dl>
  );
}
