// The readable page of the API says what /openapi.json says, and runs nothing.

import { beforeAll, expect, test } from 'bun:test';
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

let text: string;
beforeAll(async () => {
  await using app = await openTestApp();
  text = (await app.request('/api/docs/')).text;
});

test('shows fields with their bounds, those inside of others, and what has none', () => {
  for (const piece of [
    ...['<code>servers[].maxplayers</code>', 'integer from 1 to 65535', 'string or null'],
    // The only field of its answer.
    ...[
      '<caption>Form fields</caption>',
      '<code>notice</code>',
      'text/plain: always &quot;ok&quot;',
    ],
    '<b>101</b> <span lang="en">The relay is open',
    '<b>503</b> <span lang="en">Too many relays are open',
  ]) {
    expect(text).toContain(piece);
  }
});

test('is folded but for its first part, with the servers first and a line for a terminal each', () => {
  const folded = [...text.matchAll(/<details class="operation panel" id="([^"]+)"( open)?/g)];
  expect(folded[0]?.[1]).toBe('get-api-servers');
  expect(folded.filter(([, , open]) => open)).toHaveLength(1);
  expect(text).toContain('>curl -s http://muster.test/api/servers</code>');
  expect(text).toContain('--data-urlencode port=8080');
  // What browsers open has none.
  expect(text).not.toContain('curl -s http://muster.test/server/list');
  expect(text).toContain('<b>429</b> <span lang="en">Too many requests from this address.');
});

test('links only to places that are on the page', () => {
  const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect(ids).toContain(target);
});
