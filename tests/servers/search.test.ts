// Searching the public list: what a query finds, in which order, and page by page.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { md5Hex } from '../../src/lib/md5.ts';
import type { Claim } from '../../src/servers/claims/ports.ts';
import type { Listing } from '../../src/servers/live-server.ts';
import { rankBy } from '../../src/servers/ranking.ts';
import type { PublicList } from '../../src/servers/ready-list.ts';
import {
  createServerSearch,
  foldText,
  type SearchPosition,
  type SearchQuery,
  SORT_COLUMNS,
  softwareFamily,
} from '../../src/servers/search.ts';

const NOW = Date.UTC(2026, 0, 1);
const ALL: SearchQuery = { search: '', software: '', country: '', sort: undefined };

function listing(changes: Partial<Listing> & { name: string }): Listing {
  return {
    ...{ hash: md5Hex(changes.name), ip: '192.0.2.1', port: 1 },
    ...{ joinIp: '192.0.2.1', joinPort: 25_565, players: 3, maxPlayers: 20 },
    ...{ software: 'MCGalaxy 1.9', supportsWeb: false, country: 'NZ', isFeatured: false },
    ...{ startedAt: NOW - 60_000, ...changes },
  };
}

/** In the order of the list, as the ready list has them. */
const listOf = (listings: readonly Listing[]): PublicList => ({
  listings: rankBy(listings, (one) => one, NOW),
  players: 0,
  madeAt: NOW,
});
const list = listOf([
  listing({ name: '&eStar', isFeatured: true, players: 0 }),
  listing({ name: 'alpha 10', players: 9, country: 'DE' }),
  listing({ name: 'Alpha 2', players: 5, software: 'ProCraft v2', startedAt: NOW - 99_000 }),
  listing({ name: 'Über Łódź', players: 2, maxPlayers: 2, supportsWeb: true, isFeatured: true }),
  listing({ name: 'Bare', players: 0, software: '', startedAt: NOW - 50_000 }),
]);

const claim = {
  hash: md5Hex('Bare'),
  description: 'A quiet café\nwith parkour.',
  tags: ['survival', 'größe'],
} as Claim;

const search = createServerSearch((hash) => (hash === claim.hash ? claim : undefined));
const namesFor = (query: Partial<SearchQuery>) =>
  search.find(list, { ...ALL, ...query }).map(({ name }) => name);

describe('finds', () => {
  const [star, ten, two, uber, bare] = ['&eStar', 'alpha 10', 'Alpha 2', 'Über Łódź', 'Bare'];
  test.each([
    ['everything, empty servers last', {}, [uber, ten, two, star, bare]],
    ['a name in any case', { search: 'alpha' }, [ten, two]],
    ['every word in any order', { search: ' 2  ALPHA ' }, [two]],
    ['a name without its colours', { search: 'star' }, [star]],
    ['no colour code', { search: '&e' }, []],
    ['a country by its name', { search: 'germany' }, [ten]],
    ['a country by its code', { search: 'nz star' }, [star]],
    ['a software', { search: 'procraft' }, [two]],
    ['a name without its accents', { search: 'uber lodz' }, [uber]],
    ['a name with accents of another kind', { search: 'ÜBËR' }, [uber]],
    ['words of a description', { search: 'cafe parkour' }, [bare]],
    ['a tag', { search: 'grosse' }, [bare]],
    ['words of different sources together', { search: 'bare survival zealand' }, [bare]],
    ['nothing where one word is missing', { search: 'alpha nothing' }, []],
    ['servers with players', { hideEmpty: true }, [uber, ten, two]],
    ['servers with room', { hideFull: true }, [ten, two, star, bare]],
    ['those for the web client', { web: true }, [uber]],
    ['those not for it', { web: false }, [ten, two, star, bare]],
    ['one software', { software: 'PROCRAFT' }, [two]],
    ['one country', { country: 'DE' }, [ten]],
  ])('%s', (_what, query, names) => {
    expect(namesFor(query)).toEqual(names as string[]);
  });

  test.each([
    ['name', 'asc', [two, ten, bare, star, uber]],
    ['name', 'desc', [uber, star, bare, ten, two]],
    ['country', 'asc', [ten, two, uber, star, bare]],
    ['software', 'asc', [bare, ten, uber, star, two]],
    ['players', 'asc', [star, bare, uber, two, ten]],
    ['players', 'desc', [ten, two, uber, star, bare]],
    ['uptime', 'desc', [two, ten, uber, star, bare]],
  ] as const)('by %s, %s, whether they are featured, empty or not', (column, direction, names) => {
    expect(namesFor({ sort: { column, direction } })).toEqual([...names] as string[]);
  });
});

