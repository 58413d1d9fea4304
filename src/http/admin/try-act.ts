// Does what the form of an act asks for, or keeps what was typed and says at each field what is wrong.

import { type ActState, fieldOf } from '../../pages/admin/parts.tsx';
import type { FormProblem } from '../../pages/forms.tsx';
import { statusOf } from '../errors.ts';
import type { OwnForm } from '../web/own-form.ts';
import { isTold, problemOf } from './asked.ts';

const LONGEST_KEPT = 600;

/** Gives a field of the act as it was typed. */
export type ReadField = (field: string) => string;

/** One act as its form asks for it. */
export interface AskedAct {
  /** Its fields begin with it. */
  name: string;
  /** Its fields, each with what refuses it by throwing a `MusterError`, where `run` does not. */
  fields: Readonly<Record<string, ((typed: string) => unknown) | undefined>>;
  /** The field that anything else which is refused is about, where no `FieldError` names it. */
  about?: string;
  run(read: ReadField): Promise<unknown>;
}

/** What the page of a refused act shows. */
export interface RefusedAct {
  state: ActState;
  status: number;
}

/** Does it; returns what the page shows where it was refused. */
export async function tryAct(form: OwnForm, act: AskedAct): Promise<RefusedAct | undefined> {
  const { name, fields, about } = act;
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
      if (!isTold(error)) throw error;
      return [{ field: fieldOf(name, field), message: error.message }];
    }
  });
  if (problems.length > 0) return { state: { act: name, values, problems }, status: 400 };
  try {
    await act.run(read);
    return undefined;
  } catch (error) {
    if (!isTold(error)) throw error;
    const problem = problemOf(error, (field) => fieldOf(name, field));
    const told = about === undefined ? problem : { field: fieldOf(name, about), ...problem };
    return { state: { act: name, values, problems: [told] }, status: statusOf(error.kind) };
  }
}
