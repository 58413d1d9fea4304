// The readable page of the API says what /openapi.json says, and runs nothing.

import { expect, test } from 'bun:test';
import { renderApiDocsPage } from '../../src/views/api-docs-page.tsx';
import { plainLook } from '../support/site-look.ts';
import { openTestApp } from '../support/test-app.ts';
import { PAGE, play } from './sample-app.ts';

test.each(['/api/docs/', '/api/docs'])(
  '%s shows every operation of the description',
  async (path) => {
    await using app = await openTestApp();
    const { text } = await play(app, { path, shows: PAGE, setsSession: true });
    const { paths } = (await app.request('/openapi.json')).json() as {
      paths: Record<string, Record<string, { summary: string }>>;
    };
    for (const [name, methods] of Object.entries(paths)) {
      for (const [method, { summary }] of Object.entries(methods)) {
        expect(text).toContain(`>${method.toUpperCase()}</span> ${name}</code>`);
        expect(text).toContain(summary);
      }
    }
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text).not.toMatch(/<script(?! src="\/assets\/)|<img|(?:src|href)="(?![#/])|\sstyle=/);
  },
);

test('shows fields with their bounds, and those inside of others', async () => {
  await using app = await openTestApp();
  const { text } = await app.request('/api/docs/');
  expect(text).toContain('<code>servers[].maxplayers</code>');
  expect(text).toContain('integer from 1 to 65535');
  expect(text).toContain('<caption>Form fields</caption>');
  expect(text).toContain('string or null');
});

test('shows each field of an answer, of one with a single field too, and what has none', () => {
  const site = {
    baseUrl: 'http://muster.test',
    look: plainLook('muster.test'),
    online: { players: 0, servers: 0 },
  };
  const answer = (...names: string[]) => ({
    content: {
      'application/json': {
        schema: { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
      },
    },
  });
  const page = renderApiDocsPage(
    { ...site, accountName: undefined, verifyPath: '/acc/verify/', theme: 'system' },
    {
      paths: {
        '/one': { get: { responses: { 200: answer('alone') } } },
        '/two': { get: { responses: { 200: answer('first', 'second') } } },
        '/text': {
          get: {
            responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
          },
        },
      },
    },
  );
  for (const name of ['alone', 'first', 'second']) expect(page).toContain(`<code>${name}</code>`);
  expect(page).toContain('text/plain: string');
  expect(page.match(/class="field-name"/g)).toHaveLength(3);
});

test('says of answers without a body what they mean', async () => {
  await using app = await openTestApp();
  const { text } = await app.request('/api/docs/');
  expect(text).toContain('<b>101</b> <span lang="en">The relay is open');
  expect(text).toContain('<b>503</b> <span lang="en">Too many relays are open');
});

test('is folded but for its first part, with the servers first and a line for a terminal each', async () => {
  await using app = await openTestApp();
  const { text } = await app.request('/api/docs/');
  const folded = [...text.matchAll(/<details class="operation" id="([^"]+)"( open)?/g)];
  expect(folded[0]?.[1]).toBe('get-api-servers');
  expect(folded.filter(([, , open]) => open)).toHaveLength(1);
  expect(text).toContain('>curl -s http://muster.test/api/servers</code>');
  expect(text).toContain('--data-urlencode port=8080');
  // What browsers open has none.
  expect(text).not.toContain('curl -s http://muster.test/server/list');
  expect(text).toContain('<b>429</b> <span lang="en">Too many requests from this address.');
});

test('links only to places that are on the page', async () => {
  await using app = await openTestApp();
  const { text } = await app.request('/api/docs/');
  const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect(ids).toContain(target);
});
