// Searching the public list: what a query finds, in which order, and page by page.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Claim } from '../../../src/modules/claims/claim-ports.ts';
import type { PublicList } from '../../../src/modules/list/ready-list.ts';
import {
  createServerSearch,
  type SearchPosition,
  type SearchQuery,
  SORT_COLUMNS,
  softwareFamily,
} from '../../../src/modules/list/search.ts';
import { type Listing, rankBy } from '../../../src/modules/registry/live-server.ts';
import { stripColourCodes } from '../../../src/platform/lib/colour-codes.ts';
import { findCountryName } from '../../../src/platform/lib/country-name.ts';
import { md5Hex } from '../../../src/platform/lib/digest.ts';
import { foldText } from '../../../src/platform/lib/look-alikes.ts';
import { rounds } from '../../support/rounds.ts';
import { sampleListing as listing, LISTED_AT as NOW } from '../../support/sample-listing.ts';

const ALL: SearchQuery = { search: '', software: '', country: '', sort: undefined };

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
  language: 'mi',
} as Claim;

const search = createServerSearch({ all: new Map([[claim.hash, claim]]) });
const namesFor = (query: Partial<SearchQuery>) =>
  search.find(list, { ...ALL, ...query }).map(({ name }) => name);

/** Compares texts and numbers one by one, with none of what makes the search fast. */
function slowly(column: (typeof SORT_COLUMNS)[number], direction: 'asc' | 'desc') {
  const sign = direction === 'desc' ? -1 : 1;
  const sortable = (text: string) =>
    foldText(text).replace(/\d+/g, (digits) => digits.padStart(8, '0'));
  const keys = {
    name: ({ name }: Listing) => sortable(stripColourCodes(name)),
    country: ({ country }: Listing) => sortable(findCountryName(country) ?? ''),
    software: ({ software }: Listing) => foldText(softwareFamily(software)),
    players: ({ players }: Listing) => players,
    uptime: ({ startedAt }: Listing) => -startedAt,
  };
  const compare = (a: string | number, b: string | number) => Number(a > b) - Number(a < b);
  return (a: Listing, b: Listing) =>
    sign * compare(keys[column](a), keys[column](b)) ||
    compare(b.players, a.players) ||
    compare(a.startedAt, b.startedAt) ||
    compare(a.hash, b.hash);
}

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
    ['a tag', { tag: 'größe' }, ['Bare']],
    ['a part of a tag', { tag: 'surviv' }, []],
    ['a language', { language: 'mi' }, ['Bare']],
    ['another language', { language: 'de' }, []],
    ['a tag and a country', { tag: 'survival', country: 'DE' }, []],
  ])('%s', (_what, query, names) => {
    expect(namesFor(query)).toEqual(names as string[]);
  });
});

test('what a claim says is found as soon as it says so, and no longer than that', () => {
  const claims = { all: new Map([[claim.hash, claim]]) };
  const own = createServerSearch(claims);
  // The same list: a change of a claim alone makes no other one.
  const one = listOf(list.listings.slice(4));
  const find = (text: string) => own.find(one, { ...ALL, search: text }).length;
  expect(find('parkour')).toBe(1);
  claims.all = new Map([[claim.hash, { ...claim, description: 'Something else' }]]);
  expect(find('parkour')).toBe(0);
  expect(find('something')).toBe(1);
});

test('names are sorted by their first letter or digit, whatever stands before it', () => {
  const names = ['!!! Zeta', '  _alpha', '★ Привет', '10', 'Beta', '&e[EU] Gamma', '***', '~2~'];
  const some = listOf(names.map((name) => listing({ name })));
  const sorted = (direction: 'asc' | 'desc') =>
    search.find(some, { ...ALL, sort: { column: 'name', direction } }).map(({ name }) => name);
  const expected = ['~2~', '10', '  _alpha', 'Beta', '&e[EU] Gamma', '!!! Zeta', '★ Привет', '***'];
  expect(sorted('asc')).toEqual(expected);
  expect(sorted('desc')).toEqual(expected.toReversed());
});

