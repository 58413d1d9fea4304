// Forms of our own pages: who may send them, what they hold, and the redirect afterwards.

import { Failure } from '../../../lib/failure.ts';
import { formMessages } from '../../../messages/messages.ts';
import type { HttpContext } from '../../context.ts';
import { readBody, readForm } from '../../form.ts';
import { isSameOrigin } from '../../same-origin.ts';

/** The fields of a form. */
export interface PageForm {
  /** As it was typed, empty when it is missing; of several with one name the last. */
  field(name: string): string;
}

const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;|$)/i;

/**
 * Reads a form that a page of this site sent. The route needs `parse: 'none'`. Throws `forbidden`
 * when it came from anywhere else, `invalid` when it is no form, and `BodyTooLargeError`.
 */
export async function readPageForm(
  request: Request,
  { baseUrl }: Pick<HttpContext, 'baseUrl'>,
): Promise<PageForm> {
  if (!isSameOrigin(request.headers, baseUrl)) {
    throw new Failure('forbidden', formMessages.foreign(baseUrl));
  }
  // A form with nothing in it but its button has no body, and some browsers then name no type.
  return readFields(request, { notAForm: formMessages.notAForm, mayBeEmpty: true });
}

/** Reads the fields of a form from anywhere. Throws `invalid` with the sentence when it is no form. */
export async function readFields(
  request: Request,
  { notAForm, mayBeEmpty }: { notAForm: string; mayBeEmpty: boolean },
): Promise<PageForm> {
  const text = await readBody(request);
  const isNothing = text === '' && mayBeEmpty;
  if (!isNothing && !FORM_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw new Failure('invalid', notAForm);
  }
  const fields = new Map<string, string>();
  readForm(text, (name, value) => fields.set(name, value));
  return { field: (name) => fields.get(name) ?? '' };
}

/** Redirects with a GET after a form was done, so that reloading the page sends nothing again. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-store', ...headers },
  });
}
