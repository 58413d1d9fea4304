// Pages of administration: each is described by how it is shown and by the actions whose forms are on it.

import type { StaffRole } from '../../../accounts/roles.ts';
import { aboutField, checkTogether, Failure } from '../../../lib/failure.ts';
import { parseReason } from '../../../servers/moderation/moderation.ts';
import { type ActionState, fieldOf } from '../../../views/admin/parts.tsx';
import { answerSitePage } from '../../html.ts';
import { answerForm, type FailedForm, seeOther } from '../page-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { readQuery } from './search.ts';

const LONGEST_KEPT = 600;

/** Gives a field of the action as it was typed. */
export type ReadField = (field: string) => string;

/** Throws a `Failure` for what may not stand in a field. */
type Check = (typed: string, read: ReadField) => unknown;

/** An action whose form is on the page. */
export interface PageAction {
  /** The role that it needs, where it is not that of the page. */
  role?: StaffRole;
  takesFiles?: boolean;
  /** What the names of its fields begin with, where that is not its own name. */
  prefixOf?(read: ReadField): string;
  /** Its fields, each with its check, where `run` does not check it itself; a reason alone unless given. */
  fields?: Readonly<Record<string, Check | undefined>>;
  /** The field that other failures are about, where they name none. */
  about?: string;
  /** Longest text that is shown again, where it is not the usual one. */
  keptLength?: number;
  /** Returns the key of what the page reports then, or the path of another page. */
  run(read: ReadField, requested: AdminRequest): Promise<string>;
}

/** A page; `Field` are the fields of its search. */
export interface AdminPage<Field extends string> {
  /** Without a slash at the end. */
  path: AdminRoute['path'];
  role: StaffRole;
  /** The fields of the search, in the query. */
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

/** The routes of a page: of itself, and of each action under its path. */
export function pageRoutes<Field extends string = never>(page: AdminPage<Field>): AdminRoute[] {
  const { path, role, search: fields = [] } = page;

  async function show(requested: AdminRequest, refused: ActionState, status = 200) {
    const search = readQuery(requested.query, fields);
    const state = { ...refused, values: { ...search, ...refused.values } };
    return answerSitePage(await page.show(requested, state, search), status);
  }

  function answerSearch(requested: AdminRequest): Promise<Response> {
    return answerForm(() => show(requested, { values: {}, problems: [] }), {
      values: readQuery(requested.query, fields),
      ...(page.about === undefined ? {} : { about: page.about }),
      show: (state, status) => show(requested, state, status),
    });
  }

  async function act(name: string, action: PageAction, requested: AdminRequest) {
    const { form, params } = requested;
    const prefix = action.prefixOf?.(form.field) ?? name;
    const read: ReadField = (field) => form.field(fieldOf(prefix, field));
    const { fields = { reason: parseReason }, about, keptLength = LONGEST_KEPT } = action;
    const names = Object.keys(fields);
    const failed: FailedForm = {
      values: Object.fromEntries(names.map((field) => [fieldOf(prefix, field), read(field)])),
      keptLength,
      nameOf: (field) => fieldOf(prefix, field),
      ...(about === undefined ? {} : { about }),
      show: (state, status) => show(requested, { action: prefix, ...state }, status),
    };
    return answerForm(async () => {
      await checkTogether(
        names.map((field) => () => aboutField(field, () => fields[field]?.(read(field), read))),
      );
      const done = await action.run(read, requested);
      if (done.startsWith('/')) return seeOther(done);
      return seeOther(`${path.replace(/:(\w+)/, (_, key) => params[key] ?? '')}/?done=${done}`);
    }, failed);
  }

  const routes = Object.entries(page.actions ?? {}).map(([name, action]): AdminRoute => {
    const { takesFiles = false } = action;
    const answer = (requested: AdminRequest) => act(name, action, requested);
    return {
      ...{ method: 'POST', path: `${path}/${name}`, role: action.role ?? role },
      ...{ takesFiles, answer },
    };
  });
  return [{ method: 'GET', path, role, answer: answerSearch }, ...routes];
}

/** Throws what a page says where an action has nothing to act on any more. */
export function assertDone(isDone: boolean, sentence: string): void {
  if (!isDone) throw new Failure('conflict', sentence);
}
