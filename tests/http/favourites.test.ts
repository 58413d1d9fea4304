// The servers that an account marked: where they are shown, as what, to whom, and how many there may be.

import { beforeEach, describe, expect, test } from 'bun:test';
import { favouriteFailures, favouriteMessages } from '../../src/modules/favourites/messages.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import type { Browser } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  BRAVO_HASH,
  HIDDEN_HASH,
  openSampleApp,
  PRIVATE_JSON,
  PUBLIC_READ,
  play,
  UNKNOWN_HASH,
} from './sample-app.ts';

const PATH = '/favourites/';
const sentences = favouriteMessages;
const server = serverMessages;
const ALL = [ALPHA_HASH, BRAVO_HASH, HIDDEN_HASH];

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  alice = await app.loggedIn('Alice');
});

const add = (...hashes: string[]) => alice.submit(PATH, { add: hashes.join(' ') });
const hashesOf = async (by = alice) => (await by.request(`${PATH}?by=script`)).json() as string[];

/** What the page says of each, by its name. */
async function rows(by = alice): Promise<Record<string, string>> {
  const { text } = await by.request(PATH);
  const found = text.matchAll(/<bdi>([^<]*)<\/bdi><\/a><span class="hint">([^<]*)/g);
  return Object.fromEntries([...found].map(([, name = '', state = '']) => [name, state]));
}

describe('the star', () => {
  test('of the page of a server adds it and removes it, and leads back', async () => {
    for (const hash of [ALPHA_HASH, HIDDEN_HASH]) {
      const page = `/server/play/${hash}/`;
      expect((await alice.request(page)).text).toContain(
        `name="add" value="${hash}" aria-pressed="false"`,
      );
      const added = await alice.submit(PATH, { add: hash, next: page });
      expect([added.status, added.headers.get('location')]).toEqual([303, page]);
      expect((await alice.request(page)).text).toContain(
        `name="remove" value="${hash}" aria-pressed="true"`,
      );
      await alice.submit(PATH, { remove: hash, next: page });
      expect(await hashesOf()).toEqual([]);
    }
  });

  test('is for the script alone where nobody is logged in, and leads to the login', async () => {
    const { text } = await app.request(`/server/play/${ALPHA_HASH}/`);
    expect(text).toContain(`class="star scripted-only" name="add" value="${ALPHA_HASH}"`);
    const { status, headers } = await app.browser().submit(PATH, { add: ALPHA_HASH });
    expect([status, headers.get('location')]).toEqual([303, '/acc/login/?next=%2Ffavourites%2F']);
  });

  test('is drawn by the script in the list, whose page says nothing of favourites', async () => {
    await add(ALPHA_HASH);
    const { text } = await alice.request('/');
    expect(text.match(/class="star[ "]/g)).toHaveLength(1);
    expect(text).toContain('data-of="Alice"');
    expect(text).toContain(`<a href="${PATH}">${favouriteMessages.title}</a>`);
    expect((await app.request('/')).text).not.toContain(`<a href="${PATH}">`);
  });
});

describe('the page', () => {
  test('shows private servers and those that are away as such, to their account alone', async () => {
    expect((await alice.request(PATH)).text).toContain(sentences.none);
    await add(...ALL, UNKNOWN_HASH);
    expect(await rows()).toEqual({
      Alpha: serverMessages.playersOfMost(3, 20),
      Bravo: serverMessages.playersOfMost(9, 20),
      Hidden: sentences.isPrivate,
      [sentences.nameless]: server.offline,
    });
    await app.servers.history.sample();
    await app.advance(10 * 60_000);
    const away = { Alpha: server.offline, Bravo: server.offline, Hidden: server.offline };
    expect(await rows()).toEqual({ ...away, [sentences.nameless]: server.offline });
    const ulla = await app.loggedIn('Ulla');
    expect(await rows(ulla)).toEqual({});
    expect(await hashesOf(ulla)).toEqual([]);
  });

  test('says of a server that moderators keep away what it says of one that is offline', async () => {
    await add(ALPHA_HASH, BRAVO_HASH);
    await app.moderation.actOnServer('unlist', COMMAND, ALPHA_HASH, 'Fake');
    const ban = { kind: 'server', subject: BRAVO_HASH } as const;
    await app.moderation.addBan(COMMAND, ban, { reason: 'Spam' });
    await app.servers.reloadModeration();
    await app.beat({ name: 'Other name' }, '203.0.113.7');
    await app.advance(1_000);
    expect(await rows()).toEqual({ Alpha: server.offline, Bravo: server.offline });
    // Whoever marks it now learns no name.
    const ulla = await app.loggedIn('Ulla');
    await ulla.submit(PATH, { add: ALPHA_HASH });
    expect(await rows(ulla)).toEqual({ [sentences.nameless]: server.offline });
  });
});

describe('limits', () => {
  test('an account has five hundred, and what there is no place for is said', async () => {
    const many = Array.from({ length: 600 }, (_, index) => md5Hex(`${index}`));
    expect((await add(...many)).status).toBe(303);
    expect(await hashesOf()).toHaveLength(500);
    const { status, text } = await add(ALPHA_HASH);
    expect(status).toBe(409);
    expect(text).toContain(favouriteFailures.tooManyFavourites(500));
    expect(Buffer.byteLength((await alice.request(PATH)).text)).toBeLessThan(400_000);
    await alice.submit(PATH, { remove: many[0] ?? '' });
    // Those of a browser fill what is left.
    expect((await add(ALPHA_HASH, BRAVO_HASH)).status).toBe(409);
    expect(await hashesOf()).toContain(ALPHA_HASH);
    expect(await hashesOf()).toHaveLength(500);
  });

  test('changes are limited for each account, and only hashes are taken', async () => {
    for (const field of ['add', 'remove']) {
      const { status, text } = await alice.submit(PATH, { [field]: 'nonsense' });
      expect([status, text.includes('nonsense')]).toEqual([400, true]);
    }
    for (let change = 0; change < 58; change += 1) {
      expect((await alice.submit(PATH, { remove: ALPHA_HASH })).status).toBe(303);
    }
    const { status, headers } = await add(ALPHA_HASH);
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    await app.advance(2_000);
    expect((await add(ALPHA_HASH)).status).toBe(303);
  });

  test('the script gets no page', async () => {
    const added = await alice.submit(PATH, { add: ALL.join(' '), by: 'script' });
    expect([added.status, added.text]).toEqual([204, '']);
    const shown = await play(alice, { path: `${PATH}?by=script`, shows: PRIVATE_JSON });
    expect((shown.json() as string[]).toSorted()).toEqual(ALL.toSorted());
  });
});

describe('the lists for programs', () => {
  test('say it in the search of a session, which nobody may keep, and nowhere else', async () => {
    await add(BRAVO_HASH);
    const own = await play(alice, { path: '/api/v1/servers', shows: PRIVATE_JSON });
    const { servers } = own.json() as { servers: { hash: string; favourite?: boolean }[] };
    expect(servers.map(({ hash, favourite }) => [hash, favourite])).toEqual([
      [BRAVO_HASH, true],
      [ALPHA_HASH, false],
    ]);
    const lacks = ['favourite'];
    await play(app, { path: '/api/v1/servers', shows: PUBLIC_READ, lacks });
    for (const path of ['/api/servers', `/api/server/${BRAVO_HASH}`]) {
      for (const by of [app, alice]) await play(by, { path, lacks });
    }
  });
});
