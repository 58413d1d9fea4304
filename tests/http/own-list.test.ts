// A player's own list: the servers joined lately and the hidden ones, where they are shown, and to whom.

import { beforeEach, describe, expect, test } from 'bun:test';
import { favouriteMessages } from '../../src/modules/favourites/messages.ts';
import { ownListFailures, ownListMessages } from '../../src/modules/own-list/messages.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { openTestStore } from '../support/store.ts';
import type { Browser, TestApp } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  BRAVO_HASH,
  HIDDEN_HASH,
  openSampleApp,
  play,
  UNKNOWN_HASH,
} from './sample-app.ts';

const RECENT = '/acc/recent/';
const HIDDEN = '/acc/hidden/';
const { recent, hidden } = ownListMessages;
const pageOf = (hash: string) => `/server/play/${hash}/`;

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  alice = await app.loggedIn('Alice');
});

/** Alice opens the pages of all three servers, and each of them gains a player after it. */
async function joinAll(by = alice, of: TestApp = app, more = 1): Promise<void> {
  await by.request(pageOf(HIDDEN_HASH));
  await of.beat({ name: 'Hidden', public: 'false', users: `${3 + more}` }, '192.0.2.9');
  await of.advance(1_000);
  await by.request(pageOf(BRAVO_HASH));
  await of.beat({ name: 'Bravo', port: '25570', users: `${9 + more}` }, '198.51.100.2');
  await of.advance(60_000);
  await by.request(pageOf(ALPHA_HASH));
  await of.beat({ name: 'Alpha', users: `${3 + more}` }, '203.0.113.7');
  await of.advance(1_000);
}

/** What a page of the account says of each server, by its name. */
async function rows(path: string, by = alice): Promise<Record<string, string>> {
  const { text } = await by.request(path);
  const found = text.matchAll(/<bdi>([^<]*)<\/bdi><\/a><span class="hint">(.*?)<\/span>/g);
  const plain = (state: string) => state.replace(/<[^>]*>/g, '');
  return Object.fromEntries([...found].map(([, name = '', state = '']) => [name, plain(state)]));
}

describe('recently played', () => {
  const played = (players: number, ago: string) =>
    `${serverMessages.playersOfMost(players, 20)} · ${recent.played} ${ago}`;

  test('are the servers that the player joined from their pages, private ones too', async () => {
    expect((await alice.request(RECENT)).text).toContain(recent.none);
    await joinAll();
    expect(Object.entries(await rows(RECENT))).toEqual([
      ['Alpha', played(4, '1 sec ago')],
      ['Bravo', played(10, '1 min ago')],
      ['Hidden', 'Private · Played 1 min ago'],
    ]);
    await app.advance(10 * 60_000);
    expect(await rows(RECENT)).toMatchObject({
      Alpha: `${serverMessages.offline} · ${recent.played} 10 min ago`,
    });
  });

  test('stand above the list, for the player alone', async () => {
    const line = `aria-label="${recent.title}"`;
    expect((await alice.request('/')).text).not.toContain(line);
    await joinAll();
    const { text, headers } = await alice.request('/');
    const [nav = ''] = /<nav class="recent.*?<\/nav>/s.exec(text) ?? [];
    expect([...nav.matchAll(/<bdi>(\w+)/g)].map(([, name]) => name)).toEqual([
      'Alpha',
      'Bravo',
      'Hidden',
    ]);
    expect(headers.get('cache-control')).toContain('private');
    for (const by of [app, await app.loggedIn('Ulla')]) {
      const lacks = [line, HIDDEN_HASH];
      await play(by, { path: '/', lacks });
      await play(by, { path: '/player/Alice/', lacks, setsSession: by === app });
    }
    await play(app, { path: '/api/v1/servers', lacks: [HIDDEN_HASH] });
    expect(await rows(RECENT, await app.loggedIn('Ulla'))).toEqual({});
    expect(await rows(HIDDEN)).toEqual({});
  });

  test('are cleared by the player, and not kept once switched off', async () => {
    await joinAll();
    expect((await alice.submit(RECENT, { change: 'clear' })).headers.get('location')).toBe(RECENT);
    expect(await rows(RECENT)).toEqual({});
    await alice.submit(RECENT, { change: 'off' });
    expect((await alice.request(RECENT)).text).toContain(recent.isOff);
    await joinAll(alice, app, 2);
    expect(await rows(RECENT)).toEqual({});
    await alice.submit(RECENT, { change: 'on' });
    await alice.request(pageOf(ALPHA_HASH));
    await app.beat({ name: 'Alpha', users: '9' }, '203.0.113.7');
    await app.advance(1_000);
    expect(Object.keys(await rows(RECENT))).toEqual(['Alpha']);
  });

  test('are not stored where the site stores no joins, which the page says', async () => {
    await using bare = await openSampleApp({ ranking: 'players' });
    const bob = await bare.loggedIn('Alice');
    await joinAll(bob, bare);
    expect(await rows(RECENT, bob)).toEqual({});
    expect((await bob.request(RECENT)).text).toContain(recent.notKnown);
  });
});

