// Changes reach the store in batches, one at a time, and none is lost when a batch fails.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createStore, type Store } from '../../../src/app/open-stores.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import type {
  ServerBatch,
  ServerStore,
  StoredServer,
} from '../../../src/modules/registry/server-ports.ts';
import { createWriteBehind, type WriteBehind } from '../../../src/modules/registry/write-behind.ts';
import { openDatabase } from '../../../src/platform/store/sqlite/database.ts';
import { migrations } from '../../../src/platform/store/sqlite/migrations.ts';
import { settle } from '../../support/fake-timers.ts';
import { createReporter } from '../../support/reporter.ts';
import { openTestStore } from '../../support/store.ts';
import {
  ADDRESS,
  createTestRegistry,
  START,
  type TestRegistry,
} from '../../support/test-servers.ts';

const HASH = computeServerHash(ADDRESS, 25_565);

/** A real store that fails or waits when a test says so, and remembers the batches that it saved. */
type KeptBatch = Omit<ServerBatch, 'saved'> & { saved: StoredServer[] };

interface Gate extends ServerStore {
  failure: Error | undefined;
  /** While true, batches wait for `release`. */
  holds: boolean;
  release(): void;
  readonly saved: KeptBatch[];
}

function createGate(store: ServerStore): Gate {
  const held: (() => void)[] = [];
  const saved: KeptBatch[] = [];
  return {
    failure: undefined,
    holds: false,
    saved,
    release() {
      for (const go of held.splice(0)) go();
    },
    loadServers: () => store.loadServers(),
    async saveBatch(batch) {
      if (this.holds) await new Promise<void>((resolve) => held.push(resolve));
      if (this.failure !== undefined) throw this.failure;
      const whole = { ...batch, saved: [...batch.saved], beats: [...(batch.beats ?? [])] };
      await store.saveBatch(whole);
      saved.push(whole);
    },
  };
}

let store: Store;
let gate: Gate;
let bench: TestRegistry;
let described: string[];
let writeBehind: WriteBehind;

function open(real: Store, { isShared = false } = {}): void {
  store = real;
  gate = createGate(store.servers);
  bench = createTestRegistry();
  described = [];
  writeBehind = createWriteBehind({
    clock: bench.clock,
    registry: bench.registry,
    ...{ store: gate, isShared },
    report: createReporter({
      batch_failed: ({ error }) => described.push(`failed: ${(error as Error).message}`),
      database_recovered: () => described.push('recovered'),
      batch_lost: ({ error, count }) =>
        described.push(`lost ${count}: ${(error as Error).message}`),
    }),
  });
}

beforeEach(() => open(openTestStore()));
afterEach(() => store[Symbol.dispose]());

/** The ports of the servers in the store, in order. */
async function storedPorts(): Promise<number[]> {
  const { servers } = await store.servers.loadServers();
  return servers.map(({ port }) => port).toSorted((a, b) => a - b);
}

const aliveAt = async (): Promise<number | undefined> =>
  (await store.servers.loadServers()).lastAliveAt;

describe('a flush', () => {
  test('saves nothing a second time', async () => {
    bench.save();
    await writeBehind.flush();
    await writeBehind.flush();
    expect(gate.saved).toHaveLength(1);
  });

  test('saves of a server whose heartbeat changed nothing else its players and the time', async () => {
    bench.save();
    await writeBehind.flush();
    bench.clock.advance(1_000);
    bench.save({ users: 7 });
    await writeBehind.flush();
    expect(gate.saved[1]).toMatchObject({ saved: [], beats: [[HASH, 7, START + 1_000]] });
    bench.save({ users: 8, name: 'Another' });
    await writeBehind.flush();
    expect(gate.saved[2]).toMatchObject({ saved: [{ players: 8, name: 'Another' }], beats: [] });
  });

  test('saves a server as a whole whose row somebody removed by hand', async () => {
    const { players } = bench.save().listing;
    await writeBehind.flush();
    await store.servers.saveBatch({
      saved: [],
      removed: [{ hash: HASH, lastBeatAt: START }],
      aliveAt: 1,
    });
    bench.save({ users: players + 1 });
    await writeBehind.flush();
    expect(await storedPorts()).toEqual([]);
    await writeBehind.flush();
    expect((await store.servers.loadServers()).servers).toMatchObject([{ players: players + 1 }]);
    expect(described).toEqual([expect.stringContaining('failed: Another program'), 'recovered']);
  });

  test('saves every server as a whole where replicas read it, and when the service stops', async () => {
    open(store, { isShared: true });
    bench.save();
    await writeBehind.flush();
    bench.save({ users: 7 });
    await writeBehind.flush();
    expect(gate.saved[1]).toMatchObject({ saved: [{ players: 7 }], beats: [] });
    open(store);
    bench.save();
    await writeBehind.flush();
    bench.save({ users: 8 });
    await writeBehind.finish();
    expect(gate.saved[1]).toMatchObject({ saved: [{ players: 8 }], beats: [] });
  });

  test('says that the service is alive every 10 s when nothing changes, and not more often', async () => {
    await writeBehind.flush();
    expect(await aliveAt()).toBe(START);
    for (let second = 1; second <= 25; second += 1) {
      bench.clock.advance(1_000);
      await writeBehind.flush();
      expect(await aliveAt()).toBe(START + Math.floor(second / 10) * 10_000);
    }
    expect(gate.saved).toHaveLength(3);
  });

  test('says so with every batch', async () => {
    await writeBehind.flush();
    bench.clock.advance(1_234);
    bench.save();
    await writeBehind.flush();
    expect(await aliveAt()).toBe(START + 1_234);
  });

  test('says so soon after the clock was set back', async () => {
    await writeBehind.flush();
    bench.clock.advance(-3_600_000);
    await writeBehind.flush();
    expect(await aliveAt()).toBe(START - 3_600_000);
  });
});

