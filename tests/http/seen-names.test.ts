// Names of servers as people see them: no blanks that fake a column, and none that hide a word.

import { beforeEach, expect, test } from 'bun:test';
import { openedForEach } from '../support/opened.ts';
import { BRAVO_HASH, openSampleApp } from './sample-app.ts';

const PADDED = '&aReal&f\u3164\u3164\u2800 \u00a0\u00a0&e \u115f\uffa064/64';
/** Blanks in a row, and signs that are drawn as one. */
const PADDING = /[\u2800\u3164\u115f\u1160\uffa0\u00a0]|&nbsp;|&#160;/;

const app = openedForEach(openSampleApp);
beforeEach(async () => {
  await app.beat({ name: PADDED, port: '25570', users: '9', web: 'true' }, '198.51.100.2');
  await app.servers.history.sample();
  await app.advance(60_000);
  await app.beat({ name: PADDED, port: '25570', users: '9', web: 'true' }, '198.51.100.2');
  await app.servers.history.sample();
  await app.advance(2_000);
});

test.each([
  ['the list', '/'],
  ['its page', `/server/play/${BRAVO_HASH}/`],
  ['its badge', `/badge/${BRAVO_HASH}.svg`],
  ['the feed', '/servers.atom'],
  ['the API, which the widget shows', '/api/v1/servers'],
])('%s has no padding', async (_where, path) => {
  const { text } = await app.request(path);
  expect(text).not.toMatch(PADDING);
  const shown = text.replace(/<[^>]+>|&[0-9a-f]/g, '').replaceAll('\\u0020', ' ');
  expect(shown).toContain('Real 64/64');
});

test('the compatible list has the name as it was sent', async () => {
  const { servers } = JSON.parse((await app.request('/api/servers')).text);
  expect(servers.map(({ name }: { name: string }) => name)).toContain(PADDED);
});
