// The sparklines that the list shows: drawn once, kept for minutes, redrawn while nobody waits.

import { describe, expect, test } from 'bun:test';
import type { Curve } from '../../src/modules/history/history-line.ts';
import { createSparklines } from '../../src/modules/list/sparklines-page.ts';
import type { Listing } from '../../src/modules/registry/live-server.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { settle } from '../support/fake-timers.ts';

const listing = (hash: string) => ({ hash }) as Listing;
const [A, B] = [listing('a'), listing('b')];

const curveOf = (players: number | null): Curve => {
  const means = Array(1_440).fill(players);
  return { startAt: 0, stepMs: 60_000, means, peaks: means };
};

function open() {
  const clock = createFakeClock(0);
  const requested: string[] = [];
  const lookedUp: (readonly string[])[] = [];
  const failures: unknown[] = [];
  const players = new Map<string, number | null>();
  const history = { answer: async (hash: string) => curveOf(players.get(hash) ?? null) };
  const sparklines = createSparklines({
    clock,
    history: {
      async findSeriesOf(hashes) {
        lookedUp.push(hashes);
        return new Map();
      },
      findCurve(hash) {
        requested.push(hash);
        return history.answer(hash);
      },
    },
    onFailure: (error) => failures.push(error),
  });
  const highest = async (...listings: Listing[]) => {
    const sparks = await sparklines.read(listings);
    return listings.map(({ hash }) => sparks.get(hash)?.hours.at(-1));
  };
  return { clock, requested, lookedUp, failures, players, history, highest };
}

describe('sparklines', () => {
  test('are there at the first reading, each drawn once for all who read at once', async () => {
    const { requested, players, highest } = open();
    players.set('a', 3).set('b', 5);
    expect(await Promise.all([highest(A, B), highest(B, A)])).toEqual([
      [3, 5],
      [5, 3],
    ]);
    expect(requested).toEqual(['a', 'b']);
  });

  test('are kept for five minutes, then given once more while they are redrawn', async () => {
    const { clock, requested, players, highest } = open();
    players.set('a', 3);
    await highest(A);
    players.set('a', 9);
    clock.advance(299_999);
    expect(await highest(A)).toEqual([3]);
    await settle();
    expect(requested).toEqual(['a']);
    clock.advance(1);
    expect(await highest(A)).toEqual([3]);
    await settle();
    expect(await highest(A)).toEqual([9]);
    expect(requested).toEqual(['a', 'a']);
  });

  test('of a server without samples are looked for again after a minute', async () => {
    const { clock, requested, players, highest } = open();
    expect(await highest(A)).toEqual([undefined]);
    players.set('a', 1);
    expect(await highest(A)).toEqual([undefined]);
    clock.advance(60_000);
    await highest(A);
    await settle();
    expect(await highest(A)).toEqual([1]);
    expect(requested).toHaveLength(2);
  });

  test('are forgotten when nobody looks for a quarter of an hour', async () => {
    const { clock, players, highest } = open();
    players.set('a', 3).set('b', 5);
    await highest(A, B);
    clock.advance(900_000);
    await highest(B);
    await settle();
    players.set('a', 4);
    // Drawn before it is given, as at first.
    expect(await highest(A)).toEqual([4]);
  });

  test('that cannot be drawn are missing, logged once, and tried again later', async () => {
    const { clock, failures, players, history, highest } = open();
    players.set('a', 3);
    const { answer } = history;
    history.answer = () => Promise.reject(new Error('disk'));
    expect(await highest(A)).toEqual([undefined]);
    expect(await highest(A)).toEqual([undefined]);
    expect(failures).toHaveLength(1);
    history.answer = answer;
    clock.advance(60_000);
    await highest(A);
    await settle();
    expect(await highest(A)).toEqual([3]);
  });

  test('of many need one look-up of what was sampled', async () => {
    const { lookedUp, highest } = open();
    await highest(A, B);
    expect(lookedUp).toEqual([['a', 'b']]);
  });

  test('of many let others have their turn between them', async () => {
    const { players, highest } = open();
    const many = Array.from({ length: 100 }, (_, index) => listing(`many ${index}`));
    for (const { hash } of many) players.set(hash, 1);
    let turns = 0;
    const reading = highest(...many);
    let isDone = false;
    void reading.then(() => {
      isDone = true;
    });
    while (!isDone) {
      turns += 1;
      await settle();
    }
    expect(turns).toBeGreaterThan(4);
    expect(new Set(await reading)).toEqual(new Set([1]));
  });
});
