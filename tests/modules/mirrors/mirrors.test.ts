// Servers of other sites: how long they are shown, what moderators here keep out, and where they stand.

import { describe, expect, test } from 'bun:test';
import type { SearchQuery } from '../../../src/modules/list/search.ts';
import type { MirroredServer } from '../../../src/modules/mirrors/mirror-ports.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import {
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
  type TestServersOptions,
} from '../../support/test-servers.ts';

const ONE = 'https://one.example';
const TWO = 'https://two.example';
const ALL: SearchQuery = { search: '', software: '', country: '', sort: undefined };
const ACTOR = { kind: 'command line' } as const;

function mirrored({
  port = 25_565,
  ...changes
}: Partial<MirroredServer> & { port?: number } = {}): MirroredServer {
  return {
    ...{ hash: computeServerHash('192.0.2.1', port), name: 'Elsewhere', players: 5 },
    ...{ maxPlayers: 20, software: 'ProCraft', country: 'DE', supportsWeb: true },
    ...{ uptimeSeconds: 60, ...changes },
  };
}

/** A mirror with so many servers, each of another port. */
const mirroredServers = (count: number) =>
  Array.from({ length: count }, (_, index) => mirrored({ port: index + 1, name: `M${index}` }));

/** The module with mirrors whose lists the test sets; what is undefined does not answer. */
async function openMirrors(
  lists: Record<string, readonly MirroredServer[] | undefined>,
  options: TestServersOptions = {},
) {
  const urls = Object.keys(lists);
  const asked: string[] = [];
  const own = await openTestServers({
    ...options,
    mirrors: {
      urls: () => urls,
      async read(url, { etag }) {
        asked.push(`${url} ${etag}`);
        const servers = lists[url];
        if (servers === undefined) throw new Failure('unavailable', 'It is down.');
        const seen = JSON.stringify(servers);
        return etag === seen ? undefined : { servers, etag: seen };
      },
    },
  });
  const job = own.jobs.find(({ name }) => name === 'read mirrors');
  return {
    ...own,
    ...{ lists, urls, asked },
    /** Turns the clock, and reads what is due. */
    async step(ms = 0): Promise<void> {
      await own.timers.turn(ms);
      job?.run();
      await own.settled();
    },
    shown: () => own.servers.listShown().listings,
    names: () => own.servers.listShown().listings.map(({ name }) => name),
    page: (query: Partial<SearchQuery> = {}) =>
      own.servers.search
        .findPage(own.servers.listShown(), { ...ALL, ...query }, { limit: 300, after: undefined })
        .results.map(({ listing }) => listing),
    /** All pages together. */
    whole: () => own.servers.search.find(own.servers.listShown(), ALL),
  };
}

test('without mirrors the list is the same object', async () => {
  using own = await openTestServers();
  expect(own.servers.listShown()).toBe(own.servers.listPublic());
});

test('a server elsewhere is in the shown list with its origin, and nowhere else', async () => {
  await using stack = new AsyncDisposableStack();
  const own = stack.use(await openMirrors({ [ONE]: [mirrored({ players: 9_000 })] }));
  await own.beat();
  await own.step(SECOND_MS);
  const [ours, theirs] = own.shown();
  expect(ours?.origin).toBeUndefined();
  expect(theirs).toMatchObject({
    ...{ name: 'Elsewhere', origin: { host: 'one.example', url: ONE }, isFeatured: false },
    // More than the places there are.
    ...{ players: 20, counted: 20 },
  });
  expect(own.listed().map(({ name }) => name)).toEqual(['A server']);
  expect(own.servers.count()).toEqual({ publicServers: 1, privateServers: 0, players: 3 });
  expect(own.servers.listShown().players).toBe(3);
  expect(own.servers.findServer(theirs?.hash ?? '')).toBeUndefined();
  expect(own.servers.measureMirrors()).toEqual([
    { host: 'one.example', servers: 1, ageSeconds: 1 },
  ]);
});

