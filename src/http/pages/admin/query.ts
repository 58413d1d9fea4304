// Reads what pages of administration are asked with, and tells refusals on the page itself.

import { Failure } from '../../../lib/failure.ts';
import type { FormProblem } from '../../../views/forms.tsx';

/** Longest text that is looked for, which an e-mail address fits. */
const LONGEST = 254;

/** What a page was asked with, cut to what may be looked for. */
export function readQuery<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> {
  const read = (name: Name) => [name, (query.get(name) ?? '').slice(0, LONGEST).trim()];
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

/** The number of something; `undefined` for what is none. */
export function parseId(text: string): number | undefined {
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The refusal as a form tells it; `nameOf` gives what the form calls a field. */
export function problemOf(
  error: Failure,
  nameOf: (field: string) => string = (field) => field,
): FormProblem {
  const { field, message } = error;
  return field === undefined ? { message } : { field: nameOf(field), message };
}

/** Whether what was thrown is to be told on the page: everything but what the whole service suffers from. */
export function isShownToUser(error: unknown): error is Failure {
  return error instanceof Failure && error.kind !== 'unavailable';
}