test('a new list is searched and sorted as if no other had been before it', () => {
  const anyServer = fc.record({
    // Few of each, so that servers leave, come back, share a name and take the place of others.
    hash: fc.nat({ max: 12 }).map((number) => md5Hex(`${number}`)),
    name: fc.constantFrom('Alpha 2', 'alpha 10', '&cÁlpha 2', 'Beta', 'Łódź', 'Привет', 'b'),
    players: fc.oneof(fc.nat({ max: 3 }), fc.constant(65_535)),
    software: fc.constantFrom('', 'MCGalaxy 1.9', 'MCGalaxy 2', 'ProCraft'),
    country: fc.constantFrom('DE', 'NZ', 'T1'),
    isFeatured: fc.boolean(),
    startedAt: fc.oneof(
      fc.integer({ min: NOW - 3_000, max: NOW }),
      fc.integer({ min: 0, max: 2 ** 41 }),
    ),
    tag: fc.constantFrom(undefined, 'pvp', 'beta'),
  });
  const anyRound = fc.record({
    changed: fc.uniqueArray(anyServer, { selector: ({ hash }) => hash }),
    gone: fc.array(fc.nat({ max: 12 })),
    areClaimsRead: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyRound, { minLength: 1, maxLength: 8 }), (rounds) => {
      const claims = { all: new Map<string, Claim>() };
      const own = createServerSearch(claims);
      const listed = new Map<string, Listing>();
      const hidden = new Map<string, Listing>();
      for (const { changed, gone, areClaimsRead } of rounds) {
        for (const { tag, ...one } of changed) listed.set(one.hash, listing(one));
        if (areClaimsRead) {
          claims.all = new Map(
            changed.flatMap(({ hash, tag }) =>
              tag === undefined ? [] : [[hash, { ...claim, hash, tags: [tag] }]],
            ),
          );
        }
        for (const [hash, one] of hidden) if (!listed.has(hash)) listed.set(hash, one);
        hidden.clear();
        for (const number of gone) {
          const hash = md5Hex(`${number}`);
          const one = listed.get(hash);
          // It comes back as the same object, as a private server does that is made public.
          if (one !== undefined) hidden.set(hash, one);
          listed.delete(hash);
        }
        const now = listOf([...listed.values()]);
        const fresh = createServerSearch(claims);
        for (const words of ['', 'alpha', 'pvp', 'beta'].map((text) => ({ search: text }))) {
          for (const column of SORT_COLUMNS) {
            for (const direction of ['asc', 'desc'] as const) {
              const query = { ...ALL, ...words, sort: { column, direction } };
              const page = own.find(now, query);
              expect(page).toEqual(fresh.find(now, query));
              expect(page).toEqual(page.toSorted(slowly(column, direction)));
            }
          }
          expect(own.find(now, { ...ALL, ...words })).toEqual(
            fresh.find(now, { ...ALL, ...words }),
          );
        }
      }
    }),
    rounds(60),
  );
});

test('texts that no server has any more are forgotten, and what is left stays in order', () => {
  const own = createServerSearch();
  const still = listing({ name: 'name 500500', hash: md5Hex('still') });
  const away = listing({ name: 'name 400500', hash: md5Hex('away') });
  const sort = { column: 'name', direction: 'asc' } as const;
  const find = (...listings: Listing[]) =>
    own.find(listOf(listings), { ...ALL, sort }).map(({ name }) => name);
  find(still, away);
  for (let number = 0; number < 3_000; number += 1) {
    const name = `name ${number * 1_000 + 2}`;
    const other = listing({ name });
    const names = number <= 500 ? [name, still.name] : [still.name, name];
    expect(find(other, still)).toEqual(names);
  }
  expect(find(still, away)).toEqual([away.name, still.name]);
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
      rounds(500),
    );
  });

  test('while others come, go and move, a server that stays as it is comes once', () => {
    const anyServer = fc.record({
      name: fc.constantFrom('a', 'B', '&cb', 'c 2', 'c 10', 'Ä', 'z').map((text) => `${text}!`),
      players: fc.nat({ max: 2 }),
      isFeatured: fc.boolean(),
      country: fc.constantFrom('DE', 'NZ', 'T1'),
      startedAt: fc.integer({ min: NOW - 3_000, max: NOW }),
    });
    const isSteady = ({ hash }: Listing) => !hash.startsWith('moving');
    const hashed = (prefix: string) => (one: Parameters<typeof listing>[0], number: number) =>
      listing({ ...one, hash: `${prefix}${number}` });
    const anyLists = fc
      .tuple(
        fc.array(anyServer, { maxLength: 12 }),
        fc.array(fc.array(anyServer), { minLength: 1 }),
      )
      .map(([steady, rounds]) =>
        rounds.map((moving) =>
          listOf([...steady.map(hashed('steady')), ...moving.map(hashed('moving'))]),
        ),
      );
    fc.assert(
      fc.property(anyLists, anySort, fc.integer({ min: 1, max: 3 }), (lists, sort, limit) => {
        const own = createServerSearch();
        const query = { ...ALL, sort };
        const seen: Listing[] = [];
        let round = 0;
        let after: SearchPosition | undefined;
        do {
          const { results, end } = own.findPage(lists[round % lists.length] as PublicList, query, {
            ...{ limit, after },
          });
          seen.push(...results.map((one) => one.listing));
          after = end;
          round += 1;
          expect(round).toBeLessThan(200);
        } while (after !== undefined);
        const hashes = seen.filter(isSteady).map(({ hash }) => hash);
        const whole = own.find(lists[0] as PublicList, query).filter(isSteady);
        expect(hashes).toEqual(whole.map(({ hash }) => hash));
      }),
      { seed: 5, numRuns: 300 },
    );
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
    tags: ['survival', 'größe'],
    languages: ['mi'],
  });
});
