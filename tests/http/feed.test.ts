// The feed of new servers: what is in it and what never is, and how it is kept.

import { beforeEach, expect, test } from 'bun:test';
import { messages } from '../../src/platform/messages/messages.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { ALPHA_HASH, BRAVO_HASH, HIDDEN_HASH, openSampleApp, play } from './sample-app.ts';

const PATH = '/servers.atom';
const SHOWS = {
  'content-type': 'application/atom+xml; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
};

const app = openedForEach(() => openSampleApp({ siteName: 'Blocks & <more>' }));
beforeEach(async () => {
  await app.servers.history.sample();
  await app.advance(60_000);
});

const hashesIn = (text: string) =>
  [...text.matchAll(/\/server\/play\/(\w+)\//g)].map(([, it]) => it);

/** A minute in which both are still there, and Charlie is new. */
async function addCharlie(): Promise<void> {
  await app.beat({ name: 'Alpha' }, '203.0.113.7');
  await app.beat({ name: '&cCharlie & "<b>"\ufffe\uffff', port: '25599' }, '203.0.113.9');
  await app.servers.history.sample();
  await app.advance(2_000);
}

test('it has new servers, newest first, with names that are nothing but text', async () => {
  await addCharlie();
  const { text } = await play(app, {
    ...{ path: PATH, shows: SHOWS },
    contains: [
      '<title>Charlie &amp; &quot;&lt;b&gt;&quot;</title>',
      '<title>Blocks &amp; &lt;more&gt;</title>',
      `<link rel="self" href="${app.baseUrl}${PATH}"/>`,
    ],
    lacks: ['203.0.113', HIDDEN_HASH],
  });
  const [first, ...others] = hashesIn(text);
  expect(others.toSorted()).toEqual([ALPHA_HASH, BRAVO_HASH].toSorted());
  expect([ALPHA_HASH, BRAVO_HASH]).not.toContain(first ?? '');
  const dates = [...text.matchAll(/<published>(.+?)</g)].map(([, at = '']) => Date.parse(at));
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  expect(dates[0]).toBeGreaterThan(dates.at(-1) ?? 0);
  // That of the feed stands before those of its entries.
  expect(Date.parse(/<updated>(.+?)</.exec(text)?.[1] ?? '')).toBe(dates[0] ?? 0);
  const ids = [...text.matchAll(/<id>(.+?)</g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(4);
});

test('a server that moderators hid, or that is private now, is gone from it at once', async () => {
  await app.moderation.actOnServer('unlist', COMMAND, BRAVO_HASH, 'Fake');
  await app.servers.reloadModeration();
  await app.beat({ name: 'Alpha', public: 'false' }, '203.0.113.7');
  await app.advance(2_000);
  expect(hashesIn((await app.request(PATH)).text)).toEqual([]);
});

test('a server that is offline stays in it for ninety days, and an empty feed is one', async () => {
  const inDays = async (days: number) => {
    await app.advance(days * 24 * 60 * 60_000);
    return hashesIn((await app.request(PATH)).text).length;
  };
  expect(await inDays(89)).toBe(2);
  expect(await inDays(2)).toBe(0);
  await play(app, { path: PATH, shows: SHOWS, contains: ['<updated>1970-01-01T00:00:00.000Z<'] });
});

test('it has fifty servers at most', async () => {
  for (let number = 0; number < 60; number += 1) {
    const place = [{ name: `Server ${number}` }, `198.51.100.${number}`] as const;
    await app.beat(...place);
  }
  await app.servers.history.sample();
  await app.advance(2_000);
  expect(hashesIn((await app.request(PATH)).text)).toHaveLength(50);
});

test('it is answered 304 to readers that have it, compressed, and to HEAD', async () => {
  const { headers } = await play(app, { path: PATH, shows: { etag: /^"[0-9a-f]{20}"$/ } });
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  await play(app, { path: PATH, status: 304, headers: known });
  await addCharlie();
  await play(app, { path: PATH, headers: known, contains: ['Charlie'] });
  const packed = await app.request(PATH, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect((await play(app, { path: PATH, method: 'HEAD', shows: SHOWS })).bytes.length).toBe(0);
});

test('the list names it for readers, and no other page does', async () => {
  const link = `<link rel="alternate" type="application/atom+xml" title="${messages.newServers}" href="${PATH}"/>`;
  await play(app, { path: '/', contains: [link] });
  await play(app, { path: '/statistics/', lacks: [PATH] });
});
