// Forms of the site's pages: who may send them, their fields, the redirect afterwards, and the page after a failure.

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
  /** The text as typed, empty if missing. If several fields share a name, the last one counts. */
  field(name: string): string;
  /** Several fields, to show again. */
  fields(...names: readonly string[]): Record<string, string>;
  /** All names except that of the form's number. */
  names: readonly string[];
  file(name: string): Uint8Array | undefined;
  /** Equal for each sending of one form with the same content; empty for a form without a number. */
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

/** Answers a form with `submit`. If the same form is sent again, it gets the same answer. */
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
 * Reads a form from a page of this site. The route needs `parse: 'none'`. Throws `forbidden`
 * if the form came from elsewhere, `invalid` if it is not a form, and `BodyTooLargeError`.
 */
export async function readPageForm(
  request: Request,
  context: { baseUrl: string },
): Promise<PageForm> {
  requireOwnForm(request, context);
  // A form with only a button has no body, and some browsers then send no type.
  return readFields(request, { notAForm: formMessages.notAForm, mayBeEmpty: true });
}

/** The largest form with a file or a long text, in bytes. A larger one is reported at its field. */
const UPLOAD_LIMIT = 1024 * 1024;
const UPLOAD_TYPE = /^multipart\/form-data *;/i;

/** Like `readPageForm`, for a form that may contain files. It is only read for visitors who may send it. */
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

/** Throws `forbidden` if no page of this site sent the form. */
export function requireOwnForm(request: Request, { baseUrl }: { baseUrl: string }): void {
  if (isSameOrigin(request.headers, baseUrl)) return;
  throw new Failure('forbidden', formMessages.foreign(baseUrl));
}

/** Reads the fields of a form from anywhere. Throws `invalid` with the sentence if it is not a form. */
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

/** Redirects with a GET after a form, so that reloading the page sends nothing again. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-store', ...headers },
  });
}

/** Redirects to the current path of a server whose hash changed. It may change again. */
export function found(path: string): Response {
  const headers = { location: path, 'cache-control': 'no-store' };
  return new Response(null, { status: 302, headers });
}

/**
 * Whether the browser says that the request came from a page of this installation: at the base URL,
 * or at the request's host, which the host guard accepted. Every current browser says so
 * with each POST. A request without these headers is not accepted.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === null && origin === null) return false;
  if (site !== null && site !== 'same-origin') return false;
  const { origin: own, protocol } = new URL(baseUrl);
  return origin === null || origin === own || origin === `${protocol}//${headers.get('host')}`;
}

/** Default maximum length of a text that its field shows again. */
const KEPT_LENGTH = 254;

export interface FailedForm {
  /** The typed texts by field name, to show again. Never a password or a code. */
  values?: Readonly<Record<string, string>>;
  keptLength?: number | undefined;
  /** Maps the field of a failure to the page's name for it; by default the same name. */
  nameOf?(field: string): string;
  /** The field for failures that name none. */
  about?: string | undefined;
  /** Called with the failure before the page is rendered. */
  onFailure?(failure: Failure): void | Promise<void>;
  show(state: FormState, status: number): Response | Promise<Response>;
}

/**
 * Answers a form with `submit`. A failure that the visitor can fix becomes the page of
 * the form: each problem at its field, the typed texts, the status of its kind, and Retry-After.
 * All other errors are rethrown for `errors.ts`.
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
  const problems = [failure, ...failure.others].map(({ field = about, text }): FormProblem => {
    const message = typeof text === 'string' ? text : text();
    return field === undefined ? { message } : { field: nameOf(field), message };
  });
  const kept = Object.entries(values).map(([name, value]) => [name, value.slice(0, keptLength)]);
  return { values: Object.fromEntries(kept), problems };
}
