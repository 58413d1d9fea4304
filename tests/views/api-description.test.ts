// Schemas as rows of a table.

import { expect, test } from 'bun:test';
import {
  type ApiSchema,
  describeType,
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