describe('a hidden server', () => {
  const hide = (hash: string) => alice.submit(HIDDEN, { hide: hash, next: pageOf(hash) });
  const namesOn = async (path: string, by: Pick<TestApp, 'request'> = alice) =>
    [...(await by.request(path)).text.matchAll(/play\/([0-9a-f]{32})\/"/g)].map(([, hash]) => hash);

  test('is left out of the list page for this player alone, with its count and the way back', async () => {
    expect(await namesOn('/')).toEqual([BRAVO_HASH, ALPHA_HASH]);
    const { status, headers } = await hide(BRAVO_HASH);
    expect([status, headers.get('location')]).toEqual([303, pageOf(BRAVO_HASH)]);
    expect(await namesOn('/')).toEqual([ALPHA_HASH]);
    expect((await alice.request('/')).text).toContain(
      `${hidden.count(1)} · <a href="${HIDDEN}">${hidden.show}</a>`,
    );
    // Only what the search would show counts.
    expect((await alice.request('/?q=alpha')).text).not.toContain(hidden.count(1));
    expect((await alice.request('/?q=bravo')).text).toContain(hidden.count(1));
    // The next refresh of the open page leaves it out too.
    await app.beat({ name: 'Bravo', port: '25570', users: '11' }, '198.51.100.2');
    await app.advance(1_000);
    expect(await namesOn('/')).toEqual([ALPHA_HASH]);
    expect(await rows(HIDDEN)).toEqual({ Bravo: serverMessages.playersOfMost(11, 20) });
    for (const by of [app, await app.loggedIn('Ulla')]) {
      expect(await namesOn('/', by)).toEqual([BRAVO_HASH, ALPHA_HASH]);
    }
    await alice.submit(HIDDEN, { unhide: BRAVO_HASH });
    expect(await namesOn('/')).toEqual([BRAVO_HASH, ALPHA_HASH]);
    expect(await rows(HIDDEN)).toEqual({});
  });

  test('stays in the lists for programs', async () => {
    const before = (await alice.request('/api/servers')).text;
    await hide(BRAVO_HASH);
    expect((await alice.request('/api/servers')).text).toBe(before);
    for (const path of [`/api/server/${BRAVO_HASH}`, '/api/v1/servers']) {
      expect((await alice.request(path)).text).toContain(BRAVO_HASH);
    }
  });

  test('is hidden and shown again on its page, by who is logged in', async () => {
    const button = (name: string, label: string) =>
      `<button type="submit" name="${name}" value="${ALPHA_HASH}">${label}</button>`;
    const page = async () => (await alice.request(pageOf(ALPHA_HASH))).text;
    expect(await page()).toContain(button('hide', hidden.hide));
    await hide(ALPHA_HASH);
    expect(await page()).toContain(button('unhide', hidden.unhide));
    expect((await app.request(pageOf(ALPHA_HASH))).text).not.toContain(HIDDEN);
    // A private server is in nobody's list.
    expect((await alice.request(pageOf(HIDDEN_HASH))).text).not.toContain(HIDDEN);
    const { status, headers } = await app.browser().submit(HIDDEN, { hide: ALPHA_HASH });
    expect([status, headers.get('location')]).toEqual([
      303,
      `/acc/login/?next=${encodeURIComponent(HIDDEN)}`,
    ]);
  });

  test('has no name in a list of who hides it while moderators keep it away', async () => {
    await app.moderation.actOnServer('unlist', COMMAND, ALPHA_HASH, 'Fake');
    await app.servers.reloadModeration();
    await app.advance(1_000);
    await hide(ALPHA_HASH);
    expect(await rows(HIDDEN)).toEqual({ [favouriteMessages.nameless]: serverMessages.offline });
  });

  test('is one of five hundred at most, and only a hash is taken', async () => {
    const account = await app.store.accounts.findAccountByName('Alice');
    for (let index = 0; index < 499; index += 1) {
      const entry = { hash: md5Hex(`${index}`), addedAt: index, name: '' };
      await app.store.ownLists.hideServer(account?.id ?? 0, entry, 500);
    }
    expect((await hide(UNKNOWN_HASH)).status).toBe(303);
    const { status, text } = await hide(ALPHA_HASH);
    expect([status, text.includes(ownListFailures.tooManyHidden(500))]).toEqual([409, true]);
    for (const name of ['hide', 'unhide']) {
      expect((await alice.submit(HIDDEN, { [name]: 'nonsense' })).status).toBe(400);
    }
  });

  test('changes are limited for each account', async () => {
    for (let change = 0; change < 60; change += 1) {
      expect((await alice.submit(HIDDEN, { unhide: ALPHA_HASH })).status).toBe(303);
    }
    for (const [path, form] of [
      [HIDDEN, { hide: ALPHA_HASH }],
      [RECENT, { change: 'clear' }],
      [RECENT, { change: 'off' }],
    ] as const) {
      const { status, headers } = await alice.submit(path, form);
      expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    }
  });
});

test('the list is shown in full when an own list cannot be read', async () => {
  const broken = () => Promise.reject(new Error('kept secret'));
  const store = openTestStore();
  Object.assign(store.ownLists, { listServers: broken });
  await using sample = await openSampleApp({ store });
  const bob = await sample.loggedIn('Alice');
  const contains = ['Alpha', 'Bravo'];
  await play(bob, { path: '/', contains, lacks: ['kept secret'] });
  await play(bob, { path: pageOf(ALPHA_HASH), contains: ['Alpha'], lacks: ['kept secret'] });
  expect(sample.heard.unknown).toHaveLength(2);
});
