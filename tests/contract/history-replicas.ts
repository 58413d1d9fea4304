// The history of several replicas on one store: one samples, all show it, and another goes on where it ended.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { openHistory } from '../../src/modules/history/history.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { rounds } from '../support/rounds.ts';
import { knownOf, MIDNIGHT } from '../support/test-history.ts';
import { createTestRegistry, MINUTE_MS } from '../support/test-servers.ts';
import type { FreshStores, OpenFresh } from './fresh-stores.ts';

/** Steps of the compaction after which it is over: three for each hour, with one server. */
const STEPS = 20;

/** A replica with a registry and a clock of its own. */
async function openReplica(
  { history: store }: FreshStores,
  state: { leader: string; term: number },
) {
  const bench = createTestRegistry(undefined, createFakeClock(MIDNIGHT));
  const name = `replica ${crypto.randomUUID()}`;
  const leadership = { term: () => (state.leader === name ? state.term : undefined) };
  const { clock, registry } = bench;
  const history = await openHistory({ clock, registry, store, leadership });
  return {
    ...{ name, history, clock },
    /** Heartbeats of so many servers, with so many players each. */
    beat(servers: number, users: number) {
      for (let port = 1; port <= servers; port += 1) bench.save({ port, users });
    },
    hashes: () => registry.listLive().map(({ listing }) => listing.hash),
    async compactAll() {
      for (let step = 0; step < STEPS; step += 1) await history.compact();
    },
    /** Every curve of all servers together and of one. */
    async draw() {
      const [hash = ''] = registry.listLive().map(({ listing }) => listing.hash);
      const totals = await history.drawTotals('24h');
      return {
        players: knownOf(totals.players),
        servers: knownOf(totals.servers),
        own: knownOf(await history.findCurve(hash, '24h')),
        records: history.records(),
      };
    },
  };
}

type Replica = Awaited<ReturnType<typeof openReplica>>;

