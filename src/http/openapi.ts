// What routes say of themselves in the description of the API, beside the schemas that they declare.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';

const FORM = 'application/x-www-form-urlencoded';

/** Under which key a description carries the further statuses of its answers; src/http/api-description.ts reads them. */
export const STATUSES_KEY = 'x-statuses';

/** A schema under the name by which the description has it once, among its components. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return { ...schema, title: name };
}

/**
 * The statuses of answers besides the one that the route declares, to be spread into its description. What
 * they look like follows from the path. Every path also answers 403, 500 and 503, which nobody has to name.
 */
export function alsoAnswers(...statuses: readonly number[]): object {
  return { [STATUSES_KEY]: statuses };
}

/** Says that a session changes the answer, and that there is one without. */
export const SESSION_OPTIONAL = { security: [{}, { session: [] }] };
/** Says that nobody gets the answer without a session. */
export const SESSION_REQUIRED = { security: [{ session: [] }] };

/** The fields of a schema as query parameters. */
export function describeQuery(schema: TObject, example: Readonly<Record<string, unknown>> = {}) {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: 'query' as const,
    required: schema.required?.includes(name) ?? false,
    schema: plain(property),
    ...(example[name] === undefined ? {} : { example: example[name] }),
  }));
}

/** The fields of a schema as an urlencoded form. */
export function describeForm(schema: TObject, example?: Readonly<Record<string, unknown>>) {
  return {
    required: true,
    content: { [FORM]: { schema: plain(schema), ...(example === undefined ? {} : { example }) } },
  };
}

/** An answer with status 200 under each type that it may be sent with. */
export function describeAnswer(schemas: Record<string, TSchema>) {
  const content = Object.entries(schemas).map(([type, schema]) => [
    type,
    { schema: plain(schema) },
  ]);
  return { 200: { description: 'OK', content: Object.fromEntries(content) } };
}

/** A page, in the description of the API. */
export function describePage(page: { operationId?: string; summary: string }) {
  const schema = named('Page', Type.String({ description: 'An HTML page.' }));
  return {
    ...page,
    tags: ['Pages'],
    responses: describeAnswer({ 'text/html': schema }),
  };
}

/** TypeBox's regular expressions become the strings with a pattern that OpenAPI knows. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.type !== 'RegExp') return value;
    const { source, flags: _flags, type: _type, ...rest } = value;
    return { ...rest, type: 'string', pattern: source };
  });
}
