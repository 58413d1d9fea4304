// Pages of administration: each is described by its search, by how it is shown, and by the actions whose forms are on it.

import type { StaffRole } from '../../../accounts/roles.ts';
import { aboutField, checkTogether, Failure } from '../../../lib/failure.ts';
import { adminMessages, serverAdminMessages } from '../../../messages/messages.ts';
import { parseReason } from '../../../servers/moderation/moderation.ts';
import { withQuery } from '../../../views/admin/admin-paths.ts';
import { type ActionState, fieldOf, type PageOf } from '../../../views/admin/parts.tsx';
import { answerSitePage } from '../../html.ts';
import { answerForm, seeOther } from '../page-form.ts';
import { type AdminRequest, type AdminRoute, ENTRY_ID } from './admin-route.ts';

const LONGEST_KEPT = 600;

export type ReadField = (field: string) => string;

export interface PageAction {
  /** The role that it needs, where it is not that of the page. */
  role?: StaffRole;
  takesFiles?: boolean;
  /** What throws for a field that is wrong, where `run` does not check it; that of a reason unless given. */
  checks?: Readonly<Record<string, (typed: string, read: ReadField) => unknown>>;
  /** The field that other failures are about, where they name none. */
  about?: string;
  /** Longest text that is shown again, where it is not the usual one. */
  keptLength?: number;
  /** Returns the key of what the page reports then, or the path of another page. */
  run(read: ReadField, requested: AdminRequest): Promise<string>;
}

export interface AdminPage<Field extends string> {
  /** Without a slash at the end. */
  path: AdminRoute['path'];
  role: StaffRole;
  search?: readonly Field[];
  /** The field of the search that failures are about which name none. */
  about?: Field;
  /** Makes the page, which may have been refused a search or an action. */
  show(
    requested: AdminRequest,
    state: ActionState,
    search: Record<Field, string>,
  ): string | Promise<string>;
  actions?: Readonly<Record<string, PageAction>>;
}

export function adminPage<Field extends string = never>(page: AdminPage<Field>): AdminRoute[] {
  const { path, role, search: fields = [], about, actions = {} } = page;

  async function show(requested: AdminRequest, refused: ActionState, status = 200) {
    const search = readQuery(requested.query, fields);
    const state = { ...refused, values: { ...search, ...refused.values } };
    return answerSitePage(await page.show(requested, state, search), status);
  }

  const answerSearch = (requested: AdminRequest) =>
    answerForm(() => show(requested, { values: {}, problems: [] }), {
      about,
      values: readQuery(requested.query, fields),
      show: (state, status) => show(requested, state, status),
    });

  function act(name: string, action: PageAction, requested: AdminRequest) {
    const { form, key } = requested;
    const { checks = { reason: parseReason }, about, keptLength = LONGEST_KEPT } = action;
    const prefix = findPrefix(form.names, name);
    const read: ReadField = (field) => form.field(fieldOf(prefix, field));
    const run = async () => {
      await checkTogether(
        Object.entries(checks).map(([field, check]) => {
          return () => aboutField(field, () => check(read(field), read));
        }),
      );
      const done = await action.run(read, requested);
      if (done.startsWith('/')) return seeOther(done);
      return seeOther(`${path.replace(/:\w+/, key)}/?done=${done}`);
    };
    return answerForm(run, {
      ...{ keptLength, about },
      values: form.fields(...form.names.filter((field) => field.startsWith(`${prefix}-`))),
      nameOf: (field) => fieldOf(prefix, field),
      show: (state, status) => show(requested, { action: prefix, ...state }, status),
    });
  }

  return [
    { method: 'GET', path, role, answer: answerSearch },
    ...Object.entries(actions).map(([name, action]): AdminRoute => {
      const { takesFiles = false } = action;
      const answer = (requested: AdminRequest) => act(name, action, requested);
      const route = { role: action.role ?? role, takesFiles, answer };
      return { method: 'POST', path: `${path}/${name}`, ...route };
    }),
  ];
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

/** Longest text that is searched for; an e-mail address fits. */
const LONGEST = 254;
const ROWS = 100;

/** The named parameters of a query, each cut to the longest text that is searched for. */
function readQuery<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> {
  const read = (name: Name) => [name, (query.get(name) ?? '').slice(0, LONGEST).trim()];
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

/** The number of an entry; `undefined` for a text that is none. */
export function parseId(text: string | null): number | undefined {
  return ENTRY_ID.test(text ?? '') ? Number(text) : undefined;
}

/** Tests whether one of several texts has what was looked for in it, whatever the case. */
export function createSearch(text: string): (...texts: string[]) => boolean {
  const sought = text.toLowerCase();
  return (...texts) => texts.some((each) => each.toLowerCase().includes(sought));
}

type Search = Readonly<Record<string, string>>;

/** The page that the query names, of up to 100 rows; one past the last is the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  query: URLSearchParams,
  path: string,
  search: Search,
): PageOf<Row> {
  const { first, next } = serverAdminMessages;
  const last = Math.max(1, Math.ceil(rows.length / ROWS));
  const page = Math.min(last, parseId(query.get('page')) ?? 1);
  return {
    rows: rows.slice((page - 1) * ROWS, page * ROWS),
    count: rows.length,
    links: [
      ...(page > 1 ? [{ label: first, href: withQuery(path, search) }] : []),
      ...(page < last
        ? [{ label: next, href: withQuery(path, { ...search, page: page + 1 }) }]
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
  const { newest, older } = adminMessages;
  const olderPath = withQuery(path, { ...search, before: nextBeforeId });
  return {
    rows,
    links: [
      ...(beforeId === undefined ? [] : [{ label: newest, href: withQuery(path, search) }]),
      ...(nextBeforeId === undefined ? [] : [{ label: older, href: olderPath }]),
    ],
  };
}
