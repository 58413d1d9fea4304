// The list page: what a query shows, in which order, and that names are never markup.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { md5Hex } from '../../src/lib/digest.ts';
import type { Listing } from '../../src/servers/live-server.ts';
import { createServerSearch } from '../../src/servers/search.ts';
import { type ListPage, MOST_ROWS, renderListPage } from '../../src/views/list/list-page.tsx';
import { formatListQuery, parseListQuery } from '../../src/views/list/list-query.ts';
import { rounds } from '../support/rounds.ts';
import { plainLook } from '../support/site-look.ts';

const NOW = Date.UTC(2026, 0, 1);

function listing(changes: Partial<Listing> & { name: string }): Listing {
  const base = { ip: '192.0.2.1', port: 1, players: 3, maxPlayers: 20, software: 'MCGalaxy 1.9' };
  const rest = {
    joinIp: '192.0.2.1',
    joinPort: 25_565,
    supportsWeb: false,
    country: 'NZ',
    isFeatured: false,
    startedAt: NOW - 60_000,
  };
  return { hash: md5Hex(changes.name), ...base, ...rest, ...changes };
}

const ranked = [
  listing({ name: '&eStar', isFeatured: true, players: 0 }),
  listing({ name: 'alpha 10', players: 9, country: 'DE' }),
  listing({ name: 'Alpha 2', players: 5, software: 'ProCraft v2', startedAt: NOW - 99_000 }),
  listing({ name: 'Full', players: 2, maxPlayers: 2, supportsWeb: true }),
  listing({ name: 'Bare', players: 0, software: '' }),
];

const takesWeb = ({ supportsWeb }: Listing) => supportsWeb;

describe('a query', () => {
  test('is the same after being written to a URL and parsed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 70 });
    const key = fc.constantFrom('q', 'empty', 'full', 'web', 'software', 'country', 'sort', 'dir');
    const value = fc.oneof(
      text,
      fc.constantFrom('hide', '1', 'NZ', 'name', 'uptime', 'asc', 'desc'),
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
  const page = (changes: Partial<ListPage> = {}) => {
    const listings = changes.listings ?? ranked;
    const query = changes.query ?? parseListQuery(new URLSearchParams());
    const list = { listings, players: 1, madeAt: NOW };
    const search = createServerSearch();
    const found = search.find(list, query);
    return renderListPage({
      site: {
        baseUrl: 'https://play.test',
        look: plainLook('play.test'),
        online: { players: 1, servers: 1 },
        accountName: undefined,
        verifyPath: '/acc/verify/',
        theme: 'system' as const,
      },
      path: '/',
      query,
      sparks: new Map(),
      totals: undefined,
      madeAt: NOW,
      isPlayable: undefined,
      ...changes,
      listings,
      ...search.listChoices(list),
      chosen: query.webOnly ? found.filter((one) => changes.isPlayable?.(one) ?? true) : found,
    });
  };

  test('has instructions for the first server, with the addresses of this installation', () => {
    const html = page({ listings: [] });
    expect(html).toContain('HeartbeatURL = https://play.test/server/heartbeat\npublic = true');
    expect(html).toContain('server-services=https://play.test/api');
  });

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

  describe('offers to play in the browser', () => {
    const webOnly = parseListQuery(new URLSearchParams('web=1'));
    const buttons = (html: string) =>
      [...html.matchAll(/<a class="button play[^>]*>([^<]*)</g)].map(([, label]) => label);

    test('for servers that can be played here, and no others', () => {
      const html = page({ isPlayable: takesWeb });
      expect(html.match(/>Web</g)).toHaveLength(1);
      expect(html).toContain('aria-label="Play on Full in the browser"');
      expect(html).toContain('aria-label="How to join Bare"');
      expect(html).toContain('Play starts the game in your browser. Join shows how');
      expect(buttons(html)).toEqual([...['Join', 'Join', 'Play'], ...['Join', 'Join']]);
      expect(html).toContain('name="web"');
      expect(buttons(page({ isPlayable: takesWeb, query: webOnly }))).toEqual(['Play']);
    });

    test('never without a web client, and has no filter for it then', () => {
      for (const query of [webOnly, parseListQuery(new URLSearchParams())]) {
        const html = page({ query });
        expect(html).not.toContain('>Web<');
        expect(html).not.toContain('name="web"');
        expect(html).toContain('Join shows how to join with the launcher.');
        expect(html).not.toContain('in the browser');
        expect(new Set(buttons(html))).toEqual(new Set(['Join']));
        expect(buttons(html)).toHaveLength(ranked.length);
      }
    });
  });

  test('has no inline script, style or handler', () => {
    expect(page()).not.toMatch(/<style|<script(?! src)| style=| on[a-z]+=/i);
  });

  test('without a match links to all servers, without the search', () => {
    const html = page({ query: parseListQuery(new URLSearchParams('q=zzz&sort=name')) });
    expect(html).toContain('<a class="button quiet" href="/?sort=name">Show all servers</a>');
  });

  test('ends after the most rows, and says so', () => {
    const many = Array.from({ length: MOST_ROWS + 1 }, (_, at) => listing({ name: `s${at}` }));
    const html = page({ listings: many });
    expect(html.match(/data-hash=/g)).toHaveLength(MOST_ROWS);
    expect(html).toContain(`Showing the first ${MOST_ROWS} of ${MOST_ROWS + 1} servers.`);
  });
});
