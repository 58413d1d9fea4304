// The list page: what a query shows, in which order, and that names are never markup.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Claim } from '../../../src/modules/claims/claim-ports.ts';
import {
  formatListQuery,
  LIST_KEYS,
  parseListQuery,
} from '../../../src/modules/list/list-query.ts';
import { type ListPage, MAX_ROWS, renderListPage } from '../../../src/modules/list/list-view.tsx';
import { createServerSearch, softwareFamily } from '../../../src/modules/list/search.ts';
import type { Listing } from '../../../src/modules/registry/live-server.ts';
import { rounds } from '../../support/rounds.ts';
import { sampleListing as listing, LISTED_AT as NOW } from '../../support/sample-listing.ts';
import { plainSite } from '../../support/site-look.ts';

const ranked = [
  listing({ name: '&eStar', isFeatured: true, players: 0 }),
  listing({ name: 'alpha 10', players: 9, country: 'DE' }),
  listing({ name: 'Alpha 2', players: 5, software: 'ProCraft v2', startedAt: NOW - 99_000 }),
  listing({ name: 'Full', players: 2, maxPlayers: 2, supportsWeb: true }),
  listing({ name: 'Bare', players: 0, software: '' }),
];

const withFamily = <Row extends { listing: Listing }>(row: Row) => ({
  ...row,
  family: softwareFamily(row.listing.software),
});

describe('a query', () => {
  test('is the same after being written to a URL and parsed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 70 });
    const key = fc.constantFrom(...LIST_KEYS);
    const value = fc.oneof(
      text,
      fc.constantFrom('hide', '1', 'NZ', 'de', 'name', 'uptime', 'asc', 'desc'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value)), (pairs) => {
        const query = parseListQuery(new URLSearchParams(pairs));
        const again = parseListQuery(new URLSearchParams(formatListQuery(query)));
        expect(again).toEqual(query);
      }),
      rounds(500),
    );
  });
});

describe('the page', () => {
  const page = (changes: Partial<ListPage> & { page?: Partial<ListPage> } = {}) => {
    const listings = changes.listings ?? ranked;
    const query = changes.query ?? parseListQuery(new URLSearchParams());
    const list = { listings, players: 1, madeAt: NOW };
    const search = createServerSearch();
    const found = search.find(list, {
      ...query,
      isWanted: query.webOnly ? changes.isPlayable : undefined,
    });
    return renderListPage({
      site: { ...plainSite, online: { players: 1, servers: 1 } },
      path: '/',
      query,
      sparks: new Map(),
      totals: undefined,
      madeAt: NOW,
      isPlayable: undefined,
      rhythmOf: () => undefined,
      formersOf: () => [],
      isByPeople: true,
      ...changes,
      listings,
      choices: search.listChoices(list),
      found: found.length,
      rows: found.slice(0, MAX_ROWS).map((listing) => withFamily({ listing, claim: undefined })),
      first: 0,
      next: undefined,
      ...changes.page,
    });
  };

  test('has the same tags for any server names', () => {
    const tagsOf = (name: string, software: string) =>
      page({ listings: [listing({ name, software, hash: 'a'.repeat(32) })] })
        .match(/<[a-z/!][^>]*>/gi)
        ?.map((tag) => tag.split(/[ >]/)[0])
        .filter((tag) => tag !== '<option' && tag !== '</option');
    const wanted = tagsOf('x', 'y') ?? [];
    const hostile = fc
      .array(fc.constantFrom('<', '</', '>', '"', "'", '&', '=', '/', 'script', 'x', ' ', '\0'))
      .map((some) => `x${some.join('')}`);
    fc.assert(
      fc.property(hostile, hostile, (name, software) => {
        expect(tagsOf(name, software)).toEqual(wanted);
      }),
      rounds(200),
    );
  });

  test('has no inline script, style or handler', () => {
    expect(page()).not.toMatch(/<style|<script(?! src)| style=| on[a-z]+=/i);
  });

  test('without a match links to all servers, without the search', () => {
    const html = page({ query: parseListQuery(new URLSearchParams('q=zzz&sort=name')) });
    expect(html).toContain('<a class="button quiet" href="/?sort=name">Show all servers</a>');
  });

  test('ends after the most rows, and leads on by a cursor', () => {
    const many = Array.from({ length: MAX_ROWS + 1 }, (_, at) => listing({ name: `s${at}` }));
    const html = page({ listings: many, page: { next: 'cursor' } });
    expect(html.match(/<li[ >]/g)).toHaveLength(MAX_ROWS);
    expect(html).toContain(`Servers 1 to ${MAX_ROWS} of ${MAX_ROWS + 1}`);
    expect(html).toContain('rel="next" href="/?after=cursor"');
    expect(html).not.toContain('>First page<');
    const rows = many.slice(-1).map((listing) => withFamily({ listing, claim: undefined }));
    const last = page({ listings: many, page: { rows, first: MAX_ROWS } });
    expect(last).toContain(`Servers ${MAX_ROWS + 1} to ${MAX_ROWS + 1} of ${MAX_ROWS + 1}`);
    expect(last).toContain('<a href="/">First page</a>');
    expect(last).not.toContain('rel="next"');
  });

  test('of a claimed server has what its operator says, and links to others in its country', () => {
    const one = listing({ name: 'Oak', software: '&aProCraft 1.2', country: 'NZ' });
    const texts = { description: 'An old oak.\nBuild.', tags: ['24-7', 'pvp & co'] };
    const claim = { ...texts, language: 'mi' } as Claim;
    const html = page({ listings: [one], page: { rows: [withFamily({ listing: one, claim })] } });
    expect(html).toContain('<p>An old oak. · 1 min online · #24-7 #pvp &amp; co</p>');
    expect(html).toContain('<a href="?country=NZ">🇳🇿 <u>New Zealand</u></a>');
  });

  test('of three hundred servers weighs less than 120 kB, in less than 4,000 elements', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => Math.round(20 + 9 * Math.sin(hour)));
    const spark = { hours, lastHour: Math.floor(NOW / 3_600_000) };
    const listings = Array.from({ length: 300 }, (_, at) =>
      listing({ name: `&aThe Hollow &2Oak &f[freebuild] ${at}`, players: 300 - at }),
    );
    const sparks = new Map(listings.map(({ hash }) => [hash, spark]));
    const rhythmOf = () => ({ busyHour: 20, isFull: true, isRising: false });
    const html = page({ listings, sparks, rhythmOf, isPlayable: () => true });
    expect(html.match(/<svg><\/svg>/g)).toHaveLength(300);
    expect(Buffer.byteLength(html)).toBeLessThan(120_000);
    // The script gives each row near the window five elements more.
    expect(html.match(/<[a-z]/g)?.length).toBeLessThan(4_000 - 5 * 50);
  });
});