describe('while a flush runs', () => {
  test('another waits for it, and saves what changed after its batch was taken', async () => {
    gate.holds = true;
    bench.save({ port: 1 });
    const first = writeBehind.flush();
    bench.save({ port: 2 });
    let isDone = false;
    const second = writeBehind.flush().then(() => {
      isDone = true;
    });
    await settle();
    expect([isDone, gate.saved.length]).toEqual([false, 0]);
    gate.holds = false;
    gate.release();
    await Promise.all([first, second]);
    expect(gate.saved.map(({ saved }) => saved.map(({ port }) => port))).toEqual([[1], [2]]);
  });

  test('each of several more ends once what came before it is saved', async () => {
    gate.holds = true;
    bench.save({ port: 1 });
    const first = writeBehind.flush();
    bench.save({ port: 2 });
    const second = writeBehind.flush();
    const done: string[] = [];
    const others = [
      writeBehind.flush().then(() => done.push('flush')),
      writeBehind.finish().then(() => done.push('finish')),
    ];
    gate.release();
    await first;
    await settle();
    expect([gate.saved.length, done]).toEqual([1, []]);
    gate.holds = false;
    gate.release();
    await Promise.all([second, ...others]);
    expect(await storedPorts()).toEqual([1, 2]);
  });

  test('several more save one batch at a time', async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    const { saveBatch } = gate;
    gate.saveBatch = async (batch) => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await settle();
      await saveBatch.call(gate, batch);
      atOnce -= 1;
    };
    const flushes = [1, 2, 3, 4].map((port) => {
      bench.save({ port });
      return writeBehind.flush();
    });
    await Promise.all(flushes);
    expect(mostAtOnce).toBe(1);
    expect(await storedPorts()).toEqual([1, 2, 3, 4]);
  });
});

describe('a store that fails', () => {
  test('is reported once, its recovery too, and the flush never throws', async () => {
    gate.failure = new Error('full');
    for (const port of [1, 2, 3]) {
      bench.save({ port });
      await writeBehind.flush();
    }
    expect(described).toEqual(['failed: full']);
    gate.failure = undefined;
    await writeBehind.flush();
    await writeBehind.flush();
    expect(described).toEqual(['failed: full', 'recovered']);
    expect(await storedPorts()).toEqual([1, 2, 3]);
  });

  test('is not taken as alive, and is tried again at the next flush', async () => {
    await writeBehind.flush();
    gate.failure = new Error('full');
    bench.clock.advance(10_000);
    await writeBehind.flush();
    expect(await aliveAt()).toBe(START);
    gate.failure = undefined;
    bench.clock.advance(1_000);
    await writeBehind.flush();
    expect(await aliveAt()).toBe(START + 11_000);
  });

  test('without disk space keeps what it had, and has everything once there is space', async () => {
    store[Symbol.dispose]();
    const connection = openDatabase({ memory: true }, migrations, {});
    open(createStore(connection));
    bench.save({ port: 1 });
    await writeBehind.flush();
    const { client } = connection;
    const pages = client.prepare<{ page_count: number }, []>('PRAGMA page_count').get();
    client.run(`PRAGMA max_page_count = ${pages?.page_count}`);
    for (let port = 1; port <= 2_000; port += 1) bench.save({ port });
    await writeBehind.flush();
    expect(described).toEqual([expect.stringContaining('The data disk is full')]);
    expect(await storedPorts()).toEqual([1]);
    client.run('PRAGMA max_page_count = 1000000');
    await writeBehind.flush();
    expect(described.at(-1)).toBe('recovered');
    expect(await storedPorts()).toHaveLength(2_000);
  });

  test.each<[since: string, tale: string[]]>([
    ['from before', ['failed: full', 'lost 2: full']],
    ['only now', ['lost 2: full']],
  ])('at the last flush, %s, is reported with how much is lost', async (since, events) => {
    if (since === 'from before') {
      gate.failure = new Error('full');
      await writeBehind.flush();
    }
    bench.save({ port: 1 });
    bench.save({ port: 2 });
    gate.failure = new Error('full');
    await writeBehind.finish();
    expect(described).toEqual(events);
  });

  test('at the last flush is no loss where nothing had changed', async () => {
    gate.failure = new Error('full');
    await writeBehind.finish();
    expect(described).toEqual(['failed: full']);
  });
});
