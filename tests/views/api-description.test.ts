// Schemas as rows of a table.

import { expect, test } from 'bun:test';
import {
  type ApiDescription,
  type ApiOperation,
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
  const inner = { properties: { a: { type: 'string' }, b: {} }, required: ['a'] };
  const schema: ApiSchema = { properties: { list: { type: 'array', items: inner }, one: inner } };
  expect(listFields(schema).map(({ name, isRequired }) => `${name} ${isRequired}`)).toEqual([
    ...['list false', 'list[].a true', 'list[].b false'],
    ...['one false', 'one.a true', 'one.b false'],
  ]);
});

test('operations are grouped by their first tag, in the order of the document', () => {
  const groups = groupOperations({
    tags: [{ name: 'Second' }, { name: 'None' }, { name: 'First' }],
    paths: {
      '/a': { get: { tags: ['First', 'U'] }, post: {} },
      '/b': { get: { tags: ['First'] }, put: { tags: ['Second'] } },
    },
  });
  expect([...groups.keys()]).toEqual(['Second', 'First', 'Other']);
  const placed = groups.get('First')?.map(({ method, path }) => `${method} ${path}`);
  expect(placed).toEqual(['GET /a', 'GET /b']);
});

test('references are replaced by what they refer to, and by what that refers to', () => {
  const { paths } = dereference({
    components: {
      schemas: {
        List: { properties: { all: { items: { $ref: '#/components/schemas/One' } } } },
        One: { type: 'string', description: 'One.' },
      },
      responses: { Ok: { content: { json: { schema: { $ref: '#/components/schemas/List' } } } } },
    },
    paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Ok' } } } } },
  } as ApiDescription);
  const schema = paths['/a']?.get?.responses?.['200']?.content?.json?.schema ?? {};
  expect(schema.properties?.all?.items).toEqual({ type: 'string', description: 'One.' });
});

const inPath = { name: 'id', in: 'path' };
const inQuery = { name: 'q', in: 'query', required: true, schema: { examples: ["it's"] } };
const bodyOf = (form: object) => ({ requestBody: { content: { form } } });

test.each<[string, ApiOperation, string]>([
  ['GET /a/{id}', { parameters: [{ ...inPath, example: 7 }] }, 'http://x/a/7'],
  ['GET /a/{id}', { parameters: [inPath] }, "'http://x/a/{id}'"],
  [
    'GET /a',
    { parameters: [inQuery, { name: 'optional', in: 'query', example: 1 }] },
    "--get http://x/a \\\n  --data-urlencode 'q=it'\\''s'",
  ],
  [
    'POST /a',
    bodyOf({ example: { one: 1, two: 'a b' } }),
    "http://x/a \\\n  --data-urlencode one=1 \\\n  --data-urlencode 'two=a b'",
  ],
  [
    'POST /a',
    bodyOf({ schema: { examples: [{ one: 1 }] } }),
    'http://x/a \\\n  --data-urlencode one=1',
  ],
])('%s with %j is a line for a terminal', (place, operation, line) => {
  const [method = '', path = ''] = place.split(' ');
  expect(formatCurl('http://x', { method, path, operation })).toBe(`curl -s ${line}`);
});
