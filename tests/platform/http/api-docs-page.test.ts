// The reference of a made-up API: nothing that its document says becomes markup or code, and what is new in it appears.

import { expect, test } from 'bun:test';
import { renderApiReference } from '../../../src/platform/http/api-docs-page.tsx';
import {
  type ApiDocument,
  listEndpoints,
  type Operation,
} from '../../../src/platform/http/api-document.ts';
import { writeExamples } from '../../../src/platform/http/api-examples.ts';

const EVIL = `"><script>alert('&')</script>`;

function describeApi(operation: Partial<Operation>, method = 'get', path = '/a/{b}'): ApiDocument {
  const whole = { summary: 'Sum', tags: ['New'], responses: {}, ...operation };
  return {
    info: { title: 'T', version: '1', description: 'D', license: { name: 'MIT' } },
    servers: [{ url: 'http://a.test' }],
    tags: [{ name: 'New', description: 'N' }],
    paths: { [path]: { [method]: whole } },
    components: {
      schemas: {},
      responses: {},
      headers: {},
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        token: { type: 'http', scheme: 'Bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    },
  };
}

function exampleOf(document: ApiDocument, language: 'curl' | 'javaScript' | 'python'): string {
  const [endpoint] = listEndpoints(document, 'New');
  if (endpoint === undefined) throw new Error('The document has no operation.');
  return writeExamples(document, endpoint)?.[language] ?? '';
}

test('texts of the document are texts on the page, wherever they stand', () => {
  const schema = {
    type: EVIL,
    description: EVIL,
    pattern: EVIL,
    properties: { [EVIL]: { enum: [EVIL] } },
    examples: [EVIL],
  };
  const content = { [EVIL]: { schema, example: EVIL } };
  const operation = {
    summary: EVIL,
    description: EVIL,
    tags: [EVIL],
    parameters: [{ name: EVIL, in: 'query', required: true, schema }],
    requestBody: { content },
    responses: { [EVIL]: { description: EVIL, content, headers: { [EVIL]: { $ref: EVIL } } } },
    security: [{ [EVIL]: [] }],
  } satisfies Partial<Operation>;
  const document = describeApi(operation, EVIL, `/${EVIL}`);
  document.info.description = EVIL;
  document.info.title = EVIL;
  const html = renderApiReference({
    ...document,
    tags: [{ name: EVIL, description: EVIL }],
    components: {
      schemas: { [EVIL]: schema },
      responses: { [EVIL]: { description: EVIL } },
      headers: { [EVIL]: { schema, description: EVIL, example: EVIL } },
      securitySchemes: { [EVIL]: { type: EVIL, description: EVIL } },
    },
  });
  expect(html).toContain('&lt;script>');
  expect(html).not.toMatch(/<script|="[^"]*"[^ />]/);
});

test('a new group and a type of answers appear', () => {
  const html = renderApiReference(
    describeApi({
      responses: {
        200: {
          description: 'Fine',
          content: {
            'application/json': {
              schema: {
                anyOf: [{ type: 'array', items: { type: 'integer', minimum: 3 } }, { const: null }],
              },
            },
          },
        },
      },
    }),
  );
  expect(html).toContain('<h2 id="new">New</h2>');
  expect(html).toContain('<u>application/json</u> <u>(integer 3–)[] | null</u>');
});

test.each([
  [
    'curl' as const,
    `curl -X POST 'http://a.test/a/it'\\''s%20%22B%22' \\\n  -H 'Cookie: sid=SESSION'`,
  ],
  [
    'javaScript' as const,
    `const answer = await fetch('http://a.test/a/it\\'s%20%22B%22', { method: 'POST', headers: {\n  'Cookie': 'sid=SESSION',\n} });\nconsole.log(await answer.text());`,
  ],
  [
    'python' as const,
    `import requests\n\nanswer = requests.post('http://a.test/a/it\\'s%20%22B%22', headers={\n  'Cookie': 'sid=SESSION',\n})\nprint(answer.text)`,
  ],
])('an example for %s quotes what it is given', (lang, expected) => {
  const parameters = [{ name: 'b', in: 'path' as const, schema: {}, example: `it's "B"` }];
  const document = describeApi({ parameters, security: [{ session: [] }] }, 'post');
  expect(exampleOf(document, lang)).toBe(expected);
});

test.each([
  ['token', "-H 'Authorization: Bearer TOKEN'"],
  ['key', "-H 'X-Key: KEY'"],
])('an example logs in by %s', (name, expected) => {
  expect(exampleOf(describeApi({ security: [{ [name]: [] }] }), 'curl')).toContain(expected);
});

test('an example sends the fields of a form that are required or have an example', () => {
  const properties = { name: {}, note: {}, size: { enum: ['small', 'large'] } };
  const schema = { properties, required: ['name', 'size'] };
  const content = { 'application/x-www-form-urlencoded': { schema, example: { note: `a'b&c` } } };
  const document = describeApi({ requestBody: { content } }, 'post');
  expect(exampleOf(document, 'curl')).toEndWith(
    ` \\\n  --data-urlencode 'name=NAME' \\\n  --data-urlencode 'note=a'\\''b&c' \\\n  --data-urlencode 'size=small'`,
  );
  expect(exampleOf(document, 'python')).toContain(
    `data={\n  'name': 'NAME',\n  'note': 'a\\'b&c',\n  'size': 'small',\n})`,
  );
});
