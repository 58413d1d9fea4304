// Reads an OpenAPI document into what the page about the API shows.

import { helpMessages } from '../messages/messages.ts';

const messages = helpMessages.apiDocs;
/** Schemas are shown to this depth only. */
const DEEPEST = 6;

/** A schema, as far as the page shows it. */
export interface ApiSchema {
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, ApiSchema>>;
  required?: readonly string[];
  items?: ApiSchema;
  anyOf?: readonly ApiSchema[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
}

type Content = Readonly<Record<string, { schema?: ApiSchema }>>;

/** The parameters, body and responses of one method of one path. */
export interface ApiOperation {
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: ApiSchema }[];
  requestBody?: { content?: Content };
  responses?: Readonly<Record<string, { description?: string; content?: Content }>>;
}

/** A document as `/openapi.json` serves it. */
export interface ApiDescription {
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
}

/** One operation with its method and path. */
export interface PlacedOperation {
  method: string;
  path: string;
  operation: ApiOperation;
}

/** One row of a table of fields. */
export interface ApiField {
  /** The full name, such as `servers[].hash`. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** The operations grouped by their first tag, in the order of the document. */
export function groupOperations({ paths }: ApiDescription): Map<string, PlacedOperation[]> {
  const groups = new Map<string, PlacedOperation[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? messages.otherTag;
      const group = groups.get(tag) ?? [];
      groups.set(tag, [...group, { method: method.toUpperCase(), path, operation }]);
    }
  }
  return groups;
}

/** The fields of a schema, inner ones after the one that contains them. */
export function listFields(schema: ApiSchema, prefix = '', depth = 0): ApiField[] {
  if (depth >= DEEPEST) return [];
  if (schema.items !== undefined) return listFields(schema.items, `${prefix}[]`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const field = {
      name,
      type: describeType(property),
      isRequired: schema.required?.includes(key) ?? false,
      description: property.description ?? '',
    };
    return [field, ...listFields(property, name, depth + 1)];
  });
}

/** The type of a value in a few words. */
export function describeType(schema: ApiSchema): string {
  if (schema.const !== undefined) return messages.always(JSON.stringify(schema.const));
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map(describeType))].join(messages.or);
  }
  if (schema.items !== undefined) return messages.listOf(describeType(schema.items));
  const { type = messages.anything, minimum, maximum } = schema;
  const low = minimum === undefined ? [] : [messages.from(minimum)];
  const high = maximum === undefined ? [] : [messages.to(maximum)];
  return [typeof type === 'string' ? type : type.join(messages.or), ...low, ...high].join(' ');
}
