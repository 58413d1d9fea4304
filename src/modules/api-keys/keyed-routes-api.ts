// What all routes for API keys have in common: who may use them, their fields, and the form of answers.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type AnyElysia, Elysia } from 'elysia';
import { readBody, readForm } from '../../platform/http/form.ts';
import { describeRoute, nullable, text } from '../../platform/http/openapi.ts';
import {
  hashParameter,
  type pathParameter,
  queryParameters,
} from '../../platform/http/parameters.ts';
import { answerPrivateJson } from '../../platform/http/read-answer.ts';
import { lacksFactor, type StaffPorts } from '../../platform/http/staff-admission.ts';
import { type AsciiJson, toAsciiJson } from '../../platform/lib/ascii-json.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Scope } from './api-key-ports.ts';
import type { ApiKeys, KeyHolder } from './api-keys.ts';
import { keyFailures } from './messages.ts';

export interface KeyedRoutePorts {
  apiKeys: Pick<ApiKeys, 'authenticate'>;
  staff: StaffPorts;
}

/** A request of a program, after its key and its fields were checked. */
export interface KeyedRequest {
  holder: KeyHolder;
  params: Readonly<Record<string, string>>;
  query: Readonly<Partial<Record<string, string>>>;
  /** The fields of the body. */
  fields: Readonly<Partial<Record<string, string>>>;
}

interface KeyedRoute {
  summary: string;
  /** The statuses besides those that every such route has. */
  statuses?: readonly number[];
  response: TSchema;
  parameter?: ReturnType<typeof pathParameter>;
  query?: readonly string[];
  fields?: TObject;
  run(requested: KeyedRequest): unknown;
}

/** Creates an application whose routes need a key with a scope, and the function that adds a route to it. */
export function createKeyedRoutes({ apiKeys, staff }: KeyedRoutePorts, scope: Scope) {
  const holders = new WeakMap<Request, KeyHolder>();

  async function admit(request: Request): Promise<void> {
    const header = request.headers.get('authorization');
    const holder = await apiKeys.authenticate(header, scope);
    if (scope === 'moderate' && (await lacksFactor(staff, holder.account.id))) {
      throw new Failure('forbidden', keyFailures.noFactor);
    }
    holders.set(request, holder);
  }

  const app: AnyElysia = new Elysia({ name: `key ${scope}` })
    .parser('fields', async ({ request }) => readFields(await readBody(request)))
    // This comes before every check of the framework, so that a request without a key learns nothing else.
    .onTransform(async ({ request }) => {
      await admit(request);
    })
    .mapResponse(({ responseValue }) =>
      responseValue instanceof Response
        ? undefined
        : answerPrivateJson(toAsciiJson(responseValue as AsciiJson)),
    );

  function add(method: 'GET' | 'POST' | 'PATCH', path: string, route: KeyedRoute): void {
    const { summary, statuses = [], response, parameter, query = [], fields, run } = route;
    const tag = scope === 'moderate' ? 'Moderation' : 'Your servers';
    const values = queryParameters(...query);
    const body = fields && { parse: ['fields', 'urlencoded'], body: fields };
    const refusals = [401, 403, 429, ...statuses, ...(fields === undefined ? [] : [400, 413])];
    const hook = {
      response,
      ...values,
      transform: [values.transform, ...(parameter === undefined ? [] : [parameter.transform])],
      ...(parameter && { params: parameter.params }),
      ...body,
      detail: {
        ...describeRoute(tag, summary, ...refusals),
        security: [{ key: [scope] }],
      },
    };
    app.route(
      method,
      path,
      ({ request, params, query, body }) => {
        const holder = holders.get(request);
        if (holder === undefined) throw new Error('A route for programs was called without a key.');
        return run({ holder, params, query, fields: Object(body) });
      },
      hook as object,
    );
  }

  return { app, add };
}

function readFields(body: string): Record<string, string> {
  const fields: Record<string, string> = {};
  readForm(body, (name, value) => {
    if (!Object.hasOwn(Object.prototype, name)) fields[name] = value.toWellFormed();
  });
  return fields;
}

type Fields = Readonly<Record<string, string | TSchema>>;

/** The required and the optional fields of a form by their names, with schemas or descriptions. */
export function fieldsOf(needed: Fields, optional: Fields = {}): TObject {
  const names = Object.keys({ ...needed, ...optional });
  const toFields = (fields: Fields, wrap: (field: TSchema) => TSchema = (field) => field) =>
    Object.entries(fields).map(([name, given]) => {
      const schema = typeof given === 'string' ? text(given) : given;
      const values: unknown[] = (schema.anyOf ?? []).map((one: TSchema) => one.const);
      const error = () =>
        `Send the field ${name} in the body, as forms do${values.length > 0 ? `: ${values.join(', ')}` : ''}.`;
      return [name, wrap({ ...schema, error } as unknown as TSchema)];
    });
  const properties = [...toFields(needed), ...toFields(optional, (field) => Type.Optional(field))];
  return Type.Object(Object.fromEntries(properties), {
    additionalProperties: false,
    error: () => `Send only the fields ${names.join(', ')}.`,
  });
}

/** A record in answers, by its fields: the schema of each, and how it is read. Times are Unix seconds. */
export function recordOf<Item>(title: string, fields: Readonly<Record<string, Field<Item>>>) {
  const parts = Object.entries(fields);
  const schemas = parts.map(([name, [schema]]) => [name, schema]);
  return {
    schema: Type.Object(Object.fromEntries(schemas), { title }),
    describe: (item: Item) =>
      Object.fromEntries(parts.map(([name, [, read]]) => [name, read(item)])),
  };
}

type Field<Item> = readonly [schema: TSchema, read: (item: Item) => unknown];

/** A field that is null when it has no value. */
export const orNull = <Item>(
  schema: TSchema,
  description: string,
  read: (item: Item) => unknown,
): Field<Item> => [nullable(schema, description), (item) => read(item) ?? null];

/** A field with a time, or with null. */
export const timeOf = <Item>(
  description: string,
  read: (item: Item) => number | null,
): Field<Item> =>
  orNull(Type.Integer(), `In Unix seconds; ${description}`, (item) => {
    const at = read(item);
    return at && Math.floor(at / 1_000);
  });

export const STATES =
  'public, private, unlisted (by a moderator) or filtered (by its name); null while it is offline.';

export const ChangeSchema = Type.Object(
  { changed: Type.Boolean({ description: 'False if there was nothing to change.' }) },
  { title: 'Change', examples: [{ changed: true }] },
);

function failWithoutServer(): never {
  throw new Failure('not_found', 'A server has a hash of 32 hex digits.');
}

export const serverHash = (segmentsBehind = 0) => hashParameter(failWithoutServer, segmentsBehind);
