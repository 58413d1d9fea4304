// Servers and players by software and by country, counted once for each list.

import { expect, test } from 'bun:test';
import type { Listing } from '../../../src/modules/registry/live-server.ts';
import { createBreakdown } from '../../../src/modules/statistics/breakdown.ts';

const listOf = (...servers: [software: string, country: string, players: number][]) => ({
  listings: servers.map(
    ([software, country, players]) => ({ software, country, counted: players }) as Listing,
  ),
  players: 0,
  madeAt: 0,
});

test('versions, colours, case and accents do not make another software', () => {
  const list = listOf(
    ['MCGalaxy 1.9.5.3', 'NL', 4],
    ['mcgalaxy 1.8', 'NL', 1],
    ['&aMCGalaxy', 'DE', 0],
    ['ProCraft', 'DE', 9],
    ['Prócraft 2', 'FR', 0],
  );
  expect(createBreakdown(() => list)()).toEqual({
    software: [
      { name: 'MCGalaxy', servers: 3, players: 5 },
      { name: 'ProCraft', servers: 2, players: 9 },
    ],
    countries: [
      { name: 'DE', servers: 2, players: 9 },
      { name: 'NL', servers: 2, players: 5 },
      { name: 'FR', servers: 1, players: 0 },
    ],
    languages: [{ name: undefined, servers: 5, players: 14 }],
    tags: [{ name: undefined, servers: 5, players: 14 }],
  });
});

test('what has no name is counted last, together with all beyond the largest twenty', () => {
  const many = Array.from({ length: 25 }, (_, index) => [
    ...[`Kind${String.fromCharCode(97 + index)}`, 'T1', 2],
  ]) as [string, string, number][];
  const list = listOf(['', '', 1], ['  ', 'ZZ', 1], ['Kindz', '', 7], ...many);
  const { software, countries } = createBreakdown(() => list)();
  expect(software).toHaveLength(21);
  expect(software[0]).toEqual({ name: 'Kindz', servers: 1, players: 7 });
  expect(software.at(-1)).toEqual({ name: undefined, servers: 8, players: 14 });
  expect(countries).toEqual([{ name: undefined, servers: 28, players: 59 }]);
});

test('a list is counted once', () => {
  let list = listOf(['A', 'NL', 1]);
  const breakDown = createBreakdown(() => list);
  const first = breakDown();
  expect(breakDown()).toBe(first);
  list = listOf();
  expect(breakDown()).toEqual({ software: [], countries: [], languages: [], tags: [] });
});

test('languages and tags are those of the claims, and a server with several tags counts for each', () => {
  const list = {
    ...listOf(),
    listings: ['a', 'b', 'c'].map(
      (hash, players) => ({ hash, software: '', country: '', counted: players }) as Listing,
    ),
  };
  const claims = new Map([
    ['a', { language: 'de', tags: ['ctf', 'lava'] }],
    ['b', { language: null, tags: ['lava'] }],
  ]);
  const { languages, tags } = createBreakdown(
    () => list,
    (hash) => claims.get(hash),
  )();
  expect(languages).toEqual([
    { name: 'de', servers: 1, players: 0 },
    { name: undefined, servers: 2, players: 3 },
  ]);
  expect(tags).toEqual([
    { name: 'lava', servers: 2, players: 1 },
    { name: 'ctf', servers: 1, players: 0 },
    { name: undefined, servers: 1, players: 2 },
  ]);
});
