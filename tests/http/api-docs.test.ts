// The page of the API: it has everything that /openapi.json has, and its examples are requests that the service answers.

import { beforeAll, describe, expect, test } from 'bun:test';
import type { ApiDocument, Operation } from '../../src/platform/http/api-document.ts';
import { REMOVABLE } from '../removable/modules.ts';
import { openTestApp } from '../support/test-app.ts';
import { openSampleApp } from './sample-app.ts';

const MAX_BYTES = 60_000;
/** Without API keys, the second page is missing. */
const hasKeys = REMOVABLE.includes('api-keys');
const PATHS = ['/api/docs/', ...(hasKeys ? ['/api/docs/keys/'] : [])];

let document: ApiDocument;
/** The pages in English, both together, and their texts as a reader sees them. */
let pages: string[];
let html: string;
let text: string;
beforeAll(async () => {
  await using app = await openTestApp();
  document = (await app.request('/openapi.json')).json() as ApiDocument;
  pages = await Promise.all(PATHS.map(async (path) => (await app.request(path)).text));
  html = pages.join('');
  text = textOf(html);
});

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      place: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

/** The part of the page about an operation. */
function partOf(place: string): string {
  const parts = html.split('<article>').slice(1);
  const part = parts.find((it) => it.includes(`<b>${place.replace(' ', '</b> ')}</code>`));
  if (part === undefined) throw new Error(`${place} is not on the page.`);
  return part;
}

const namesOf = ({ parameters = [] }: Operation) => parameters.map(({ name }) => name);

/** Every text of a kind anywhere in the document. */
function textsAt(key: string, value: unknown, isName = false): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    // What has that name there is a field.
    const isField = isName && typeof inner === 'object';
    const own = name === key && !isField && typeof inner === 'string' ? [inner] : [];
    return [...own, ...textsAt(key, inner, name === 'properties')];
  });
}

describe('the pages', () => {
  test('part operations by whether they need a key', () => {
    const [open = '', keys = ''] = pages;
    const places = operations().map(({ place }) => `${place.replace(' ', '</b> ')}</code>`);
    const isKeyed = operations().map(({ operation: { security = [] } }) =>
      security.some((way) => 'key' in way),
    );
    expect(places.map((place) => keys.includes(place))).toEqual(isKeyed);
    expect(places.map((place) => !open.includes(place))).toEqual(isKeyed);
    expect(open.includes('href="/api/docs/keys/"')).toBe(hasKeys);
  });

  test('have each path and method with its parameters and the statuses of its answers', () => {
    expect(operations().length).toBeGreaterThan(30);
    for (const { place, operation } of operations()) {
      const part = partOf(place);
      expect(part).toContain(operation.summary);
      for (const name of namesOf(operation)) expect(part).toContain(`<dt>${name}</dt>`);
      for (const status of Object.keys(operation.responses))
        expect([place, part]).toEqual([
          place,
          expect.stringMatching(new RegExp(`>${status}</(?:dt|a)>`)),
        ]);
    }
  });

  test('have each description, field, type, header and way to log in', () => {
    const said = text.replace(/\s+/g, ' ');
    for (const description of textsAt('description', document)) {
      if (description.includes('```')) continue;
      expect(said).toContain(description.replace(/\s+/g, ' '));
    }
    const { schemas, responses, headers, securitySchemes } = document.components;
    for (const [name, { properties = {} }] of Object.entries(schemas)) {
      for (const field of Object.keys(properties)) {
        expect([name, html]).toEqual([name, expect.stringContaining(`<dt>${field}</dt>`)]);
      }
    }
    for (const name of Object.keys({ ...responses, ...headers, ...securitySchemes }))
      expect(html).toContain(`>${name}</dt>`);
    expect(text).toContain('string | null');
    expect(html).toContain('<dt>records.players.count</dt>');
    expect(html).toContain('<dt>checks.*.status</dt>');
  });

  test('have each example of an answer', () => {
    const examples = Object.values(document.components.schemas)
      .filter(({ type, required }) => type === 'object' && !required?.includes('password'))
      .flatMap(({ examples = [] }) => examples.slice(0, 1));
    expect(examples.length).toBeGreaterThan(12);
    const shown = text.replace(/\s/g, '');
    for (const example of examples)
      expect(shown).toContain(JSON.stringify(example).replace(/\s/g, ''));
  });

  test.each([...PATHS.keys()])(
    'are small, have a place for each of their links, and ask no other host for anything: %p',
    (index) => {
      const html = pages[index] ?? '';
      expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
      expect(links.length).toBeGreaterThan(40);
      expect(links.filter((id) => !ids.includes(id))).toEqual([]);
      expect(html).not.toMatch(/<script(?! src="\/)|(?:src|href)="(?![/#])/);
    },
  );

  test('have their own words in German, and those of the document marked as English', async () => {
    await using app = await openTestApp();
    const german = await app.request('/api/docs/', { headers: { cookie: 'language=de' } });
    expect(german.text).toContain('<h1>API-Dokumentation</h1>');
    expect(german.text).toContain('<h4>Im Pfad</h4><dl lang="en">');
    expect(german.text).toContain('<p lang="en">Search public servers</p>');
    expect(german.text.replace(/ lang="en"/g, '')).not.toContain('Data types');
    expect(Buffer.byteLength(german.text)).toBeLessThan(MAX_BYTES);
  });

  test.skipIf(!hasKeys)('have the one about keys in German too', async () => {
    await using app = await openTestApp();
    const keys = await app.request('/api/docs/keys/', { headers: { cookie: 'language=de' } });
    expect(keys.text).toContain('<h1>API mit Schlüssel</h1>');
    expect(Buffer.byteLength(keys.text)).toBeLessThan(MAX_BYTES);
  });

  test('follow the name of the site at once', async () => {
    await using app = await openTestApp({ siteName: 'Blockheim' });
    expect((await app.request('/api/docs/')).text).toContain('Blockheim 1.');
  });
});

/** Runs an example with a `fetch` that asks the app. */
async function run(source: string, fetch: (url: string, init?: RequestInit) => Promise<Response>) {
  const printed: unknown[] = [];
  const console = { log: (value: unknown) => printed.push(value) };
  const body = `return (async () => { ${source} })();`;
  await new Function('fetch', 'console', body)(fetch, console);
  return printed;
}

test('each example in JavaScript is answered as its operation says', async () => {
  await using app = await openSampleApp();
  for (const { place, operation } of operations()) {
    const [, example = ''] =
      /<details><summary>JavaScript.*?<pre>(.*?)<\/pre>/s.exec(partOf(place)) ?? [];
    if (example === '') {
      expect(Object.keys(operation.responses)).toContain('101');
      continue;
    }
    let status = 0;
    const printed = await run(
      textOf(example),
      async (url, { method = 'GET', body, headers } = {}) => {
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await app.request(url.replace('http://muster.test', ''), {
          method,
          ...(body instanceof URLSearchParams ? { body: `${body}` } : {}),
          headers: { ...form, ...(headers as Record<string, string> | undefined) },
        });
        status = answer.status;
        return new Response(answer.text);
      },
    );
    expect(Object.keys(operation.responses)).toContain(`${status}`);
    // What some examples name is not there, and a code from a page is refused.
    const { security = [] } = operation;
    const isKeyed = security.some((way) => 'key' in way);
    const expected = isKeyed ? 401 : place === 'POST /server/address' ? 403 : 200;
    expect([place, expected, 404]).toContain(status);
    expect(printed).toHaveLength(1);
  }
});
