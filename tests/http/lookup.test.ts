// GET /api/server/<hash>[,<hash>…]: any live server by its hash, private ones too.

import { describe, expect, test } from 'bun:test';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { openedOnce } from '../support/opened.ts';
import { SALT } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  BRAVO_HASH,
  HIDDEN_HASH,
  ONLY_LOGGED_IN,
  openSampleApp,
  PRIVATE_JSON,
  PUBLIC_READ,
  play,
  UNKNOWN_HASH,
} from './sample-app.ts';

const app = openedOnce(openSampleApp);

const namesOf = (list: unknown) =>
  (list as { servers: { name: string }[] }).servers.map((it) => it.name);
const upper = (hash: string) => hash.toUpperCase();
const manyHashes = (count: number) =>
  Array.from({ length: count }, (_, index) => md5Hex(`${index}`));

describe('a lookup', () => {
  // C5.6, C5.7
  test.each<[string, string, string[]]>([
    ['of one server', ALPHA_HASH, ['Alpha']],
    ['of a private one', HIDDEN_HASH, ['Hidden']],
    [
      'of several, in their order',
      `${ALPHA_HASH},${HIDDEN_HASH},${BRAVO_HASH}`,
      ['Alpha', 'Hidden', 'Bravo'],
    ],
    ['with a slash at the end', `${ALPHA_HASH}/`, ['Alpha']],
    ['in capitals', upper(ALPHA_HASH), ['Alpha']],
    ['with an escaped comma', `${ALPHA_HASH}%2C${BRAVO_HASH}`, ['Alpha', 'Bravo']],
    ['with repeats', `${ALPHA_HASH},${upper(ALPHA_HASH)},${ALPHA_HASH}`, ['Alpha']],
    ['with blanks', `${ALPHA_HASH},%20${BRAVO_HASH}`, ['Alpha', 'Bravo']],
    ['with a hash that matches nothing', `${UNKNOWN_HASH},${ALPHA_HASH}`, ['Alpha']],
    ['with items that are no hashes', `nothing,${ALPHA_HASH}0,${ALPHA_HASH},-1`, ['Alpha']],
    ['of nothing', '', []],
    ['of a hash that is cut short', ALPHA_HASH.slice(1), []],
    ['of a hash among full-width digits', `${'\uff11'.repeat(32)}`, []],
    ['with a broken escape', `${ALPHA_HASH},%zz`, ['Alpha']],
    ['of a hundred hashes', [...manyHashes(99), ALPHA_HASH].join(), ['Alpha']],
    [
      'of a hundred hashes twice',
      [...manyHashes(99), ALPHA_HASH, ...manyHashes(99)].join(),
      ['Alpha'],
    ],
  ])('%s', async (_what, hashes, names) => {
    const lacks = ONLY_LOGGED_IN;
    const answer = await play(app, { path: `/api/server/${hashes}`, shows: PUBLIC_READ, lacks });
    expect(namesOf(answer.json())).toEqual(names);
  });

  // Compatibility: what is typed into the launcher's field is sent on as it is.
  const playUrl = (hash: string) => `http://muster.test/server/play/${hash}/`;
  // C5.7
  test.each<[string, string, string[]]>([
    ['as it was typed', playUrl(ALPHA_HASH), ['Alpha']],
    ['all escaped', encodeURIComponent(playUrl(ALPHA_HASH)), ['Alpha']],
    ['with a broken escape', `${playUrl(ALPHA_HASH)}%zz/`, ['Alpha']],
  ])('of a whole play URL, %s', async (_what, typed, names) => {
    const path = `/api/server/${typed}`;
    const answer = await play(app, { path, shows: PUBLIC_READ, lacks: ONLY_LOGGED_IN });
    expect(namesOf(answer.json())).toEqual(names);
  });

  // C5.9
  test.each(['/api/server', '/api/server/', '/api//server//'])(
    '%s alone is an empty list',
    async (path) => {
      expect((await play(app, { path, shows: PUBLIC_READ })).text).toBe('{"servers":[]}');
    },
  );

  // C5.8
  test('of more than a hundred hashes is refused with a clear error', async () => {
    const path = `/api/server/${manyHashes(101).join()}`;
    const shows = { 'content-type': 'application/json' };
    const answer = await play(app, { path, status: 400, shows });
    expect(answer.json()).toEqual({ error: expect.stringMatching(/100/) });
  });

  // C5.2
  test('is written key by key as the list is', async () => {
    // The list is from a moment ago; a lookup's uptime is exact.
    const timeless = ({ text }: { text: string }) => text.replaceAll(/"uptime":\d+/g, '"uptime":…');
    const list = await app.request('/api/servers');
    const looked = await app.request(`/api/server/${BRAVO_HASH},${ALPHA_HASH}`);
    expect(timeless(looked)).toBe(timeless(list));
    expect(looked.text).toContain('"uptime":1,');
  });
});

describe('a lookup by a logged-in session', () => {
  test('has the way in, into a private server too', async () => {
    const browser = await app.loggedIn('Alice');
    const path = `/api/server/${HIDDEN_HASH},${ALPHA_HASH}`;
    const answer = await play(browser, { path, shows: PRIVATE_JSON });
    const mppass = md5Hex(`${SALT}Alice`);
    expect(answer.json()).toMatchObject({
      servers: [
        { name: 'Hidden', ip: '192.0.2.9', port: 25_565, mppass },
        { name: 'Alpha', ip: '203.0.113.7', port: 25_565, mppass },
      ],
    });
  });

  // C4.14
  test('has an empty mppass while the account is not verified', async () => {
    const browser = await app.loggedIn('Ulla');
    const contains = ['"ip":"192.0.2.9","port":25565,"mppass":""}'];
    await play(browser, { path: `/api/server/${HIDDEN_HASH}`, contains, shows: PRIVATE_JSON });
  });
});

// C5.17
test('lookups have a generous budget for each address, and a clear answer past it', async () => {
  await using fresh = await openSampleApp();
  const path = `/api/server/${ALPHA_HASH}`;
  let requested = 0;
  while (requested < 20_000 && (await fresh.request(path)).status === 200) requested += 1;
  expect(requested).toBeGreaterThanOrEqual(1_000);
  expect(requested).toBeLessThan(20_000);
  const answer = await play(fresh, {
    path,
    status: 503,
    shows: { 'content-type': 'application/json' },
  });
  expect(answer.json()).toEqual({
    error: expect.stringMatching(/Too many lookups.+again in \d+ s/),
  });
  await play(fresh, { path, address: '192.0.2.200' });
  await play(fresh, { path: '/api/servers' });
  await fresh.advance(10_000);
  await play(fresh, { path });
});
