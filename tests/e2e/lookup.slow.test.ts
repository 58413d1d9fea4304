// Looking servers up by hash: any spelling, any order, at most a hundred, always live.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { Client, createAccount, nextAddress } from './client.ts';
import { parseStrictJson, parseStrictList } from './strict-json.ts';

let muster: RunningMuster;
let client: Client;
const hashes: string[] = [];
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  client = new Client(muster, { address: nextAddress() });
  for (let index = 0; index < 4; index += 1) {
    const server = new Client(muster, { address: nextAddress() });
    hashes.push(
      await server.mustBeat({ name: `Server ${index}`, public: index % 2 ? 'true' : 'false' }),
    );
  }
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** A hash that no server has. */
function unknown(index: number): string {
  return Bun.MD5.hash(`unknown ${index}`, 'hex');
}

describe('what is asked for is what comes, in that order', () => {
  const [a, b, c, d] = [0, 1, 2, 3];
  const cases: [sentence: string, items: (h: string[]) => string, expected: number[]][] = [
    ['one', (h) => `${h[0]}`, [a]],
    ['all, turned round', (h) => [...h].reverse().join(','), [d, c, b, a]],
    ['a slash at the end', (h) => `${h[1]},${h[0]}/`, [b, a]],
    ['capitals', (h) => `${h[2]?.toUpperCase()},${h[0]}`, [c, a]],
    ['%2C between them', (h) => `${h[3]}%2C${h[1]}%2c${h[0]}`, [d, b, a]],
    ['an escaped digit', (h) => `%${h[0]?.charCodeAt(0).toString(16)}${h[0]?.slice(1)}`, [a]],
    ['empty items', (h) => `,,${h[1]},,${h[0]},`, [b, a]],
    ['commas alone', () => ',,,', []],
    ['repeats, once each', (h) => `${h[0]},${h[1]},${h[0]},${h[1]?.toUpperCase()}`, [a, b]],
    ['unknown ones left out', (h) => `${unknown(1)},${h[0]},${unknown(2)}`, [a]],
    [
      'what is no hash left out',
      (h) => `x,${h[0]},${h[1]?.slice(1)},${h[2]}0,zz${h[3]?.slice(2)}`,
      [a],
    ],
    ['a play URL that was typed', (h) => `http://host/server/play/${h[1]}/`, [b]],
    ['a play URL, escaped', (h) => `https%3A%2F%2Fhost%2Fserver%2Fplay%2F${h[2]}%2F`, [c]],
    ['a play URL beside hashes', (h) => `${h[0]},host/server/play/${h[2]},${h[1]}`, [a, c, b]],
    ['rubbish', () => '<script>;%00;..', []],
  ];
  for (const [sentence, items, expected] of cases) {
    test(sentence, async () => {
      const answer = await client.get(`/api/server/${items(hashes)}`);
      expect(answer.status).toBe(200);
      const seen = parseStrictList(answer.body).map((record) => record.hash);
      expect(seen).toEqual(expected.map((index) => hashes[index] ?? ''));
    });
  }
});

describe('at most 100 distinct hashes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => unknown(index));
  test('100 are answered, repeats and capitals not counted', async () => {
    const items = [...many(99), hashes[0] ?? ''];
    const repeated = [...items, ...items.map((hash) => hash.toUpperCase())];
    expect((await client.lookup(...repeated)).map((record) => record.hash)).toEqual([
      hashes[0] ?? '',
    ]);
  });
  test('101 are refused with a sentence', async () => {
    const answer = await client.get(`/api/server/${[...many(100), hashes[0]].join(',')}`);
    expect(answer.status).toBe(400);
    const failure = parseStrictJson(answer.body) as Record<string, unknown>;
    expect(Object.keys(failure)).toEqual(['error']);
    expect(failure.error).toContain('100');
  });
});

describe('it answers from the live registry', () => {
  test('a change shows in the very next lookup', async () => {
    const server = new Client(muster, { address: nextAddress() });
    for (const users of ['1', '2', '3']) {
      const hash = await server.mustBeat({ users });
      expect(await client.lookup(hash)).toMatchObject([{ players: Number(users) }]);
    }
  });
  test('the uptime is exact, in whole seconds', async () => {
    const server = new Client(muster, { address: nextAddress() });
    const before = performance.now();
    const hash = await server.mustBeat();
    const after = performance.now();
    await Bun.sleep(2_100);
    const startedAt = performance.now();
    const [record] = await client.lookup(hash);
    expect(record?.uptime).toBeGreaterThanOrEqual(Math.floor((startedAt - after) / 1_000));
    expect(record?.uptime).toBeLessThanOrEqual(Math.floor((performance.now() - before) / 1_000));
  });
  test('a new salt shows in the very next lookup of a logged-in session', async () => {
    await createAccount(muster, 'Alice');
    const player = new Client(muster, { address: nextAddress() });
    await player.login('Alice', 'correct horse');
    const server = new Client(muster, { address: nextAddress() });
    for (const salt of ['s', 'salt & pepper', '🧂'.repeat(256), ' \t\u0000 ', '%2B+']) {
      const hash = await server.mustBeat({ salt });
      const [record] = await player.lookup(hash);
      expect(record?.mppass).toBe(Bun.MD5.hash(`${salt}Alice`, 'hex'));
    }
  });
});
