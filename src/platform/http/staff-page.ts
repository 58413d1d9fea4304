// Pages of administration. Each one describes its role, its search, how it is shown, and the actions whose forms it
// contains.

import type { ComponentChildren } from 'preact';
import { parseReason, requireReason } from '../input/plain-line.ts';
import type { Actor } from '../lib/actor.ts';
import { aboutField, checkTogether, Failure } from '../lib/failure.ts';
import { foldSeen } from '../lib/look-alikes.ts';
import { removeOldest } from '../lib/remove-oldest.ts';
import type { StaffRole } from '../lib/roles.ts';
import { ownCopy } from '../lib/text.ts';
import { labels, messages, staffFormMessages, staffMessages } from '../messages/messages.ts';
import { EMPTY_FORM } from '../views/form-fields.tsx';
import { Notice } from '../views/forms.tsx';
import { type ActionState, fieldOf, type ReasonKind } from '../views/staff-actions.tsx';
import { renderAdminPage } from '../views/staff-frame.tsx';
import type { PageOf, Shown } from '../views/staff-parts.tsx';
import { withQuery } from '../views/staff-paths.ts';
import { answerFailure, type ReportPorts } from './errors.ts';
import { decodeField } from './form.ts';
import { answerSitePage } from './html.ts';
import { readAdded, type StaffRequest, type StaffRoute } from './page.ts';
import { answerForm, type PageForm, seeOther } from './page-form.ts';
import { HASH, matching } from './parameters.ts';
import type { StaffSection } from './staff-admission.ts';

const ENTRY_ID = /^[1-9][0-9]{0,14}$/;

/** The parameters that paths may have, and their schemas for the framework. */
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
  /** The required role; by default that of the page. */
  role?: StaffRole;
  takesFiles?: boolean;
  /** `optional` by default; `none` also if `run` checks the reason. */
  reason?: ReasonKind | undefined;
  /** Throws a problem that is shown alone, before any field is checked. */
  checkForm?(form: PageForm): void;
  /** Functions that throw for an invalid field, for fields that `run` does not check. */
  checks?: Readonly<Record<string, (typed: string, read: ReadField) => unknown>> | undefined;
  /** The field for failures that name none. */
  about?: string | undefined;
  /** Longest text that is shown again; by default 600 characters. */
  keptLength?: number;
  /** Returns the key of the result that the page then shows, or the path of another page. */
  run(read: ReadField, requested: StaffRequest): Promise<string>;
}

/** What another module adds to a page about one thing: a section and actions. The request has the key of the thing. */
export interface StaffPart {
  show(requested: StaffRequest): Promise<ComponentChildren>;
  actions: Readonly<Record<string, PageAction>>;
  /** Sentences about finished actions, by what the actions return. */
  done: Readonly<Record<string, string>>;
}

/** The parts of a page. In place of one that cannot be read, the page shows a sentence. */
export const guardParts = (context: ReportPorts, parts: readonly StaffPart[] = []): StaffPart[] =>
  parts.map((part) => ({
    ...part,
    show: (requested) =>
      readAdded(
        context,
        () => part.show(requested),
        Notice({ kind: 'warning', text: staffMessages.partFailed }),
      ),
  }));

/** The actions on all ticked rows, the result of the last one, and its undo action. */
export interface ManyPageAction extends PageAction {
  undo: PageAction;
  findResult(requested: StaffRequest): { text: string; isUndoable: boolean } | undefined;
}

export interface AdminPage<Field extends string> {
  /** Has no slash at the end. */
  path: `/admin${string}`;
  role: StaffRole;
  section?: StaffSection;
  /** Further views of the page, each at its own path below it; the navigation lists them. */
  views?: readonly string[];
  /** Sentences about finished actions that lead here, by their key in the query. */
  done?: Readonly<Record<string, string>>;
  search?: readonly Field[];
  /** Names of fields in links from earlier versions. */
  formerly?: Readonly<Partial<Record<Field, string>>>;
  /** The search field for failures that name none. */
  about?: Field;
  /** What other modules add to the page. */
  parts?: readonly StaffPart[];
  /** Renders the page around its parts. `isRefused` is whether the search was refused. */
  show(
    requested: StaffRequest,
    search: Record<Field, string>,
    isRefused: boolean,
    parts: ComponentChildren,
  ): Shown | Promise<Shown>;
  actions?: Readonly<Record<string, PageAction>>;
  many?: ManyPageAction;
}

