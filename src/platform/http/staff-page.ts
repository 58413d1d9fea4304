// Pages of administration: each is described by the role that it needs, its search, how it is shown and the actions whose
// forms are on it.

import { parseReason, requireReason } from '../input/plain-line.ts';
import type { Actor } from '../lib/actor.ts';
import { aboutField, checkTogether, Failure } from '../lib/failure.ts';
import { removeOldest } from '../lib/remove-oldest.ts';
import type { StaffRole } from '../lib/roles.ts';
import { foldSeen } from '../lib/seen-text.ts';
import { ownCopy } from '../lib/text.ts';
import { labels, messages, staffFormMessages, staffMessages } from '../messages/messages.ts';
import { EMPTY_FORM } from '../views/form-fields.tsx';
import { type ActionState, fieldOf, type ReasonKind } from '../views/staff-actions.tsx';
import { renderAdminPage } from '../views/staff-frame.tsx';
import type { PageOf, Shown } from '../views/staff-parts.tsx';
import { withQuery } from '../views/staff-paths.ts';
import { answerFailure } from './errors.ts';
import { decodeField } from './form.ts';
import { answerSitePage } from './html.ts';
import type { StaffRequest, StaffRoute, StaffSection } from './page.ts';
import { answerForm, type PageForm, seeOther } from './page-form.ts';
import { HASH, matching } from './parameters.ts';

const ENTRY_ID = /^[1-9][0-9]{0,14}$/;

/** The parameters that paths may have, and what the framework lets pass as each. */
const SCHEMAS = { id: matching(ENTRY_ID, { description: 'Number of the entry.' }), hash: HASH };

function parameterOf(path: string): Pick<StaffRoute, 'parameter'> {
  const [, name] = /:(id|hash)/.exec(path) ?? [];
  if (name === undefined) return {};
  const parameter = {
    schema: SCHEMAS[name as keyof typeof SCHEMAS],
    read: (raw: string) => decodeField(raw).toLowerCase(),
    otherwise: ({ request }: StaffRequest) =>
      answerFailure(request, 404, messages.failure.nothingHere),
  };
  return { parameter };
}

const MAX_KEPT_LENGTH = 600;

export type ReadField = (field: string) => string;

export interface PageAction {
  /** The role that it needs, where it is not that of the page. */
  role?: StaffRole;
  takesFiles?: boolean;
  /** `optional` unless given; `none` also where `run` checks it. */
  reason?: ReasonKind | undefined;
  /** Throws what is told alone, before any field is checked. */
  checkForm?(form: PageForm): void;
  /** What throws for another field that is wrong, where `run` does not check it. */
  checks?: Readonly<Record<string, (typed: string, read: ReadField) => unknown>> | undefined;
  /** The field that other failures are about, where they name none. */
  about?: string | undefined;
  /** Longest text that is shown again, where it is not the usual one. */
  keptLength?: number;
  /** Returns the key of what the page reports then, or the path of another page. */
  run(read: ReadField, requested: StaffRequest): Promise<string>;
}

/** The actions on all rows that are ticked, what the last of them did, and how that is undone. */
export interface ManyPageAction extends PageAction {
  undo: PageAction;
  findResult(requested: StaffRequest): { text: string; isUndoable: boolean } | undefined;
}

export interface AdminPage<Field extends string> {
  /** Without a slash at the end. */
  path: `/admin${string}`;
  role: StaffRole;
  section?: StaffSection;
  /** What the actions that lead here did, by what stands for each in the query. */
  done?: Readonly<Record<string, string>>;
  search?: readonly Field[];
  /** What links from earlier versions call some of the fields. */
  formerly?: Readonly<Partial<Record<Field, string>>>;
  /** The field of the search that failures are about which name none. */
  about?: Field;
  /** Makes the page, also where a search was refused, as `isRefused` says, or an action. */
  show(
    requested: StaffRequest,
    search: Record<Field, string>,
    isRefused: boolean,
  ): Shown | Promise<Shown>;
  actions?: Readonly<Record<string, PageAction>>;
  many?: ManyPageAction;
}

