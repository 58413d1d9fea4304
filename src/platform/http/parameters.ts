// Parameters of paths and queries: their schemas, and the answer to a value that the framework refuses.

import { type TOptional, type TString, Type } from '@sinclair/typebox';
import type { ValidationError } from 'elysia';
import { MD5_HEX } from '../lib/digest.ts';
import { ONE_TIME_TOKEN } from '../lib/one-time-code.ts';
import { ownCopy } from '../lib/text.ts';
import { messages } from '../messages/messages.ts';
import type { CookieJar } from './cookies.ts';
import { answerError, answerFailure, type ReportPorts } from './errors.ts';
import { pathOf } from './path.ts';

/** A request with a refused parameter, and the jar for the cookies of its answer. */
export interface MismatchedRequest {
  request: Request;
  set: CookieJar & { status?: number | string };
}

/** May throw, like any handler. */
export type AnswerMismatch = (requested: MismatchedRequest) => Response | Promise<Response>;

export function matching(
  { source }: RegExp,
  options: { description: string; examples?: string[] },
): TString {
  return Type.String({ pattern: source, ...options });
}

/** The hash of 127.0.0.1:8080, for examples. */
export const EXAMPLE_HASH = '5958c386bf5e9109ac10d2a628645aea';

export const HASH = matching(MD5_HEX, {
  description: 'Hash of the server.',
  examples: [EXAMPLE_HASH],
});
export const TOKEN = matching(ONE_TIME_TOKEN, { description: 'From the link.' });
export const FILE_NAME = matching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/, {
  description: 'Name of the file.',
});

/**
 * The parameter of a route's path, to spread into the route's options. The value is the text in the path,
 * passed through `read`. The framework's own decoding fails for a broken escape, which the
 * compatible API has to tolerate. A value that `schema` refuses never reaches the handler:
 * `answerMismatch` answers it, by default with the page for unknown paths.
 */
export function pathParameter<Name extends string>(
  name: Name,
  schema: TString,
  {
    read = (raw) => raw,
    answerMismatch = answerNothingHere,
    segmentsBehind = 0,
  }: {
    read?: (raw: string) => string;
    answerMismatch?: AnswerMismatch;
    segmentsBehind?: number;
  } = {},
) {
  const value: TString = { ...schema, error: () => answerMismatch };
  return {
    params: Type.Object({ [name]: value } as Record<Name, TString>),
    transform({ params, request }: { params: Record<string, unknown>; request: Request }): void {
      // The framework's `route` does not work here: the framework searches the source of a hook for its uses, and does
      // not find this one in the minified binary.
      const segments = pathOf(request).replace(/\/$/, '').split('/');
      params[name] = ownCopy(read(segments.at(-1 - segmentsBehind) ?? ''));
    },
  };
}

/** The parameter `:hash` of a route: the hash of a server, in lower case. */
export function hashParameter(answerMismatch: AnswerMismatch, segmentsBehind = 0) {
  const read = (raw: string) => raw.toLowerCase();
  return pathParameter('hash', HASH, { read, answerMismatch, segmentsBehind });
}

/** Answers a request whose parameter the framework refused, with the route's `answerMismatch`. */
export async function answerRefusedParameter(
  { customError }: Pick<ValidationError, 'customError'>,
  requested: MismatchedRequest,
  context: ReportPorts,
): Promise<Response> {
  const answer = typeof customError === 'function' ? customError : answerNothingHere;
  // The framework sets the status of a refused value, which would replace a 200.
  requested.set.status = 200;
  try {
    return await answer(requested);
  } catch (thrown) {
    return answerError(requested.request, thrown, context);
  }
}

function answerNothingHere({ request }: MismatchedRequest): Response {
  return answerFailure(request, 404, messages.failure.nothingHere);
}

/** Longer values are cut, since no page uses that much. */
const MAX_VALUE_LENGTH = 1_024;

const ValueSchema = Type.Optional(Type.String({ maxLength: MAX_VALUE_LENGTH }));

/**
 * The keys of a query, to spread into the route's options. Every value passes, since pages use the
 * default for unknown values. Other keys are ignored. The first of several values counts,
 * and invalid UTF-8 becomes U+FFFD, unlike in the framework's own parser.
 */
export function queryParameters<Name extends string>(...names: readonly Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, ValueSchema]));
  return {
    query: Type.Object(properties as Record<Name, TOptional<TString>>, {
      additionalProperties: true,
    }),
    transform({ query, request }: { query: Record<string, unknown>; request: Request }): void {
      // Without a Host header, the URL has no origin.
      const given = new URL(request.url, 'http://own.invalid').searchParams;
      for (const name of names) {
        const value = given.get(name);
        if (value === null) delete query[name];
        else query[name] = ownCopy(value.slice(0, MAX_VALUE_LENGTH)).toWellFormed();
      }
    },
  };
}