test('what a claim says is found as soon as it says so, and no longer than that', () => {
  let said = { ...claim };
  const own = createServerSearch(() => said);
  const one = () => listOf(list.listings.slice(4));
  const find = (text: string) => own.find(one(), { ...ALL, search: text }).length;
  expect(find('parkour')).toBe(1);
  said = { ...claim, description: 'Something else' };
  expect(find('parkour')).toBe(0);
  expect(find('something')).toBe(1);
});

test('a server that changed its name is found by the new one alone', () => {
  const own = createServerSearch();
  const find = (name: string, text: string) =>
    own.find(listOf([listing({ name, hash: 'a'.repeat(32) })]), { ...ALL, search: text }).length;
  expect(find('Before', 'before')).toBe(1);
  expect(find('After', 'before')).toBe(0);
  expect(find('After', 'after')).toBe(1);
});

describe('page by page', () => {
  const anyList = fc
    .uniqueArray(
      fc.record({
        name: fc.string({ minLength: 1, maxLength: 5 }),
        players: fc.nat({ max: 3 }),
        isFeatured: fc.boolean(),
        country: fc.constantFrom('DE', 'NZ', 'T1'),
        startedAt: fc.integer({ min: NOW - 3_000, max: NOW }),
      }),
      { maxLength: 25, selector: ({ name }) => name },
    )
    .map((some) => listOf(some.map(listing)));
  const anySort = fc.option(
    fc.record({
      column: fc.constantFrom(...SORT_COLUMNS),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { nil: undefined },
  );

  test('every server comes once, in the order of the whole', () => {
    fc.assert(
      fc.property(anyList, anySort, fc.integer({ min: 1, max: 7 }), (some, sort, limit) => {
        const own = createServerSearch();
        const query = { ...ALL, sort };
        const hashes: string[] = [];
        let after: SearchPosition | undefined;
        do {
          const { results, end } = own.findPage(some, query, { limit, after });
          expect(results.length).toBeLessThanOrEqual(limit);
          hashes.push(...results.map((one) => one.listing.hash));
          after = end;
        } while (after !== undefined);
        expect(hashes).toEqual(own.find(some, query).map(({ hash }) => hash));
        expect(hashes.toSorted()).toEqual(some.listings.map(({ hash }) => hash).toSorted());
      }),
      { seed: 3 },
    );
  });

  test('goes on behind a server that has left', () => {
    const own = createServerSearch();
    const first = own.findPage(list, ALL, { limit: 2, after: undefined });
    const left = first.results.at(-1)?.listing;
    const rest = listOf(list.listings.filter((one) => one !== left));
    const { results, end } = own.findPage(rest, ALL, { limit: 5, after: first.end });
    expect(results.map(({ listing: { name } }) => name)).toEqual(['Alpha 2', '&eStar', 'Bare']);
    expect(end).toBeUndefined();
  });
});

test.each([
  ['MCGalaxy 1.9.5.3', 'MCGalaxy'],
  ['&cProCraft v2', 'ProCraft'],
  ['fCraft-0.6', 'fCraft'],
  ['My Own Server', 'My Own Server'],
  ['', ''],
])('the software %s is %s', (software, family) => {
  expect(softwareFamily(software)).toBe(family);
});

test.each([
  ['Plain', 'plain'],
  ['Ærøskøbing', 'aeroskobing'],
  ['ＦＵＬＬ', 'full'],
  ['İstanbul', 'istanbul'],
  ['Привет', 'привет'],
  ['Straße', 'strasse'],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('what filters can be set to is what the list has', () => {
  expect(search.listChoices(list)).toEqual({
    software: ['MCGalaxy', 'ProCraft'],
    countries: ['NZ', 'DE'],
  });
});