export function adminPage<Field extends string = never>(page: AdminPage<Field>): StaffRoute[] {
  const { path, role, search: fields = [], formerly, about, many } = page;
  const actions = { ...page.actions, ...(many && { many, [UNDO]: many.undo }) };
  const pathFor = ({ key }: StaffRequest) => `${path.replace(/:\w+/, key)}/`;

  async function show(requested: StaffRequest, refused: ActionState, status = 200) {
    const search = readQuery(requested.query, fields, formerly);
    const isRefused = refused.problems.length > 0 && refused.action === undefined;
    const shown = await page.show(requested, search, isRefused);
    const state = { ...refused, values: { ...search, ...refused.values } };
    const { frame } = requested;
    const word = requested.query.get('done') ?? '';
    const isMany = word === 'many' && refused.problems.length === 0;
    return answerSitePage(
      renderAdminPage({
        frame,
        done: findDone(page, word),
        result: isMany ? many?.findResult(requested) : undefined,
        path: pathFor(requested),
        query: queryOf(requested),
        state,
        ...shown,
      }),
      status,
    );
  }

  const answerSearch = (requested: StaffRequest) =>
    answerForm(() => show(requested, EMPTY_FORM), {
      about,
      values: readQuery(requested.query, fields, formerly),
      show: (state, status) => show(requested, state, status),
    });

  function act(name: string, action: PageAction, requested: StaffRequest) {
    const { form } = requested;
    const { checkForm, checks = {}, reason = 'optional', about } = action;
    const { keptLength = MAX_KEPT_LENGTH } = action;
    const prefix = findPrefix(form.names, name);
    const isKept = (it: string) => it.startsWith(`${prefix}-`) && !it.endsWith('-password');
    const read: ReadField = (field) => form.field(fieldOf(prefix, field));
    const checkReason = reason === 'optional' ? parseReason : requireReason;
    const all = reason === 'none' ? checks : { ...checks, reason: checkReason };
    const run = async () => {
      checkForm?.(form);
      await checkTogether(
        Object.entries(all).map(([field, check]) => {
          return () => aboutField(field, () => check(read(field), read));
        }),
      );
      const done = await action.run(read, requested);
      return seeOther(
        done.startsWith('/') ? done : pathFor(requested) + queryOf(requested, { done }),
      );
    };
    return answerForm(run, {
      keptLength,
      about,
      values: form.fields(...form.names.filter(isKept)),
      nameOf: (field) => fieldOf(prefix, field),
      show: (state, status) => show(requested, { action: prefix, ...state }, status),
    });
  }

  const common = { who: 'staff' as const, ...parameterOf(path) };
  return [
    { ...common, path, role, section: page.section, get: answerSearch },
    ...Object.entries(actions).map(
      ([name, action]): StaffRoute => ({
        ...common,
        path: `${path}/${name}`,
        role: action.role ?? role,
        takesFiles: action.takesFiles ?? false,
        post: (requested) => act(name, action, requested),
      }),
    ),
  ];
}

/** Only our own sentences: text from the URL is never shown on a page. */
function findDone({ done = {}, many }: Pick<AdminPage<never>, 'done' | 'many'>, word: string) {
  if (many !== undefined && word === 'many') return staffMessages.many.done;
  if (many !== undefined && word === 'many-undone') return staffMessages.many.actionUndone;
  return Object.hasOwn(done, word) ? done[word] : undefined;
}

/** The query of what a page shows, which its actions have too where they lead back to it. */
function queryOf({ query }: StaffRequest, also: Readonly<Record<string, string>> = {}): string {
  return withQuery('', { ...Object.fromEntries(query), done: undefined, ...also });
}

/** A row that is ticked, and its name for people. */
export interface TickedRow {
  id: string;
  name: string;
}

/** What a button does to a row. */
export type ManyAction<Each> = (
  each: Each,
  on: { actor: Actor; row: TickedRow; read: ReadField },
) => Promise<unknown>;

interface ManyActions<Each> {
  /** By the values of the buttons. */
  buttons: Readonly<Record<string, ManyAction<Each>>>;
  forEach(
    actor: Actor,
    rows: readonly TickedRow[],
    act: (each: Each, row: TickedRow) => Promise<unknown>,
  ): Promise<(Failure | undefined)[]>;
  /** What is so already, and stays as it is, and what undoes the rest. It looks before anything is done. */
  plan?(actor: Actor, rows: readonly TickedRow[], button: string): Promise<ManyPlan<Each>>;
  /** The labels of the buttons in the reader's language. */
  labels(): Readonly<Record<string, string>>;
  /** The rows that a button is about, where it leaves out some of them. */
  select?(rows: readonly TickedRow[], button: string): readonly TickedRow[];
  checks?: PageAction['checks'];
}

export interface ManyPlan<Each> {
  isSo(row: TickedRow): boolean;
  undo?(each: Each, row: TickedRow): Promise<unknown>;
}

/** What somebody did last to several rows. */
interface ManyResult<Each> {
  button: string;
  rows: readonly TickedRow[];
  same: number;
  undo: ManyPlan<Each>['undo'];
}

const UNDO = 'many-undo';
const TICKED = 'many-row-';
const MAX_ROW_NAME_LENGTH = 100;
const MAX_RESULTS = 100;

/**
 * The actions on all rows that are ticked. What is so already is left as it is. Where some could not be done, the page
 * says so by their names, and the others are done. The last result of each member of the staff is kept, to be undone.
 */