async function openReplicas(stores: FreshStores, count: number) {
  const state = { leader: '', term: 0 };
  const replicas: Replica[] = [];
  for (let opened = 0; opened < count; opened += 1) replicas.push(await openReplica(stores, state));
  return {
    replicas,
    lead({ name }: Replica): void {
      state.leader = name;
      state.term += 1;
    },
    /** The next minute begins everywhere. */
    advance(): void {
      for (const { clock } of replicas) clock.advance(MINUTE_MS);
    },
    async follow(): Promise<void> {
      for (const { history } of replicas) await history.follow();
    },
  };
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeHistoryOfReplicas(openFresh: OpenFresh): void {
  const pair = async (stores: FreshStores) => {
    const group = await openReplicas(stores, 2);
    const [one, two] = group.replicas;
    if (one === undefined || two === undefined) throw new Error('two are needed');
    return { ...group, one, two };
  };

  test('what the leader samples, the others show, and they sample nothing', async () => {
    using stores = openFresh();
    const { one, two, lead, advance, follow } = await pair(stores);
    lead(one);
    for (let minute = 0; minute < 3; minute += 1) {
      one.beat(2, minute + 1);
      two.beat(2, 9);
      await one.history.sample();
      await two.history.sample();
      await follow();
      expect(await two.draw()).toEqual(await one.draw());
      advance();
    }
    expect((await two.draw()).players).toEqual([
      [0, 2, 2],
      [1, 4, 4],
      [2, 6, 6],
    ]);
    expect(two.history.records()?.players).toEqual({ count: 6, at: MIDNIGHT + 2 * MINUTE_MS });
  });

  test('the next leader leaves the minute of the one before, and goes on with the next and its series', async () => {
    using stores = openFresh();
    const { one, two, lead, advance, follow } = await pair(stores);
    // More than a minute takes of new servers.
    lead(one);
    for (let minute = 0; minute < 2; minute += 1) {
      one.beat(700, 1);
      await one.history.sample();
      advance();
    }
    one.beat(700, 2);
    two.beat(700, 2);
    await one.history.sample();
    lead(two);
    two.beat(700, 60);
    await two.history.sample();
    expect((await stores.history.loadMinutes()).at(-1)).toMatchObject({ players: 1_400 });
    advance();
    two.beat(700, 3);
    await two.history.sample();
    await follow();
    const minutes = await stores.history.loadMinutes();
    expect(minutes.map(({ players }) => players)).toEqual([700, 700, 1_400, 2_100]);
    expect(minutes.at(-1)?.series).toHaveLength(700);
    expect(await stores.history.listSeries(0, 1_000)).toHaveLength(700);
    expect(await one.draw()).toEqual(await two.draw());
  });

  test('a leader whose clock is behind removes nothing, and goes on when the minute is over', async () => {
    using stores = openFresh();
    const { one, two, lead, advance } = await pair(stores);
    two.clock.advance(-2 * MINUTE_MS);
    lead(one);
    one.beat(1, 5);
    await one.history.sample();
    lead(two);
    for (let minute = 0; minute < 4; minute += 1) {
      two.beat(1, 7);
      await two.history.sample();
      advance();
    }
    expect(await stores.history.loadMinutes()).toMatchObject([{ players: 5 }, { players: 7 }]);
  });

  test('hours that the leader moved into chunks, the others forget, and the next leader moves none twice', async () => {
    using stores = openFresh();
    const { one, two, lead, advance, follow } = await pair(stores);
    lead(one);
    for (let minute = 0; minute < 125; minute += 1) {
      one.beat(1, minute);
      two.beat(1, minute);
      await one.history.sample();
      if (minute === 90) await one.compactAll();
      if (minute % 30 === 0) await follow();
      advance();
    }
    await one.compactAll();
    await follow();
    // Moved hours are gone from memory too: what the store has of them is what shows.
    const [hash = ''] = two.hashes();
    const series = (await stores.history.findSeries(hash))?.id ?? 0;
    const place = { step: 1, first: 0, last: Number.MAX_SAFE_INTEGER };
    const kept = await stores.history.readChunks({ series, ...place });
    const gone = { saved: [], removed: [{ series, ...place }], emptied: [] };
    await stores.history.saveCompaction(gone);
    expect((await two.draw()).own).toHaveLength(5);
    await stores.history.saveCompaction({ saved: kept, removed: [], emptied: [] });
    advance();
    const before = await one.draw();
    expect(before.own).toHaveLength(125);
    expect(await two.draw()).toEqual(before);
    lead(two);
    await two.history.sample();
    await two.compactAll();
    const after = await two.draw();
    expect(after.own.slice(0, 125)).toEqual(before.own);
    expect(await stores.history.listMinutes()).toHaveLength(6);
  });

  test('whoever leads in which minute, every minute counts once, and all show the same', async () => {
    const anyMinute = fc.record({
      leader: fc.nat(2),
      players: fc.nat(50),
      isCompacted: fc.boolean(),
      isFollowed: fc.boolean(),
      /** Who samples in the middle of it, after the lead went there. */
      second: fc.option(fc.nat(2)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyMinute, { maxLength: 70, size: 'max' }), async (minutes) => {
        using stores = openFresh();
        const { replicas, lead, advance, follow } = await openReplicas(stores, 3);
        const at = (index: number) => replicas[index] as Replica;
        let leading = -1;
        const leadBy = (index: number) => {
          if (index !== leading) lead(at(index));
          leading = index;
        };
        for (const { leader, players, isCompacted, isFollowed, second } of minutes) {
          for (const replica of replicas) replica.beat(1, players);
          leadBy(leader);
          await at(leader).history.sample();
          if (isFollowed) await follow();
          if (second !== null) {
            leadBy(second);
            at(second).beat(1, players + 100);
            await at(second).history.sample();
          }
          if (isCompacted) await at(leading).compactAll();
          advance();
        }
        await follow();
        const expected = minutes.map(({ players }, minute) => [minute, players, players]);
        for (const replica of replicas) {
          if (minutes.length > 0) expect((await replica.draw()).own).toEqual(expected as never);
        }
      }),
      rounds(15),
    );
  });
}
