// Reads an OpenAPI document into what the page about the API shows.

import { helpMessages } from '../messages/messages.ts';

const messages = helpMessages.apiDocs;

export interface ApiSchema {
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, ApiSchema>>;
  required?: readonly string[];
  items?: ApiSchema;
  anyOf?: readonly ApiSchema[];
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  examples?: readonly unknown[];
}

type Content = Readonly<Record<string, { schema?: ApiSchema; example?: unknown }>>;

export interface ApiParameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: ApiSchema;
  example?: unknown;
}

export interface ApiOperation {
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly ApiParameter[];
  requestBody?: { content?: Content };
  responses?: Readonly<Record<string, { description?: string; content?: Content }>>;
}

export interface ApiDescription {
  servers?: readonly { url: string }[];
  tags?: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

export interface PlacedOperation {
  method: string;
  path: string;
  operation: ApiOperation;
}

export interface ApiField {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** The same document with each reference replaced by what it refers to. Nothing in it refers to itself. */
export function dereference(description: ApiDescription): ApiDescription {
  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value && typeof value.$ref === 'string') return resolve(find(value.$ref));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  }

  function find(path: string): unknown {
    const step = (at: unknown, key: string) => (at as Record<string, unknown> | undefined)?.[key];
    return path
      .split('/')
      .slice(1)
      .reduce(step, description as unknown);
  }

  return { ...description, paths: resolve(description.paths) as ApiDescription['paths'] };
}

export function groupOperations({
  paths,
  tags = [],
}: ApiDescription): Map<string, PlacedOperation[]> {
  const groups = new Map<string, PlacedOperation[]>(tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? messages.otherTag;
      const group = groups.get(tag) ?? [];
      groups.set(tag, [...group, { method: method.toUpperCase(), path, operation }]);
    }
  }
  for (const [tag, operations] of groups) if (operations.length === 0) groups.delete(tag);
  return groups;
}

export function formatCurl(base: string, { method, path, operation }: PlacedOperation): string {
  const { parameters = [], requestBody } = operation;
  const exampleOf = ({ name, schema, example = schema?.examples?.[0] }: ApiParameter) =>
    example === undefined ? `{${name}}` : String(example);
  const inPath = parameters
    .filter((it) => it.in === 'path')
    .reduce((text, it) => text.replace(`{${it.name}}`, exampleOf(it)), path);
  const query = parameters.filter((it) => it.in === 'query' && it.required);
  const [form] = Object.values(requestBody?.content ?? {});
  const fields = Object.entries(form?.example ?? form?.schema?.examples?.[0] ?? {});
  const data = [...query.map((it) => [it.name, exampleOf(it)] as const), ...fields].map(
    ([name, value]) => `  --data-urlencode ${quote(`${name}=${String(value)}`)}`,
  );
  const get = method === 'GET' && data.length > 0 ? ' --get' : '';
  return [`curl -s${get} ${quote(`${base}${inPath}`)}`, ...data].join(' \\\n');
}

function quote(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function listFields(schema: ApiSchema, prefix = ''): ApiField[] {
  if (schema.items !== undefined) return listFields(schema.items, `${prefix}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const field = {
      name,
      type: describeType(property),
      isRequired: schema.required?.includes(key) ?? false,
      description: property.description ?? '',
    };
    return [field, ...listFields(property, name)];
  });
}

export function describeType(schema: ApiSchema): string {
  if (schema.const !== undefined) return messages.always(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map(String).join(messages.or);
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map(describeType))].join(messages.or);
  }
  if (schema.items !== undefined) return messages.listOf(describeType(schema.items));
  const { type = messages.anything, minimum, maximum } = schema;
  const low = minimum === undefined ? [] : [messages.from(minimum)];
  const high = maximum === undefined ? [] : [messages.to(maximum)];
  return [typeof type === 'string' ? type : type.join(messages.or), ...low, ...high].join(' ');
}