export function manyActions<Each>(many: ManyActions<Each>): ManyPageAction {
  const { buttons, forEach, select = (rows) => rows, checks, plan, labels: listLabels } = many;
  const results = new Map<number, ManyResult<Each>>();
  const listTicked = (form: PageForm) => form.names.filter((name) => name.startsWith(TICKED));

  /** Throws what could not be done, by the names of the rows. */
  function assertAllDone(rows: readonly TickedRow[], outcomes: readonly (Failure | undefined)[]) {
    const { left, failed } = staffMessages.many;
    const others = outcomes.flatMap((failure, index) =>
      failure === undefined
        ? []
        : [new Failure('conflict', failed(rows[index]?.name ?? '', failure.message))],
    );
    if (others.length === 0) return;
    throw new Failure('conflict', left(rows.length - others.length, others.length), { others });
  }

  return {
    reason: 'required',
    checks,
    checkForm(form) {
      const isButton = Object.hasOwn(buttons, form.field('many-do'));
      if (isButton && listTicked(form).length > 0) return;
      throw new Failure('invalid', staffMessages.many.nothingTicked);
    },
    async run(read, { form, actor }) {
      const button = form.field('many-do');
      const act = buttons[button] as ManyAction<Each>;
      const ticked = listTicked(form).map((name) => ({
        // They outlive the request.
        id: ownCopy(name.slice(TICKED.length)),
        name: ownCopy(form.field(name).slice(0, MAX_ROW_NAME_LENGTH)),
      }));
      const selected = select(ticked, button);
      const { isSo = () => false, undo } = (await plan?.(actor, selected, button)) ?? {};
      const rows = selected.filter((row) => !isSo(row));
      const outcomes = await forEach(actor, rows, async (each, row) =>
        act(each, { actor, row, read }),
      );
      // A field that is wrong is so for all of them.
      const [wrong] = outcomes;
      if (wrong?.kind === 'invalid' && wrong.field !== undefined) throw wrong;
      results.delete(actor.id);
      assertAllDone(rows, outcomes);
      if (results.size >= MAX_RESULTS) removeOldest(results);
      results.set(actor.id, { button, rows, same: selected.length - rows.length, undo });
      return 'many';
    },
    findResult({ actor }) {
      const found = results.get(actor.id);
      if (found === undefined) return undefined;
      const { button, rows, same, undo } = found;
      const text = staffMessages.many.result(listLabels()[button] ?? '', rows.length, same);
      return { text, isUndoable: undo !== undefined && rows.length > 0 };
    },
    undo: {
      reason: 'none',
      async run(_read, { actor }) {
        const { rows = [], undo } = results.get(actor.id) ?? {};
        results.delete(actor.id);
        if (undo === undefined) throw new Failure('conflict', staffMessages.many.nothingToUndo);
        assertAllDone(rows, await forEach(actor, rows, undo));
        return 'many-undone';
      },
    },
  };
}

/** What the fields of an action begin with: its name, and on the row of a table what tells rows apart. */
function findPrefix(names: readonly string[], action: string): string {
  const reason = names.find((it) => it.startsWith(`${action}-`) && it.endsWith('-reason'));
  return reason?.slice(0, -'-reason'.length) ?? action;
}

/** Throws what a page says where an action has nothing to act on any more. */
export function assertDone(isDone: boolean, sentence: string): void {
  if (!isDone) throw new Failure('conflict', sentence);
}

/** Longest text that is searched for; an e-mail address fits, and as many words as are added at once. */
const MAX_LENGTH = 1_000;
const ROWS = 100;

/** The named parameters of a query, each cut to the longest text that is searched for. */
function readQuery<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
  formerly: Readonly<Partial<Record<Name, string>>> | undefined,
): Record<Name, string> {
  const read = (name: Name) => {
    const text = query.get(name) ?? query.get(formerly?.[name] ?? name) ?? '';
    return [name, text.slice(0, MAX_LENGTH).toWellFormed().trim()];
  };
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

/** The number of an entry; `undefined` for a text that is none. */
export function parseId(text: string | null): number | undefined {
  return ENTRY_ID.test(text ?? '') ? Number(text) : undefined;
}

/** Tests whether one of several texts has what was looked for in it, as people see it. */
export function createSearch(text: string): (...texts: string[]) => boolean {
  const sought = foldSeen(text);
  return (...texts) => texts.some((each) => foldSeen(each).includes(sought));
}

type Search = Readonly<Record<string, string>>;

/** The page that the query names, of up to 100 rows; one past the last is the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  path: string,
  search: Search,
): PageOf<Row> {
  const { first } = staffFormMessages;
  const last = Math.max(1, Math.ceil(rows.length / ROWS));
  const page = Math.min(last, parseId(query.get('page')) ?? 1);
  return {
    rows: rows.slice((page - 1) * ROWS, page * ROWS),
    count: rows.length,
    links: [
      ...(page > 1 ? [{ label: first, href: withQuery(path, search) }] : []),
      ...(page < last
        ? [{ label: labels.nextPage, href: withQuery(path, { ...search, page: page + 1 }) }]
        : []),
    ],
  };
}

/** A page of a list that the store reads page by page, each before the last entry of the one before. */
export function pageBefore<Row>(
  rows: readonly Row[],
  path: string,
  search: Search,
  { beforeId, nextBeforeId }: { beforeId: number | undefined; nextBeforeId: number | undefined },
): PageOf<Row> {
  const { newest, older } = staffMessages;
  const olderPath = withQuery(path, { ...search, before: nextBeforeId });
  return {
    rows,
    links: [
      ...(beforeId === undefined ? [] : [{ label: newest, href: withQuery(path, search) }]),
      ...(nextBeforeId === undefined ? [] : [{ label: older, href: olderPath }]),
    ],
  };
}
