// Forms of our own pages: who may send them, what they hold, and the redirect afterwards.

import { Failure } from '../../../lib/failure.ts';
import { storableText } from '../../../lib/text.ts';
import { formMessages } from '../../../messages/messages.ts';
import type { HttpContext } from '../../context.ts';
import { readBody, readBytes, readForm } from '../../form.ts';
import { isSameOrigin } from '../../same-origin.ts';

/** The fields of a form. */
export interface PageForm {
  /** As it was typed but without NUL, empty when it is missing; of several with one name the last. */
  field(name: string): string;
  /** The content of a file that it sent; `undefined` without one. */
  file(name: string): Uint8Array | undefined;
}

const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;|$)/i;

/**
 * Reads a form that a page of this site sent. The route needs `parse: 'none'`. Throws `forbidden`
 * when it came from anywhere else, `invalid` when it is no form, and `BodyTooLargeError`.
 */
export async function readPageForm(
  request: Request,
  context: Pick<HttpContext, 'baseUrl'>,
): Promise<PageForm> {
  requireOwnForm(request, context);
  // A form with nothing in it but its button has no body, and some browsers then name no type.
  return readFields(request, { notAForm: formMessages.notAForm, mayBeEmpty: true });
}

/** The largest form with a file or a long text, in bytes: one that is too large is told so at its field. */
const UPLOAD_LIMIT = 1024 * 1024;
const UPLOAD_TYPE = /^multipart\/form-data *;/i;

/** The same for a form that may send files. It is read only for those who may send it. */
export async function readUploadForm(
  request: Request,
  context: Pick<HttpContext, 'baseUrl'>,
): Promise<PageForm> {
  const type = request.headers.get('content-type') ?? '';
  if (!UPLOAD_TYPE.test(type)) return readPageForm(request, context);
  requireOwnForm(request, context);
  const fields = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  for (const [name, value] of await readParts(await readBytes(request, UPLOAD_LIMIT), type)) {
    if (typeof value === 'string') fields.set(name, storableText(value));
    else files.set(name, new Uint8Array(await value.arrayBuffer()));
  }
  return { field: (name) => fields.get(name) ?? '', file: (name) => files.get(name) };
}

async function readParts(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Failure('invalid', formMessages.notAForm);
  }
}

function requireOwnForm(request: Request, { baseUrl }: Pick<HttpContext, 'baseUrl'>): void {
  if (isSameOrigin(request.headers, baseUrl)) return;
  throw new Failure('forbidden', formMessages.foreign(baseUrl));
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
  readForm(text, (name, value) => fields.set(name, storableText(value)));
  return { field: (name) => fields.get(name) ?? '', file: () => undefined };
}

/** Redirects with a GET after a form was done, so that reloading the page sends nothing again. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-store', ...headers },
  });
}
