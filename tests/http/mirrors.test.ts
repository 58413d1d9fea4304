// Another site's servers beside our own, read from a real server: on the page, in the search, and nowhere else.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { checkMirror } from '../../src/modules/doctor/network-checks.ts';
import { listMessages } from '../../src/modules/list/messages.ts';
import { countMirrored } from '../../src/modules/mirrors/mirror-list.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { tell } from '../../src/platform/lib/finding.ts';
import { eventually } from '../support/eventually.ts';
import type { TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, openSampleApp, play } from './sample-app.ts';

const FAR_HASH = 'c'.repeat(32);
const RECORD = {
  ...{ hash: FAR_HASH, name: 'Far &aaway', players: 70, maxplayers: 64, software: 'ProCraft 1' },
  ...{ uptime: 60, country_abbr: 'DE', featured: true, web: true },
};
const HOSTILE = {
  ...{ ...RECORD, hash: 'd'.repeat(32), name: '"><script>alert(1)</script>', players: 0 },
};
// Ours, which the other site lists too.
const SHARED = { ...RECORD, hash: ALPHA_HASH, name: 'Alpha as seen from afar' };

let site: ReturnType<typeof Bun.serve>;
let app: TestApp;
beforeAll(async () => {
  site = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch: () => Response.json({ servers: [RECORD, SHARED, HOSTILE] }),
  });
  app = await openSampleApp({ mirrors: [site.url.origin, 'http://127.0.0.1:1'] });
  await eventually(
    async () => app.servers.measureMirrors(),
    ([first]) => first?.servers === 3,
  );
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await site.stop(true);
});

const rowsOf = (page: string) =>
  [...page.matchAll(/<li[^>]*><a href="([^"]+)\/server\/play\/|<li[^>]*><a href="\/server/g)].map(
    ([, origin]) => origin ?? 'here',
  );

describe('the list page', () => {
  test('marks them, leads there, and takes turns', async () => {
    const { host, origin } = site.url;
    const page = await play(app, {
      path: '/',
      contains: [
        '12 playing on 2 servers',
        `4 servers · ${listMessages.elsewhere(2)}`,
        `<a href="${origin}/server/play/${FAR_HASH}/" rel="noopener external" title="${serverMessages.opensAt(host)}">`,
        `${listMessages.listedAt(host)} · `,
        'name="origin" value="here"',
        listMessages.mirrored,
      ],
      lacks: ['<script>alert', 'as seen from afar', '70/64'],
    });
    expect(rowsOf(page.text)).toEqual(['here', origin, 'here', origin]);
  });

  test('shows only ours, or only theirs', async () => {
    const { host, origin } = site.url;
    const own = await play(app, { path: '/?origin=here', contains: ['2 of 4 servers'] });
    expect(rowsOf(own.text)).toEqual(['here', 'here']);
    expect(own.text).not.toContain(listMessages.mirrored);
    const theirs = await play(app, {
      path: `/?origin=${encodeURIComponent(host)}`,
      contains: [`name="origin" value="${host}" checked`],
    });
    expect(rowsOf(theirs.text)).toEqual([origin, origin]);
    await play(app, { path: '/?origin=%22%3E%00', contains: ['No servers match'], lacks: ['"">'] });
  });

  test('without mirrors has nothing of it', async () => {
    await using alone = await openSampleApp();
    await play(alone, { path: '/', lacks: ['name="origin"', '↗'] });
  });
});

describe('the search', () => {
  const search = async (query: string) => {
    const answer = await app.request(`/api/v1/servers?${query}`);
    const { servers } = answer.json() as { servers: { name: string; origin: string | null }[] };
    return servers;
  };

  test('names the origin, and the page there', async () => {
    const { host, origin } = site.url;
    const [far] = await search('q=away');
    expect(far).toMatchObject({
      ...{ url: `${origin}/server/play/${FAR_HASH}/`, origin: host, name: 'Far away' },
      ...{ players: 64, featured: false, country: 'DE' },
    });
    expect(await search(`q=${host}`)).toHaveLength(2);
    expect((await search('origin=here')).map(({ origin: of }) => of)).toEqual([null, null]);
    expect(await search(`origin=${host}`)).toHaveLength(2);
    expect(await search('origin=nowhere.example')).toEqual([]);
    expect((await app.request(`/api/v1/servers?origin=${'x'.repeat(300)}`)).text).toContain(
      'origin is too long',
    );
  });
});

test.each([
  '/api/servers',
  `/api/server/${FAR_HASH}`,
  '/api/v1/statistics',
  '/sitemap.xml',
  '/servers.atom',
  '/statistics/',
  '/readyz',
])('%s has none of them', async (path) => {
  await play(app, { path, lacks: [FAR_HASH, 'Far', 'ProCraft', '"degraded"', site.url.host] });
});

test('the widget asks for servers of this site', async () => {
  expect((await app.request('/embed/servers.js')).text).toContain('origin=here');
});

test('their list for a logged-in player is their own', async () => {
  const alice = await app.loggedIn('Alice');
  const list = await alice.request('/api/servers');
  expect(list.text).toContain('mppass');
  expect(list.text).not.toContain(FAR_HASH);
});

test('what is not ours has no page, history or claim here', async () => {
  for (const path of [`/server/play/${FAR_HASH}/`, `/api/v1/servers/${FAR_HASH}/history`]) {
    expect((await app.request(path)).status).toBe(404);
  }
});

test('the check of the installation warns of a mirror that does not answer', async () => {
  expect(tell(await checkMirror(site.url.origin, countMirrored)).message).toBe(
    `${site.url.origin} lists 3 servers.`,
  );
  expect(tell(await checkMirror('http://127.0.0.1:1', countMirrored))).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('http://127.0.0.1:1/api/servers (mirrors) cannot be read'),
  });
});
