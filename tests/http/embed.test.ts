// What other sites include: badge and script, open to any origin and cheap to ask for again.

import { describe, expect, test } from 'bun:test';
import { openedOnce } from '../support/opened.ts';
import { openTestApp } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  HIDDEN_HASH,
  ONLY_LOGGED_IN,
  openSampleApp,
  play,
  UNKNOWN_HASH,
} from './sample-app.ts';

const app = openedOnce(openSampleApp);

const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': null,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  etag: /^"[0-9a-f]{20}"$/,
  vary: 'Accept-Language, Cookie',
} as const;
const BADGE = {
  ...OPEN,
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=30',
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

describe('the badge', () => {
  test.each([
    ['of a server', ALPHA_HASH, 'Alpha: 3 / 20 online'],
    ['in capitals', ALPHA_HASH.toUpperCase(), 'Alpha: 3 / 20 online'],
    ['of a private server, which is unlisted and not secret', HIDDEN_HASH, 'Hidden: 3 / 20 online'],
    ['of a server that nobody knows', UNKNOWN_HASH, 'server: offline'],
  ])('%s', async (_what, hash, label) => {
    const lacks = ONLY_LOGGED_IN.filter((piece) => piece !== '"port"');
    const path = `/badge/${hash}.svg`;
    await play(app, { path, shows: BADGE, contains: [`<title>${label}</title>`], lacks });
  });

  test.each([
    ['without its ending', `/badge/${ALPHA_HASH}`],
    ['of another kind', `/badge/${ALPHA_HASH}.png`],
    ['of a hash cut short', `/badge/${ALPHA_HASH.slice(1)}.svg`],
    ['of something else', '/badge/<script>alert(1)</script>.svg'],
    ['of a broken escape', '/badge/%E0%A4%zz.svg'],
    ['of nothing', '/badge/.svg'],
  ])('%s is not there', async (_what, path) => {
    await play(app, { path, status: 404, lacks: ['alert(1)'] });
  });

  test('is asked for again only after it changed', async () => {
    await using sample = await openSampleApp();
    const path = `/badge/${ALPHA_HASH}.svg`;
    const etag = (await sample.request(path)).headers.get('etag') ?? '';
    const again = { path, headers: { 'if-none-match': etag } };
    const same = await play(sample, { ...again, status: 304, shows: { ...OPEN, etag } });
    expect(same.bytes).toHaveLength(0);
    await sample.beat({ users: '4' }, '203.0.113.7');
    await play(sample, { ...again, contains: ['Alpha: 4 / 20 online'] });
    await sample.advance(180_001);
    await play(sample, { ...again, contains: ['server: offline'] });
  });

  test('escapes the name of a server', async () => {
    await using sample = await openTestApp();
    await sample.beat({ name: '</text><script>alert("1")</script>]]>' });
    const { text } = await sample.request(`/badge/${ALPHA_HASH}.svg`);
    expect(text).not.toMatch(/<script|\]\]>/);
    expect(text).toContain('&lt;/text&gt;&lt;script&gt;');
  });

  test('answers HEAD and a preflight, and no POST', async () => {
    const path = `/badge/${ALPHA_HASH}.svg`;
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(200);
    const preflight = await app.request(path, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect((await app.request(path, { method: 'POST' })).status).toBe(405);
  });
});

describe('the script', () => {
  const path = '/embed/servers.js';
  const shows = {
    ...OPEN,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=300',
  };

  test('is open to any origin, and whole', async () => {
    const { text } = await play(app, { path, shows });
    expect(text).not.toContain('MUSTER_WORDS');
    expect(() => new Function(text)).not.toThrow();
  });

  test('makes its elements by text alone, and loads nothing but the list', async () => {
    const { text } = await app.request(path);
    expect(text).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval|\bFunction\b/,
    );
    expect(text.match(/fetch\(/g)).toHaveLength(1);
    expect(text).not.toMatch(/https?:\/\//);
  });
});