test('counts of nobody are believed up to a thousand', async () => {
  using own = await openMirrors({ [ONE]: [mirrored({ players: 60_000, maxPlayers: 60_000 })] });
  await own.step();
  expect(own.shown()[0]?.counted).toBe(1_000);
});

test('it is read every 30 s or so, with its ETag, and a start that is told a little differently is the same', async () => {
  using own = await openMirrors({ [ONE]: [mirrored()] });
  await own.step();
  const [first] = own.shown();
  await own.step(26 * SECOND_MS);
  expect(own.asked).toEqual([`${ONE} undefined`]);
  await own.step(8 * SECOND_MS);
  expect(own.asked).toHaveLength(2);
  expect(own.asked[1]).toContain(`${ONE} [{`);
  own.lists[ONE] = [mirrored({ uptimeSeconds: 100 })];
  await own.step(34 * SECOND_MS);
  expect(own.shown()[0]).toEqual(first as never);
});

test('a mirror that does not answer is said once, and its last list goes after five minutes', async () => {
  using own = await openMirrors({ [ONE]: [mirrored()], [TWO]: [mirrored({ port: 2 })] });
  await own.step();
  own.lists[ONE] = undefined;
  for (let passed = 0; passed < 4 * MINUTE_MS; passed += 40_000) await own.step(40_000);
  expect(own.names()).toHaveLength(2);
  await own.step(MINUTE_MS);
  await own.step(MINUTE_MS);
  expect(own.shown().map(({ origin }) => origin?.host)).toEqual(['two.example']);
  own.lists[ONE] = [mirrored()];
  await own.step(40_000);
  expect(own.names()).toHaveLength(2);
  expect(own.events).toEqual(['mirror failed: It is down.', 'mirror recovered']);
});

test('the setting is followed, and the first of two mirrors has a server that both list', async () => {
  using own = await openMirrors({ [ONE]: [mirrored()], [TWO]: [mirrored({ name: 'Again' })] });
  await own.step();
  expect(own.names()).toEqual(['Elsewhere']);
  own.urls.shift();
  await own.step();
  expect(own.names()).toEqual(['Again']);
  own.urls.pop();
  await own.step();
  expect(own.servers.listShown()).toBe(own.servers.listPublic());
});

test('a server that is live here is shown, or kept private, as it is here', async () => {
  const hash = computeServerHash('203.0.113.7', 25_565);
  const alias = mirrored({ hash: computeServerHash('203.0.113.7', 7) });
  using own = await openMirrors({ [ONE]: [mirrored({ hash }), alias] });
  await own.step();
  expect(own.names()).toHaveLength(2);
  await own.beat();
  await own.beat({ port: '7', public: 'false', name: 'Hidden' });
  await own.step(MINUTE_MS);
  expect(own.names()).toEqual(['A server']);
});

describe('moderators keep out', () => {
  const hash = computeServerHash('192.0.2.1', 25_565);
  test.each([
    ['an address', { kind: 'range', subject: '192.0.2.1' }],
    ['a range', { kind: 'range', subject: '192.0.2.0/24' }],
    ['a name', { kind: 'name', subject: '*elsewhere*' }],
    ['a server', { kind: 'server', subject: hash }],
  ] as const)('%s that is banned, for as long as that lasts', async (_, target) => {
    using own = await openMirrors({ [ONE]: [mirrored()] });
    await own.step();
    expect(own.names()).toEqual(['Elsewhere']);
    await own.moderation.addBan(ACTOR, target, { reason: 'No', lasts: '1m' });
    expect(own.names()).toEqual([]);
    own.lists[ONE] = [mirrored({ players: 6 })];
    await own.step(2 * MINUTE_MS);
    expect(own.names()).toEqual(['Elsewhere']);
  });

  test('what they unlisted, and filtered words', async () => {
    const bad = mirrored({ port: 2, name: 'My b4dword' });
    using own = await openMirrors({ [ONE]: [mirrored(), bad] }, { filteredWords: ['badword'] });
    await own.step();
    expect(own.names()).toEqual(['Elsewhere']);
    await own.moderation.actOnServer('unlist', ACTOR, hash, 'No');
    expect(own.names()).toEqual([]);
  });
});

