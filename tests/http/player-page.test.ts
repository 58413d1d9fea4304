// The page of a player: what it shows to whom, what its owner chose, and where it is linked.

import { beforeEach, describe, expect, test } from 'bun:test';
import { playerMessages as messages } from '../../src/modules/player-page/messages.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { openedForEach } from '../support/opened.ts';
import type { Browser } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  BRAVO_HASH,
  claimAlpha,
  HIDDEN_HASH,
  openSampleApp,
  play,
} from './sample-app.ts';

const PATH = '/player/Alice/';
const CHOICES = '/acc/player/';
const ALL = { isShown: 'yes', areServersShown: 'yes', areFavouritesShown: 'yes' };

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  alice = await app.loggedIn('Alice');
});

const linkTo = (hash: string) => `href="/server/play/${hash}/"`;
const choose = (fields: Record<string, string>) => alice.submit(CHOICES, fields);

describe('the page', () => {
  test.each(['Alice', 'aLICE'])(
    'of %s shows everybody the name and the day, and nothing else',
    async (name) => {
      await play(app, {
        path: `/player/${name}/`,
        setsSession: true,
        contains: ['<h1>Alice</h1>', messages.since('1 Jan 2026'), messages.nothing],
        lacks: ['203.0.113', '@', messages.onlyYou, CHOICES],
      });
    },
  );

  test.each(['Nobody', 'x', '%E0%A4', 'Ulla', '<b>'])('of %s is not there', async (name) => {
    const path = `/player/${encodeURI(name)}/`;
    await play(app, { path, status: 404, setsSession: true, contains: [messages.nobody] });
  });

  test('of a suspended player says so and shows nothing else', async () => {
    await claimAlpha(app, alice);
    await choose(ALL);
    const server = `/server/play/${ALPHA_HASH}/`;
    expect((await app.request(server)).text).toContain(PATH);
    await app.store.accounts.updateAccount(1, { forumTitle: 'Rude' }, { endSessions: false });
    expect((await app.request(PATH)).text).toContain('Rude');
    await app.administration.suspendAccount('Alice', 'a-secret-reason');
    expect((await app.request(server)).text).not.toContain(PATH);
    await play(app, {
      path: PATH,
      setsSession: true,
      contains: ['<h1>Alice</h1>', messages.suspended],
      lacks: [linkTo(ALPHA_HASH), 'Rude', messages.since('1 Jan 2026')],
    });
  });

  test('of an unverified player is for that player alone', async () => {
    const ulla = await app.loggedIn('Ulla');
    expect((await ulla.request('/player/Ulla/')).text).toContain(messages.onlyYou);
    expect((await alice.request('/player/Ulla/')).status).toBe(404);
  });

  test('follows a new name', async () => {
    await app.administration.renameAccount('Alice', 'Alicia', 'Asked for it.');
    expect((await app.request(PATH)).status).toBe(404);
    expect((await app.request('/player/alicia/')).text).toContain('<h1>Alicia</h1>');
  });
});

describe('the servers of a player', () => {
  test('are shown while they are in the list, and when they are offline', async () => {
    await claimAlpha(app, alice);
    await app.advance(2_000);
    expect((await app.request(PATH)).text).toContain(linkTo(ALPHA_HASH));
    await app.servers.history.sample();
    await app.advance(10 * 60_000);
    const { text } = await app.request(PATH);
    expect(text).toContain(linkTo(ALPHA_HASH));
    expect(text).toContain(serverMessages.offline);
  });

  test('are not shown while they are private', async () => {
    await claimAlpha(app, alice, { public: 'false' });
    await app.advance(2_000);
    expect((await app.request(PATH)).text).not.toContain(linkTo(ALPHA_HASH));
    expect((await alice.request(PATH)).text).not.toContain(linkTo(ALPHA_HASH));
  });

  test('name the player on their pages, unless the player hides them', async () => {
    const path = `/server/play/${ALPHA_HASH}/`;
    const link = `<a href="${PATH}">Alice</a>`;
    expect((await app.request(path)).text).not.toContain(link);
    await claimAlpha(app, alice);
    await app.advance(2_000);
    expect((await app.request(path)).text).toContain(link);
    for (const hidden of ['isShown', 'areServersShown']) {
      await choose({ ...ALL, [hidden]: '' });
      expect((await app.request(path)).text).not.toContain(link);
      expect((await app.request(PATH)).text).not.toContain(linkTo(ALPHA_HASH));
    }
    await choose(ALL);
    await claimAlpha(app, alice, { public: 'false' });
    await app.advance(2_000);
    expect((await app.request(path)).text).not.toContain(link);
  });
});

describe('what the owner chooses', () => {
  const favourites = () =>
    alice.submit('/favourites/', { add: [ALPHA_HASH, BRAVO_HASH, HIDDEN_HASH].join(' ') });

  test('is a page, servers and no favourites at first', async () => {
    await favourites();
    const { text } = await alice.request(CHOICES);
    const boxOf = (name: string) =>
      new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0] ?? '';
    expect(Object.keys(ALL).map((name) => boxOf(name).includes('checked'))).toEqual([
      true,
      true,
      false,
    ]);
    expect((await app.request(PATH)).text).not.toContain(linkTo(ALPHA_HASH));
  });

  test('shows favourites, of which nobody learns the private ones', async () => {
    await favourites();
    const saved = await choose(ALL);
    expect(saved.headers.get('location')).toBe(`${CHOICES}?done=saved`);
    const { text } = await app.request(PATH);
    expect(text).toContain(messages.favourites);
    for (const hash of [ALPHA_HASH, BRAVO_HASH]) expect(text).toContain(linkTo(hash));
    expect(text).not.toContain(HIDDEN_HASH);
    expect(text).not.toContain('Hidden');
  });

  test('hides the page from everybody else', async () => {
    await choose({});
    await play(app, { path: PATH, status: 404, setsSession: true, contains: [messages.nobody] });
    expect((await alice.request(PATH)).text).toContain(messages.onlyYou);
    // The compatible API answers as before.
    expect((await app.request('/api/player/Alice')).json()).toMatchObject({ username: 'Alice' });
  });

  test('is changed twenty times in a row at most, by the owner alone', async () => {
    const by = app.browser('192.0.2.7');
    expect((await by.submit(CHOICES, {})).headers.get('location')).toContain('/acc/login/');
    for (let count = 0; count < 20; count += 1) expect((await choose(ALL)).status).toBe(303);
    expect((await choose(ALL)).status).toBe(429);
  });
});

test('the page is linked from the account, and from the page of the account for staff', async () => {
  expect((await alice.request('/acc/')).text).toContain(`href="${CHOICES}"`);
  expect((await alice.request(CHOICES)).text).toContain(`href="${PATH}"`);
  await app.register('Mia', { role: 'moderator' });
  const mia = await app.loggedIn('Mia');
  const { id } = (await app.store.accounts.findAccountByName('Alice')) ?? {};
  expect((await mia.request(`/admin/accounts/${id}/`)).text).toContain(`href="${PATH}"`);
});
