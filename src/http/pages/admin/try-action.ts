// Does what the form of an act asks for, or keeps what was typed and says at each field what is wrong.

import { type ActionState, fieldOf } from '../../../views/admin/parts.tsx';
import type { FormProblem } from '../../../views/forms.tsx';
import { statusOf } from '../../errors.ts';
import type { PageForm } from '../public/page-form.ts';
import { isShownToUser, problemOf } from './query.ts';

const LONGEST_KEPT = 600;

/** Gives a field of the act as it was typed. */
export type ReadField = (field: string) => string;

/** One act as its form asks for it. */
export interface SubmittedAction {
  /** Its fields begin with it. */
  name: string;
  /** Its fields, each with what refuses it by throwing a `Failure`, where `run` does not. */
  fields: Readonly<Record<string, ((typed: string) => unknown) | undefined>>;
  /** The field that anything else which is refused is about, where the failure names none. */
  about?: string;
  run(read: ReadField): Promise<unknown>;
}

/** What the page of a refused act shows. */
export interface RefusedAction {
  state: ActionState;
  status: number;
}

/** Does it; returns what the page shows where it was refused. */
export async function tryAction(
  form: PageForm,
  action: SubmittedAction,
): Promise<RefusedAction | undefined> {
  const { name, fields, about } = action;
  const read: ReadField = (field) => form.field(fieldOf(name, field));
  const names = Object.keys(fields);
  const values = Object.fromEntries(
    names.map((field) => [fieldOf(name, field), read(field).slice(0, LONGEST_KEPT)]),
  );
  const problems = names.flatMap((field): FormProblem[] => {
    try {
      fields[field]?.(read(field));
      return [];
    } catch (error) {
      if (!isShownToUser(error)) throw error;
      return [{ field: fieldOf(name, field), message: error.message }];
    }
  });
  if (problems.length > 0) return { state: { action: name, values, problems }, status: 400 };
  try {
    await action.run(read);
    return undefined;
  } catch (error) {
    if (!isShownToUser(error)) throw error;
    const problem = problemOf(error, (field) => fieldOf(name, field));
    const described = about === undefined ? problem : { field: fieldOf(name, about), ...problem };
    return { state: { action: name, values, problems: [described] }, status: statusOf(error.kind) };
  }
}
