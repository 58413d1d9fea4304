// Forms of our own pages: who may send them, what they hold, the redirect afterwards, and the page again where that fails.

import { sha256Hex } from '../lib/digest.ts';
import { Failure, isForVisitors } from '../lib/failure.ts';
import { formMessages } from '../messages/messages.ts';
import { FORM_NUMBER, type FormProblem, type FormState } from '../views/form-fields.tsx';
import { type CookieJar, readCookies } from './cookies.ts';
import { statusOf, withRetryAfter } from './errors.ts';
import { readBody, readBytes, readForm } from './form.ts';
import type { AnswerOnce } from './form-repeats.ts';
import { pathOf } from './path.ts';

export interface PageForm {
  /** As it was typed, empty when it is missing; of several with one name the last. */
  field(name: string): string;
  /** Several of them, to be shown again. */
  fields(...names: readonly string[]): Record<string, string>;
  /** Without that of the number which the page gave the form. */
  names: readonly string[];
  file(name: string): Uint8Array | undefined;
  /** The same for each sending of one form with one content; empty for a form that no page numbered. */
  makeFingerprint(): string;
}

export const NO_FORM = formOf(new Map());

function formOf(
  fields: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): PageForm {
  const field = (name: string) => fields.get(name) ?? '';
  return {
    field,
    fields: (...names) => Object.fromEntries(names.map((name) => [name, field(name)])),
    names: [...fields.keys()].filter((name) => name !== FORM_NUMBER),
    file: (name) => files.get(name),
    makeFingerprint() {
      if (field(FORM_NUMBER) === '') return '';
      const digests = [...files].map(([name, bytes]) => [name, sha256Hex(bytes)]);
      return sha256Hex(JSON.stringify([...fields, ...digests]));
    },
  };
}

/** Answers a form of a page as `submit` does; the same form sent again gets the same answer. */
export function answerFormOnce(
  context: { answerOnce: AnswerOnce },
  request: Request,
  form: PageForm,
  jar: CookieJar,
  submit: () => Promise<Response>,
): Promise<Response> {
  const session = readCookies(request, 'session').join(';');
  const sent = { session, path: pathOf(request), fingerprint: form.makeFingerprint() };
  return context.answerOnce(sent, jar, submit);
}

const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;|$)/i;

/**
 * Reads a form that a page of this site sent. The route needs `parse: 'none'`. Throws `forbidden`
 * when it came from anywhere else, `invalid` when it is no form, and `BodyTooLargeError`.
 */
export async function readPageForm(
  request: Request,
  context: { baseUrl: string },
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
  context: { baseUrl: string },
): Promise<PageForm> {
  const type = request.headers.get('content-type') ?? '';
  if (!UPLOAD_TYPE.test(type)) return readPageForm(request, context);
  requireOwnForm(request, context);
  const fields = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  for (const [name, value] of await readParts(await readBytes(request, UPLOAD_LIMIT), type)) {
    if (typeof value === 'string') fields.set(name, value.toWellFormed());
    else files.set(name, new Uint8Array(await value.arrayBuffer()));
  }
  return formOf(fields, files);
}

async function readParts(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Failure('invalid', formMessages.notAForm);
  }
}

/** Throws `forbidden` when no page of this site sent it. */
export function requireOwnForm(request: Request, { baseUrl }: { baseUrl: string }): void {
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
  return parseFields(text);
}

export function parseFields(text: string): PageForm {
  const fields = new Map<string, string>();
  readForm(text, (name, value) => fields.set(name, value.toWellFormed()));
  return formOf(fields);
}

/** Redirects with a GET after a form was done, so that reloading the page sends nothing again. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-store', ...headers },
  });
}

/** Redirects to where the server of a former hash is now, which may change again. */
export function found(path: string): Response {
  const headers = { location: path, 'cache-control': 'no-store' };
  return new Response(null, { status: 302, headers });
}

/**
 * Whether the browser says that the request came from a page of this installation: at the base URL,
 * or at the host that the request names, which the host guard accepted. Every current browser says so
 * with each POST; a request without these headers is not accepted.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === null && origin === null) return false;
  if (site !== null && site !== 'same-origin') return false;
  const { origin: own, protocol } = new URL(baseUrl);
  return origin === null || origin === own || origin === `${protocol}//${headers.get('host')}`;
}

/** Longest text that is shown again in its field, unless a form says otherwise. */
const KEPT_LENGTH = 254;

export interface FailedForm {
  /** What was typed, by name of field; it is shown again. Never a password or a code. */
  values?: Readonly<Record<string, string>>;
  keptLength?: number | undefined;
  /** What the page calls a field of a failure; the same name unless given. */
  nameOf?(field: string): string;
  /** The field that a failure is about which names none. */
  about?: string | undefined;
  /** Called with the failure before the page is made. */
  onFailure?(failure: Failure): void | Promise<void>;
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
