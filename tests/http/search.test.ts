// GET /api/v1/servers: programs of other sites search the public list.

import { describe, expect, test } from 'bun:test';
import { claimApi } from '../../src/modules/claims/index.ts';
import { openedOnce } from '../support/opened.ts';
import { ALPHA_HASH, BRAVO_HASH, openSampleApp, PUBLIC_READ, play } from './sample-app.ts';

interface Found {
  servers: { name: string; hash: string }[];
  next: string | null;
  online: { servers: number; players: number };
}

const PATH = '/api/v1/servers';
const namesIn = (found: unknown) => (found as Found).servers.map(({ name }) => name);

const app = openedOnce(openSampleApp);

test('a result has what the list shows, under our own names and without addresses', async () => {
  const answer = await play(app, {
    path: PATH,
    shows: PUBLIC_READ,
    lacks: [/"ip"|"port"|mppass|203\.0\.113|25565|Hidden/],
  });
  const { servers, next, online } = answer.json() as Found;
  expect(next).toBeNull();
  expect(online).toEqual({ servers: 2, players: 12 });
  expect(servers).toEqual([
    {
      hash: BRAVO_HASH,
      url: `http://muster.test/server/play/${BRAVO_HASH}/`,
      name: 'Bravo',
      colouredName: 'Bravo',
      players: 9,
      maxPlayers: 20,
      software: 'MCGalaxy 1.9.5.3',
      country: 'NL',
      startedAt: Math.floor((app.now() - 1_000) / 1_000),
      featured: false,
      web: true,
      ...claimApi.describe(undefined),
      icon: null,
      origin: null,
      people: 0,
      steps: 0,
    },
    expect.objectContaining({ hash: ALPHA_HASH, web: false, country: 'NL' }),
  ] as never);
});

test('the same again is answered 304', async () => {
  const first = await app.request(`${PATH}?q=alpha`);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await app.request(`${PATH}?q=alpha`, { headers })).status).toBe(304);
  expect((await app.request(`${PATH}?q=bravo`, { headers })).status).toBe(200);
});

test.each([
  ['?q=alph', ['Alpha']],
  ['?q=%20ALPHA%20mcgalaxy', ['Alpha']],
  ['?q=nobody', []],
  ['?web=true', ['Bravo']],
  ['?software=mcgalaxy', ['Bravo', 'Alpha']],
  ['?country=nz', []],
  ['?sort=name', ['Alpha', 'Bravo']],
  ['?sort=-name', ['Bravo', 'Alpha']],
  ['?limit=1', ['Bravo']],
  ['/?q=bravo', ['Bravo']],
])('%s finds', async (query, names) => {
  expect(namesIn((await app.request(`${PATH}${query}`)).json())).toEqual(names);
});

describe.each(['', 'sort=name&', 'sort=-players&', 'sort=uptime&', 'sort=country&'])(
  'pages of %p',
  (sort) => {
    test('go on where the one before ended', async () => {
      const whole = namesIn((await app.request(`${PATH}?${sort}`.replace(/[?&]$/, ''))).json());
      const first = (await app.request(`${PATH}?${sort}limit=1`)).json() as Found;
      expect(first.next).toMatch(/^[\w-]+$/);
      const second = (
        await app.request(`${PATH}?${sort}limit=1&cursor=${first.next}`)
      ).json() as Found;
      expect([...namesIn(first), ...namesIn(second)]).toEqual(whole);
      expect(second.next).toBeNull();
    });
  },
);

describe('refuses, with a sentence,', () => {
  const CURSOR =
    'The cursor does not belong to this search. Ask again without it, for the first page.';
  const encode = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
  test.each([
    [
      '?page=2',
      'There is no parameter "page". There are q, software, country, tag, language, web, origin, sort, limit, cursor.',
    ],
    ['?language=eng', 'The language "eng" is not two letters, such as en.'],
    [`?tag=${'x'.repeat(65)}`, 'tag is too long: write at most 64 characters.'],
    ['?country=New', 'The country "New" is not two letters, such as NZ.'],
    ['?web=1', 'web is "1": write true or false.'],
    [
      '?sort=best',
      'There is no sort "best". Write one of name, -name, country, -country, software, -software, players, -players, uptime, -uptime.',
    ],
    ['?limit=201', 'The limit "201" is not a whole number from 1 to 200.'],
    [`?q=${'x'.repeat(65)}`, 'q is too long: write at most 64 characters.'],
    [`?cursor=${'x'.repeat(601)}`, CURSOR],
    ['?cursor=nonsense', CURSOR],
    [`?cursor=${encode(['', 0, 0, 1, 1])}`, CURSOR],
    [`?cursor=${encode(['', 0, 0, 'many', 1, ALPHA_HASH])}`, CURSOR],
    [`?cursor=${encode(['', 'text', 0, 1, 1, ALPHA_HASH])}`, CURSOR],
    [`?sort=name&cursor=${encode(['software', 'text', 0, 1, 1, ALPHA_HASH])}`, CURSOR],
    [`?sort=name&cursor=${encode(['name', 1, 0, 1, 1, ALPHA_HASH])}`, CURSOR],
  ])('%s', async (query, message) => {
    const answer = await app.request(`${PATH}${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ error: { kind: 'invalid', message } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('too many searches from one address', async () => {
    const search = () => app.request(PATH, { address: '198.51.100.77' });
    for (let count = 0; count < 200; count += 1) expect((await search()).status).toBe(200);
    const answer = await search();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.request(PATH)).status).toBe(200);
  });
});
