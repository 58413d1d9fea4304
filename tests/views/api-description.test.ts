// Schemas as rows of a table.

import { expect, test } from 'bun:test';
import {
  type ApiDescription,
  type ApiSchema,
  dereference,
  describeType,
  formatCurl,
  groupOperations,
  listFields,
} from '../../src/views/api-description.ts';

test.each<[string, ApiSchema]>([
  ['string', { type: 'string' }],
  ['string or null', { type: ['string', 'null'] }],
  ['string or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['string', { anyOf: [{ type: 'string' }, { type: 'string' }] }],
  ['integer from 0', { type: 'integer', minimum: 0 }],
  ['integer from 1 to 9', { type: 'integer', minimum: 1, maximum: 9 }],
  ['list of list of string', { items: { items: { type: 'string' } } }],
  ['always ""', { const: '', type: 'string' }],
  ['24h or 7d', { type: 'string', enum: ['24h', '7d'] }],
  ['any', {}],
])('is %s for %j', (text, schema) => {
  expect(describeType(schema)).toBe(text);
});

test('inner fields have full names', () => {
  const inner: ApiSchema = {
    properties: { a: { type: 'string', description: 'First.' }, b: { type: 'boolean' } },
    required: ['a'],
  };
  const schema: ApiSchema = { properties: { list: { type: 'array', items: inner }, one: inner } };
  expect(listFields(schema).map(({ name, isRequired }) => `${name} ${isRequired}`)).toEqual([
    'list false',
    'list[].a true',
    'list[].b false',
    'one false',
    'one.a true',
    'one.b false',
  ]);
  expect(listFields(schema)[1]).toMatchObject({ type: 'string', description: 'First.' });
});

test('a schema that contains itself ends', () => {
  const schema: { properties: Record<string, ApiSchema> } = { properties: {} };
  schema.properties.self = schema;
  expect(listFields(schema)).toHaveLength(6);
});

test('operations are grouped by their first tag', () => {
  const groups = groupOperations({
    paths: { '/a': { get: { tags: ['T', 'U'] }, post: {} }, '/b': { get: { tags: ['T'] } } },
  });
  expect([...groups.keys()]).toEqual(['T', 'Other']);
  expect(groups.get('T')?.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /a',
    'GET /b',
  ]);
});

test('the tags of the document say in which order, and those of nothing are left out', () => {
  const groups = groupOperations({
    tags: [{ name: 'Second' }, { name: 'None' }, { name: 'First' }],
    paths: { '/a': { get: { tags: ['First'] } }, '/b': { get: { tags: ['Second'] } } },
  });
  expect([...groups.keys()]).toEqual(['Second', 'First']);
});

test('references are replaced by what they refer to, and by what that refers to', () => {
  const document = {
    components: {
      schemas: {
        List: { properties: { all: { items: { $ref: '#/components/schemas/One' } } } },
        One: { type: 'string', description: 'One.' },
      },
      responses: {
        Ok: { content: { 'application/json': { schema: { $ref: '#/components/schemas/List' } } } },
      },
    },
    paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Ok' } } } } },
  } as ApiDescription;
  const { paths } = dereference(document);
  const schema = paths['/a']?.get?.responses?.['200']?.content?.['application/json']?.schema ?? {};
  expect(listFields(schema)).toEqual([
    { name: 'all', type: 'list of string', isRequired: false, description: '' },
  ]);
  expect(listFields(schema.properties?.all?.items ?? {})).toEqual([]);
  expect(schema.properties?.all?.items?.description).toBe('One.');
});

test.each([
  [
    'GET',
    '/a/{id}',
    { parameters: [{ name: 'id', in: 'path', example: 7 }] },
    'curl -s http://x/a/7',
  ],
  ['GET', '/a/{id}', { parameters: [{ name: 'id', in: 'path' }] }, "curl -s 'http://x/a/{id}'"],
  [
    ...(['GET', '/a'] as const),
    {
      parameters: [
        { name: 'q', in: 'query', required: true, schema: { examples: ["it's"] } },
        { name: 'optional', in: 'query', example: 1 },
      ],
    },
    "curl -s --get http://x/a \\\n  --data-urlencode 'q=it'\\''s'",
  ],
  [
    ...(['POST', '/a'] as const),
    { requestBody: { content: { form: { example: { one: 1, two: 'a b' } } } } },
    "curl -s http://x/a \\\n  --data-urlencode one=1 \\\n  --data-urlencode 'two=a b'",
  ],
  [
    ...(['POST', '/a'] as const),
    { requestBody: { content: { form: { schema: { examples: [{ one: 1 }] } } } } },
    'curl -s http://x/a \\\n  --data-urlencode one=1',
  ],
])('%s %s with %j is a line for a terminal', (method, path, operation, line) => {
  expect(formatCurl('http://x', { method, path, operation })).toBe(line);
});
