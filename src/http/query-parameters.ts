// The query of a page: the keys that the page reads, which the framework checks, and how they are read.

import { type TOptional, type TString, Type } from '@sinclair/typebox';
import { storableText } from '../lib/text.ts';

/** Longer values are cut; no page reads so much of one. */
const LONGEST_VALUE = 1_024;

const ValueSchema = Type.Optional(Type.String({ maxLength: LONGEST_VALUE }));

/**
 * The keys of a query, to be spread into the options of a route. Every value passes, since pages take the
 * default for what they do not know, and other keys are ignored. Of several values the first counts,
 * bytes that are no UTF-8 become U+FFFD, unlike in the framework's own reading, and NUL is left out.
 */
export function queryParameters<Name extends string>(...names: readonly Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, ValueSchema]));
  return {
    query: Type.Object(properties as Record<Name, TOptional<TString>>, {
      additionalProperties: true,
    }),
    transform({ query, request }: { query: Record<string, unknown>; request: Request }): void {
      // Without a Host there is no origin in it.
      const given = new URL(request.url, 'http://own.invalid').searchParams;
      for (const name of names) {
        const value = given.get(name);
        if (value === null) delete query[name];
        else query[name] = storableText(value.slice(0, LONGEST_VALUE));
      }
    },
  };
}
