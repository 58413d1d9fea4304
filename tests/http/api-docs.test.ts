// The page of the API: nothing of it comes from another host, and nothing inline runs.

import { expect, test } from 'bun:test';
import { openTestApp } from '../support/test-app.ts';
import { play } from './sample-app.ts';

const SHOWS = {
  'content-security-policy':
    /^default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; connect-src 'self';/,
};

test('shows the reference in a frame, and without scripts where the description is', async () => {
  await using app = await openTestApp();
  const { text } = await play(app, { path: '/api/docs/', shows: SHOWS });
  expect(text.match(/<h1>/g)).toHaveLength(1);
  expect(text).toMatch(/<noscript>.*href="\/openapi\.json".*<\/noscript>/);
  expect(text).not.toMatch(
    /<script(?! src="\/|[^>]* type="application\/json")|(?:src|href)="(?!\/)/,
  );
  const german = await app.request('/api/docs/', { headers: { cookie: 'language=de' } });
  expect(german.text).toContain('<h1>API-Dokumentation</h1>');
  expect(german.text).toMatch(/<html lang="de".*<div lang="en"><script id="api-reference"/s);
});

test('its script is kept for good, under an address that names it', async () => {
  await using app = await openTestApp();
  const { text } = await app.request('/api/docs/');
  const [, src = ''] = /src="(\/api\/docs\/reference\.js\?v=[0-9a-f]{20})"/.exec(text) ?? [];
  const script = await app.request(src, { headers: { 'accept-encoding': 'gzip' } });
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-encoding')).toBe('gzip');
  expect(script.bytes.length).toBeLessThan(2_000_000);
});