describe('in the order of the list', () => {
  async function openMixed(ours: number, theirs: number) {
    const own = await openMirrors({ [ONE]: mirroredServers(theirs) });
    for (let port = 1; port <= ours; port += 1) await own.beat({ port: `${port}`, name: 'Ours' });
    await own.step(SECOND_MS);
    return own;
  }
  const picture = (page: readonly { origin?: object | undefined }[]) =>
    page.map(({ origin }) => (origin === undefined ? 'o' : 'm')).join('');

  test('never more than half, from the top, until ours are over', async () => {
    using own = await openMixed(3, 6);
    expect(picture(own.whole())).toBe('omomommmm');
  });

  test.each([
    ['with three of ours it ends behind three of theirs', 3, 6, 'omomom'],
    ['with fewer of theirs it has all', 3, 2, 'omomo'],
    ['with none of ours it has theirs alone', 0, 3, 'mmm'],
  ])('the first page has never more than half: %s', async (_, ours, theirs, page) => {
    using own = await openMixed(ours, theirs);
    expect(picture(own.page())).toBe(page);
  });

  test('of what is found too, it is never more than half', async () => {
    using own = await openMixed(3, 6);
    await own.beat({ port: '3', software: 'ProCraft 2' });
    await own.step(2 * SECOND_MS);
    expect(picture(own.page({ software: 'ProCraft' }))).toBe('om');
    expect(picture(own.page({ search: 'm5' }))).toBe('m');
  });

  test('in an order that a reader chose, servers stand where they belong', async () => {
    using own = await openMixed(2, 4);
    const sort = { column: 'name', direction: 'asc' } as const;
    expect(picture(own.page({ sort }))).toBe('mmmmoo');
  });

  test('fuller ones of ours stay on top, and all of theirs stand alone where they are searched for', async () => {
    using own = await openMixed(2, 3);
    await own.beat({ port: '1', name: 'Ours', users: '9' });
    await own.beat({ port: '2', name: 'Ours', users: '9' });
    await own.step(2 * SECOND_MS);
    expect(picture(own.whole())).toBe('oommm');
    expect(picture(own.page())).toBe('oomm');
    expect(picture(own.page({ origin: 'here' }))).toBe('oo');
    expect(picture(own.page({ origin: 'one.example' }))).toBe('mmm');
    expect(picture(own.page({ origin: 'two.example' }))).toBe('');
  });

  test.each([1, 2, 3, 4, 7])('pages of %d have each server once', async (limit) => {
    using own = await openMixed(4, 9);
    const list = own.servers.listShown();
    const seen: string[] = [];
    let after: Parameters<typeof own.servers.search.findPage>[2]['after'];
    do {
      const page = own.servers.search.findPage(list, ALL, { limit, after });
      seen.push(...page.results.map(({ listing }) => listing.hash));
      after = page.end;
    } while (after !== undefined);
    expect(seen).toEqual(own.whole().map(({ hash }) => hash));
    expect(new Set(seen).size).toBe(13);
  });

  test('behind one of theirs that is gone, the next of theirs goes on', async () => {
    using own = await openMixed(2, 9);
    const { findPage } = own.servers.search;
    const list = own.servers.listShown();
    const first = findPage(list, ALL, { limit: 6, after: undefined });
    const last = first.results.at(-1)?.listing;
    own.lists[ONE] = (own.lists[ONE] ?? []).filter(({ hash }) => hash !== last?.hash);
    await own.step(40_000);
    const rest = findPage(own.servers.listShown(), ALL, { limit: 99, after: first.end });
    const seen = [...first.results, ...rest.results].map(({ listing }) => listing.hash);
    expect(seen).toHaveLength(11);
    expect(new Set(seen).size).toBe(11);
  });
});
