// The API description for its page: OpenAPI's shapes, the operations by group, and types in words.

type Named<Value> = Readonly<Record<string, Value>>;

export interface Reference {
  $ref: string;
}

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Named<Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  const?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
}

/** A body or a header. */
export interface Value {
  schema: Schema;
  description?: string;
  example?: unknown;
}

export interface Parameter extends Value {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
}

export interface Answer {
  description: string;
  headers?: Named<Reference>;
  content?: Named<Value>;
}

export interface Operation {
  summary: string;
  description?: string;
  tags: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Named<Value> };
  responses: Named<Answer | Reference>;
  /** Alternative ways to authenticate, each by its schemes, with scopes. One without schemes is open to everybody. */
  security?: readonly Named<readonly string[]>[];
}

export interface ApiDocument {
  info: { title: string; version: string; description: string; license: { name: string } };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Named<Named<Operation>>;
  components: {
    schemas: Named<Schema>;
    responses: Named<Answer>;
    headers: Named<Value>;
    securitySchemes: Named<Named<string>>;
  };
}

export const isReference = (value: object): value is Reference => '$ref' in value;

/** The name of a reference's target. */
export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

export function dereference({ components }: ApiDocument, schema: Schema): Schema {
  return isReference(schema) ? (components.schemas[nameOf(schema)] ?? {}) : schema;
}

/** An operation, and the methods and paths that share it. */
export interface Endpoint {
  places: readonly { method: string; path: string }[];
  operation: Operation;
}

/** The operations of a group. Operations that differ only in path are listed once. */
export function listEndpoints({ paths }: ApiDocument, group: string): Endpoint[] {
  const endpoints = new Map<string, Endpoint>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.tags[0] !== group) continue;
      const key = JSON.stringify([method, { ...operation, operationId: '' }]);
      const places = endpoints.get(key)?.places ?? [];
      const place = { method: method.toUpperCase(), path };
      endpoints.set(key, { places: [...places, place], operation });
    }
  }
  return [...endpoints.values()];
}

export interface Field {
  /** The name with the names around it, as in `records.players`; `[]` is any item of an array, `*` any key. */
  name: string;
  schema: Schema;
  required?: boolean;
}

/** The fields of an object and of objects in it, except of types with their own name. */
export function listFields(schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [], items, anyOf = [], additionalProperties } = schema;
  const dot = prefix === '' ? '' : `${prefix}.`;
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [
      { name: dot + key, schema: inner, required: required.includes(key) },
      ...listFields(inner, dot + key),
    ]),
    ...(items === undefined ? [] : listFields(items, `${prefix}[]`)),
    ...(typeof additionalProperties === 'object'
      ? listFields(additionalProperties, `${dot}*`)
      : []),
    ...anyOf.flatMap((one) => listFields(one, prefix)),
  ];
}

/** Keywords that describe a value. All other keywords limit the value. */
const NO_LIMITS =
  /^(?:\$ref|type|description|properties|required|additionalProperties|items|anyOf|const|enum|examples|minimum|maximum)$/;

function listLimits(schema: Schema): string[] {
  const { minimum = '', maximum = '' } = schema;
  const range = `${minimum}–${maximum}`;
  const others = Object.entries(schema).filter(([key]) => !NO_LIMITS.test(key));
  return [...(range === '–' ? [] : [range]), ...others.map(([key, value]) => `${key}: ${value}`)];
}

/** A type as programmers write it, such as `string | null` or `Server[]`, with its limits. A name is a reference. */
export function typeParts(schema: Schema): (string | Reference)[] {
  return [...bareTypeParts(schema), ...listLimits(schema).map((limit) => ` ${limit}`)];
}

function bareTypeParts(schema: Schema): (string | Reference)[] {
  const { anyOf, items, additionalProperties, type = 'any' } = schema;
  if (isReference(schema)) return [schema];
  if (anyOf !== undefined) return anyOf.flatMap((one) => [' | ', ...typeParts(one)]).slice(1);
  if (items !== undefined) {
    const parts = typeParts(items);
    const isOneWord = parts.every((part) => typeof part !== 'string' || !part.includes(' '));
    return isOneWord ? [...parts, '[]'] : ['(', ...parts, ')[]'];
  }
  if (typeof additionalProperties === 'object')
    return ['{ [key]: ', ...typeParts(additionalProperties), ' }'];
  const values = schema.const === undefined ? schema.enum : [schema.const];
  return [(values ?? [type].flat()).map((value) => `${value}` || '""').join(' | ')];
}

/** The example of an answer or a body; `undefined` if the document has none. */
export function exampleOf(document: ApiDocument, { schema, example }: Value): unknown {
  return example ?? dereference(document, schema).examples?.[0];
}

/** Named types, except those that only request bodies use. Leaves out examples that an operation shows. */
export function listNamedTypes(document: ApiDocument) {
  const { paths, components } = document;
  const answers = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
  );
  const used = JSON.stringify([answers, components]);
  const bodies = answers.flatMap((it) => (isReference(it) ? [] : Object.values(it.content ?? {})));
  const shown = JSON.stringify(bodies.map((body) => exampleOf(document, body)));
  return Object.entries(components.schemas)
    .filter(([name]) => used.includes(`schemas/${name}"`))
    .map(([name, schema]) => {
      const [example] = schema.examples ?? [];
      const isShown = example === undefined || shown.includes(JSON.stringify(example));
      return { name, schema, example: isShown ? undefined : example };
    });
}

/** The reference has a page for each: one for operations that need a key of a program, one for all others. */
export type ApiPart = 'open' | 'keys';

/** The description of one part: its operations, and the groups, ways to log in and shared parts that they use. */
export function selectPart(document: ApiDocument, part: ApiPart): ApiDocument {
  const isIncluded = ({ security = [] }: Operation) =>
    security.some((way) => 'key' in way) === (part === 'keys');
  const paths = filterEntries(
    mapValues(document.paths, (methods) => filterEntries(methods, isIncluded)),
    (methods) => Object.keys(methods).length > 0,
  );
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = findReferences(document, paths);
  const ways = new Set(
    operations.flatMap(({ security = [] }) => security.flatMap((way) => Object.keys(way))),
  );
  const { schemas, responses, headers, securitySchemes } = document.components;
  return {
    ...document,
    paths,
    tags: document.tags.filter(({ name }) => operations.some(({ tags }) => tags[0] === name)),
    components: {
      schemas: filterEntries(schemas, (_, name) => used.has(`schemas/${name}`)),
      responses: filterEntries(responses, (_, name) => used.has(`responses/${name}`)),
      headers: filterEntries(headers, (_, name) => used.has(`headers/${name}`)),
      securitySchemes: filterEntries(securitySchemes, (_, name) => ways.has(name)),
    },
  };
}

/** What operations refer to, directly or through other components, as `schemas/Server`. */
function findReferences({ components }: ApiDocument, paths: ApiDocument['paths']): Set<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [paths];
  while (waiting.length > 0) {
    const references = JSON.stringify(waiting.pop()).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g);
    for (const [, kind = '', name = ''] of references) {
      if (found.has(`${kind}/${name}`)) continue;
      found.add(`${kind}/${name}`);
      waiting.push(components[kind as keyof typeof components]?.[name] ?? {});
    }
  }
  return found;
}

function filterEntries<Value>(
  values: Named<Value>,
  isKept: (value: Value, key: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => isKept(value, key)));
}

/** Makes a value of each value, under the same key. */
export function mapValues<Value, Made>(values: Named<Value>, make: (value: Value) => Made) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value)]));
}
