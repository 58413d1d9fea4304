// The one adapter from forms to pages: runs the use case of a form, and shows the page again where that fails.

import { type Failure, isForVisitors } from '../../lib/failure.ts';
import type { FormProblem, FormState } from '../../views/forms.tsx';
import { statusOf, withRetryAfter } from '../errors.ts';

/** Longest text that is shown again in its field, unless a form says otherwise. */
const KEPT_LENGTH = 254;

/** How the page of a form that failed is made. */
export interface FailedForm {
  /** What was typed, by name of field; it is shown again. Never a password or a code. */
  values?: Readonly<Record<string, string>>;
  /** Longest text that is shown again. */
  keptLength?: number;
  /** What the page calls a field of a failure; the same name unless given. */
  nameOf?(field: string): string;
  /** The field that a failure is about which names none. */
  about?: string;
  /** Called with the failure before the page is made. */
  onFailure?(failure: Failure): void | Promise<void>;
  /** Makes the page. */
  show(state: FormState, status: number): Response | Promise<Response>;
}

/**
 * Answers a form with what `submit` returns. A failure that the visitor can act on becomes the page of
 * the form: each problem at its field, what was typed kept, the status of its kind, and Retry-After.
 * Everything else is thrown on, to `errors.ts`.
 */
export async function answerForm(
  submit: () => Response | Promise<Response>,
  failed: FailedForm,
): Promise<Response> {
  try {
    return await submit();
  } catch (error) {
    if (!isForVisitors(error)) throw error;
    await failed.onFailure?.(error);
    const answer = await failed.show(describeState(error, failed), statusOf(error.kind));
    return withRetryAfter(answer, error);
  }
}

function describeState(failure: Failure, failed: FailedForm): FormState {
  const { values = {}, keptLength = KEPT_LENGTH, about, nameOf = (field) => field } = failed;
  const problems = [failure, ...failure.others].map(({ field = about, message }): FormProblem => {
    return field === undefined ? { message } : { field: nameOf(field), message };
  });
  const kept = Object.entries(values).map(([name, value]) => [name, value.slice(0, keptLength)]);
  return { values: Object.fromEntries(kept), problems };
}
