// GET /api/servers: what anybody sees, and what a logged-in session sees on top.

import { describe, expect, test } from 'bun:test';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { openedOnce } from '../support/opened.ts';
import { openTestApp, SALT } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  BRAVO_HASH,
  ONLY_LOGGED_IN,
  openSampleApp,
  PRIVATE_JSON,
  PUBLIC_READ,
  play,
} from './sample-app.ts';

const BRAVO = `{"hash":"${BRAVO_HASH}","name":"Bravo","players":9,"maxplayers":20,"software":"MCGalaxy 1.9.5.3","uptime":1,"country_abbr":"NL","featured":false,"web":true`;
const ALPHA = `{"hash":"${ALPHA_HASH}","name":"Alpha","players":3,"maxplayers":20,"software":"MCGalaxy 1.9.5.3","uptime":1,"country_abbr":"NL","featured":false,"web":false`;

const app = openedOnce(openSampleApp);

describe('the list for anybody', () => {
  // C5.1, C5.2, C5.3, C5.16
  test.each([
    ['with a slash at the end', { path: '/api/servers/' }],
    ['without', { path: '/api/servers' }],
    ['with a doubled slash', { path: '/api//servers' }],
    ['with a query', { path: '/api/servers/?a=b' }],
    ['with an empty cookie', { path: '/api/servers', cookie: '' }],
    ['with cookies of others', { path: '/api/servers', cookie: 'theme=dark' }],
    ['with an empty session', { path: '/api/servers', cookie: 'session=' }],
    ['with a forged session', { path: '/api/servers', cookie: `session=s.${'A'.repeat(43)}` }],
    [
      'with a forged anonymous session',
      { path: '/api/servers', cookie: `session=a.${'A'.repeat(72)}` },
    ],
    ['by the routes alone', { path: '/api/servers', way: 'routes' as const }],
  ])('%s is every public server, fullest first, and nothing else', async (_what, scenario) => {
    await app.advance(0);
    const answer = await play(app, {
      ...scenario,
      shows: PUBLIC_READ,
      lacks: ['Hidden', ...ONLY_LOGGED_IN],
    });
    expect(answer.text.replace(/"uptime":\d+/g, '"uptime":1')).toBe(
      `{"servers":[${BRAVO}},${ALPHA}}]}`,
    );
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  // C3.4
  test('with an anonymous session is the same answer, and sets no cookie', async () => {
    const browser = app.browser();
    await browser.requestToken();
    const anonymous = await play(browser, { path: '/api/servers', shows: PUBLIC_READ });
    expect(anonymous.text).toBe((await app.request('/api/servers')).text);
  });

  // C5.1
  test('is an empty list where no server is', async () => {
    await using empty = await openTestApp();
    expect((await play(empty, { path: '/api/servers', shows: PUBLIC_READ })).text).toBe(
      '{"servers":[]}',
    );
  });
});

describe('the list of a logged-in session', () => {
  const mppass = md5Hex(`${SALT}Alice`);

  // C5.3
  test.each(['fast path', 'routes'] as const)(
    'has the way into each server, by %s',
    async (way) => {
      const browser = await app.loggedIn('alice');
      const answer = await play(
        { request: browser.request },
        {
          path: '/api/servers',
          way,
          shows: { ...PRIVATE_JSON, 'content-encoding': null },
          lacks: ['Hidden', '192.0.2.9'],
        },
      );
      expect(answer.text.replace(/"uptime":\d+/g, '"uptime":1')).toBe(
        `{"servers":[${BRAVO},"ip":"198.51.100.2","port":25570,"mppass":"${mppass}"},` +
          `${ALPHA},"ip":"203.0.113.7","port":25565,"mppass":"${mppass}"}]}`,
      );
    },
  );

  // C5.14
  test('is not answered 304, and not in another encoding', async () => {
    const browser = await app.loggedIn('Alice');
    for (const tag of ['*', (await app.request('/api/servers')).headers.get('etag') ?? '']) {
      const headers = { 'if-none-match': tag, 'accept-encoding': 'gzip, br' };
      const answer = await play(browser, { path: '/api/servers', headers, shows: PRIVATE_JSON });
      expect(answer.json()).toHaveProperty('servers');
    }
  });
});

describe('what the list follows', () => {
  // C1.12
  test('names are written in ASCII with no escape that a launcher does not know', async () => {
    await using fresh = await openTestApp();
    await fresh.beat({ name: 'Zoë "q" \\ \u{1f600}\t</script>', software: 'a\u2028b/\u0007' });
    await fresh.advance(1_000);
    const { text } = await fresh.request('/api/servers');
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(text).toContain('"name":"Zo\\u00eb \\"q\\" \\\\ \\ud83d\\ude00</script>"');
    expect(text).toContain('"software":"ab/"');
  });

  // C5.18
  test('names and software have code points as escapes, and colour codes as they were sent', async () => {
    await using fresh = await openTestApp();
    await fresh.beat({ name: '&0Sch\u00f6n &C&z &', software: '&cMC' });
    await fresh.advance(1_000);
    const { text } = await fresh.request('/api/servers');
    expect(text).toContain('"name":"&0Sch\\u00f6n &C&z &"');
    expect(text).toContain('"software":"&cMC"');
  });
});