export function adminPage<Field extends string = never>(page: AdminPage<Field>): StaffRoute[] {
  const { path, role, search: fields = [], formerly, about, many, views = [], section } = page;
  const { parts = [] } = page;
  const actions: Readonly<Record<string, PageAction>> = {
    ...page.actions,
    ...(many && { many, [UNDO]: many.undo }),
    ...Object.assign({}, ...parts.map((part) => part.actions)),
  };
  const pathFor = ({ key }: StaffRequest) => `${path.replace(/:\w+/, key)}/`;

  async function show(requested: StaffRequest, refused: ActionState, status = 200) {
    const search = readQuery(requested.query, fields, formerly);
    const isRefused = refused.problems.length > 0 && refused.action === undefined;
    const added = await Promise.all(parts.map((part) => part.show(requested)));
    const shown = await page.show(requested, search, isRefused, added);
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
      shown.policy,
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
    { ...common, path, role, section, get: answerSearch },
    ...views.map((name) => ({ ...common, path: `${path}/${name}`, role, get: answerSearch })),
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

/** Returns only the service's own sentences: pages never show text from the URL. */
function findDone(
  { done = {}, many, parts = [] }: Pick<AdminPage<never>, 'done' | 'many' | 'parts'>,
  word: string,
) {
  if (many !== undefined && word === 'many') return staffMessages.many.done;
  if (many !== undefined && word === 'many-undone') return staffMessages.many.actionUndone;
  const sentences = [done, ...parts.map((part) => part.done)];
  return sentences.find((each) => Object.hasOwn(each, word))?.[word];
}

/** The query of the page. Its actions have the same query, so that they lead back to it. */
function queryOf({ query }: StaffRequest, also: Readonly<Record<string, string>> = {}): string {
  return withQuery('', { ...Object.fromEntries(query), done: undefined, ...also });
}

/** A ticked row, and its name for people. */
export interface TickedRow {
  id: string;
  name: string;
}

/** The action of a button on one row. */
export type ManyAction<Each> = (
  each: Each,
  on: { actor: Actor; row: TickedRow; read: ReadField },
) => Promise<unknown>;

interface ManyActions<Each> {
  /** Actions by the values of their buttons. */
  buttons: Readonly<Record<string, ManyAction<Each>>>;
  forEach(
    actor: Actor,
    rows: readonly TickedRow[],
    act: (each: Each, row: TickedRow) => Promise<unknown>,
  ): Promise<(Failure | undefined)[]>;
  /** Finds the rows that need no change, and how to undo the others. Runs before any action. */
  plan?(actor: Actor, rows: readonly TickedRow[], button: string): Promise<ManyPlan<Each>>;
  /** What each button did to a number of rows, in the reader's language. */
  results: Readonly<Record<string, (count: number) => string>>;
  /** The rows that a button applies to, if not all. */
  select?(rows: readonly TickedRow[], button: string): readonly TickedRow[];
  checks?: PageAction['checks'];
}

export interface ManyPlan<Each> {
  isSo(row: TickedRow): boolean;
  undo?(each: Each, row: TickedRow): Promise<unknown>;
}

/** The result of a staff member's last action on several rows. */
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
 * Actions on all ticked rows. Rows that need no change stay as they are. If some rows fail, the page names them, and
 * the others are still done. Keeps the last result of each staff member, so that it can be undone.
 */
export function manyActions<Each>(many: ManyActions<Each>): ManyPageAction {
  const { buttons, forEach, select = (rows) => rows, checks, plan, results: sentences } = many;
  const results = new Map<number, ManyResult<Each>>();
  const listTicked = (form: PageForm) => form.names.filter((name) => name.startsWith(TICKED));

  /** Throws a failure that names all rows that could not be changed. */
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
        // Copies, since they outlive the request.
        id: ownCopy(name.slice(TICKED.length)),
        name: ownCopy(form.field(name).slice(0, MAX_ROW_NAME_LENGTH)),
      }));
      const selected = select(ticked, button);
      const { isSo = () => false, undo } = (await plan?.(actor, selected, button)) ?? {};
      const rows = selected.filter((row) => !isSo(row));
      const outcomes = await forEach(actor, rows, async (each, row) =>
        act(each, { actor, row, read }),
      );
      // An invalid field is invalid for all rows.
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
      const text = staffMessages.many.result(sentences[button]?.(rows.length) ?? '', same);
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

/** The prefix of an action's fields: its name, and in a table also the key of the row. */
function findPrefix(names: readonly string[], action: string): string {
  const reason = names.find((it) => it.startsWith(`${action}-`) && it.endsWith('-reason'));
  return reason?.slice(0, -'-reason'.length) ?? action;
}

/** Throws the page's sentence if the object of an action no longer exists. */
export function assertDone(isDone: boolean, sentence: string): void {
  if (!isDone) throw new Failure('conflict', sentence);
}

/** Longest text of a search: room for an email address, or for all words that can be added at once. */
const MAX_LENGTH = 1_000;
const ROWS = 100;

/** The named parameters of a query, each cut to `MAX_LENGTH`. */
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

/** Parses the number of an entry; `undefined` for any other text. */
export function parseId(text: string | null): number | undefined {
  return ENTRY_ID.test(text ?? '') ? Number(text) : undefined;
}

/** Creates a test whether one of several texts contains the searched text, as people see it. */
export function createSearch(text: string): (...texts: string[]) => boolean {
  const sought = foldSeen(text);
  return (...texts) => texts.some((each) => foldSeen(each).includes(sought));
}

type Search = Readonly<Record<string, string>>;

/** The page in the query, with up to 100 rows. A number beyond the last page means the last one. */
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

/** A page of a list that the store reads page by page, each before the last entry of the previous one. */
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
