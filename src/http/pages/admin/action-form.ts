// The forms of actions on pages of administration: checks all fields, does the action, and redirects or shows the page again.

import { aboutField, checkTogether } from '../../../lib/failure.ts';
import { type ActionState, fieldOf } from '../../../views/admin/parts.tsx';
import { answerForm, type PageForm, seeOther } from '../public/page-form.ts';

const LONGEST_KEPT = 600;

/** Gives a field of the action as it was typed. */
export type ReadField = (field: string) => string;

/** One action as its form requests it. */
export interface SubmittedAction {
  /** Its fields begin with it. */
  name: string;
  /** Its fields, each with the check that throws a `Failure`, where `run` does not check it itself. */
  fields: Readonly<Record<string, ((typed: string) => unknown) | undefined>>;
  /** The field that other failures are about, where they name none. */
  about?: string;
  /** Longest text that is shown again, where it is not the usual one. */
  keptLength?: number;
  /** Returns where the visitor goes on. */
  run(read: ReadField): Promise<string>;
}

/** Does the action. Where that fails, `show` makes the page with what is wrong. */
export function answerAction(
  form: PageForm,
  { name, fields, about, keptLength = LONGEST_KEPT, run }: SubmittedAction,
  show: (state: ActionState, status: number) => Response | Promise<Response>,
): Promise<Response> {
  const read: ReadField = (field) => form.field(fieldOf(name, field));
  const names = Object.keys(fields);
  return answerForm(
    async () => {
      await checkTogether(
        names.map((field) => () => aboutField(field, () => fields[field]?.(read(field)))),
      );
      return seeOther(await run(read));
    },
    {
      values: Object.fromEntries(names.map((field) => [fieldOf(name, field), read(field)])),
      keptLength,
      nameOf: (field) => fieldOf(name, field),
      ...(about === undefined ? {} : { about }),
      show: (state, status) => show({ action: name, ...state }, status),
    },
  );
}
