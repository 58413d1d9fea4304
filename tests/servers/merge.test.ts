// Replicas that beat and save in any order, and read each other's batches late, come to hold the same servers.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { toStoredServer } from '../../src/servers/live-server.ts';
import type { ServerBatch, StoredServer } from '../../src/servers/ports.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { rounds } from '../support/rounds.ts';
import {
  ADDRESS,
  createTestRegistry,
  MINUTE_MS,
  STALE_AFTER_MS,
  START,
  type TestRegistry,
} from './test-servers.ts';

const PORTS = [1, 2];

/** Replicas with one clock, and the batches that they saved, in the order of their numbers. */
function createReplicas(count: number) {
  const clock = createFakeClock(START);
  const log: { by: number; batch: ServerBatch }[] = [];
  const benches = Array.from({ length: count }, () => createTestRegistry(STALE_AFTER_MS, clock));
  const read = benches.map(() => 0);
  const benchOf = (replica: number): TestRegistry => {
    const bench = benches[replica];
    if (bench === undefined) throw new Error(`no replica ${replica}`);
    return bench;
  };

  function save(replica: number): boolean {
    const batch = benchOf(replica).registry.takeBatch();
    const isEmpty = batch.saved.length + batch.removed.length === 0;
    if (!isEmpty) log.push({ by: replica, batch });
    return !isEmpty;
  }

  function readOthers(replica: number): boolean {
    const isNew = log.length > (read[replica] ?? 0);
    for (const { by, batch } of log.slice(read[replica])) {
      if (by !== replica) benchOf(replica).registry.merge(batch);
    }
    read[replica] = log.length;
    return isNew;
  }

  /** Saves and reads until nobody has anything to save; returns how often that took. */
  function settle(): number {
    for (let rounds = 1; rounds < 20; rounds += 1) {
      const isSaved = benches.map((_, replica) => save(replica));
      const isRead = benches.map((_, replica) => readOthers(replica));
      if (![...isSaved, ...isRead].includes(true)) return rounds;
    }
    throw new Error('The replicas answer each other for ever.');
  }

  return { clock, benches, benchOf, save, readOthers, settle };
}

function everythingIn({ registry }: TestRegistry): StoredServer[] {
  return PORTS.map((port) => registry.findByAddress(ADDRESS, port))
    .filter((server) => server !== undefined)
    .map(toStoredServer);
}

type Step =
  | { do: 'beat'; replica: number; port: number; users: number; public: boolean; salt: string }
  | { do: 'turn'; ms: number }
  | { do: 'probe'; replica: number; port: number; isOpen: boolean }
  | { do: 'sweep' | 'save' | 'read'; replica: number };

const replica = fc.nat(2);
const port = fc.constantFrom(...PORTS);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('beat' as const),
      ...{ replica, port, users: fc.nat(3), public: fc.boolean() },
      salt: fc.constantFrom('one salt of a server', 'another salt of it'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      ms: fc.constantFrom(1, 1_000, 45_000, STALE_AFTER_MS + 1, 11 * MINUTE_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('probe' as const),
      ...{ replica, port, isOpen: fc.boolean() },
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('sweep' as const, 'save' as const, 'read' as const),
      replica,
    }),
  },
);

test('after any steps, in any order, all replicas hold the same servers, and the last heartbeats', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60, size: 'max' }), (steps) => {
      const replicas = createReplicas(3);
      const last = new Map<number, { at: number; users: Set<number> }>();
      for (const step of steps) {
        if (step.do === 'turn') replicas.clock.advance(step.ms);
        else {
          const { registry } = replicas.benchOf(step.replica);
          if (step.do === 'sweep') registry.sweep();
          if (step.do === 'save') replicas.save(step.replica);
          if (step.do === 'read') replicas.readOthers(step.replica);
          if (step.do === 'probe') {
            const server = registry.findByAddress(ADDRESS, step.port);
            if (server !== undefined) registry.recordProbe(server, step.isOpen);
          }
        }
        if (step.do === 'beat') {
          const { port: at, users, public: isPublic, salt } = step;
          replicas.benchOf(step.replica).save({ port: at, users, public: isPublic, salt });
          const now = replicas.clock.now();
          const known = last.get(at);
          if (known?.at === now) known.users.add(users);
          else last.set(at, { at: now, users: new Set([users]) });
        }
      }
      for (const { registry } of replicas.benches) registry.sweep();
      replicas.settle();
      const [first, ...others] = replicas.benches.map(everythingIn);
      for (const other of others) expect(other).toEqual(first ?? []);
      for (const { port: at, lastBeatAt, players } of first ?? []) {
        expect(lastBeatAt).toBe(last.get(at)?.at ?? 0);
        expect(last.get(at)?.users.has(players)).toBe(true);
      }
    }),
    rounds(400),
  );
});

describe('a server that beats to two replicas in turn', () => {
  test('has the uptime of one server, and has missed no heartbeat', () => {
    const { clock, benchOf, settle } = createReplicas(2);
    for (let turn = 0; turn < 6; turn += 1) {
      benchOf(turn % 2).save({ port: 1 });
      settle();
      clock.advance(45_000);
    }
    for (const number of [0, 1]) {
      const server = benchOf(number).registry.findByAddress(ADDRESS, 1);
      expect(server?.listing.startedAt).toBe(START);
      expect(server?.steadySince).toBe(START);
    }
  });

  test('and began at both before either knew of the other, has the earlier beginning', () => {
    const { clock, benchOf, settle } = createReplicas(2);
    benchOf(0).save({ port: 1 });
    clock.advance(700);
    benchOf(1).save({ port: 1 });
    settle();
    for (const number of [0, 1]) {
      const server = benchOf(number).registry.findByAddress(ADDRESS, 1);
      expect(server?.listing.startedAt).toBe(START);
      expect(server?.lastBeatAt).toBe(START + 700);
    }
  });

  test('is listed, told of and counted once by each', () => {
    const { benches, benchOf, settle } = createReplicas(2);
    benchOf(0).save({ port: 1 });
    benchOf(1).save({ port: 1 });
    settle();
    for (const { registry } of benches) {
      expect(registry.listLive()).toHaveLength(1);
      expect(registry.countLive(ADDRESS)).toBe(1);
    }
  });
});

describe('what another replica saved', () => {
  test('shows in the list, and only what a list shows makes a new one', () => {
    const { clock, benchOf, save, readOthers } = createReplicas(2);
    const { registry } = benchOf(1);
    const visibleAfter = (change: () => void): number => {
      const before = registry.revisions.visible;
      change();
      save(0);
      readOthers(1);
      return registry.revisions.visible - before;
    };
    expect(visibleAfter(() => benchOf(0).save({ port: 1 }))).toBe(1);
    clock.advance(1_000);
    expect(visibleAfter(() => benchOf(0).save({ port: 1 }))).toBe(0);
    expect(visibleAfter(() => benchOf(0).save({ port: 1, users: 9 }))).toBe(1);
    expect(visibleAfter(() => benchOf(0).save({ port: 1, users: 9, public: false }))).toBe(1);
    expect(visibleAfter(() => benchOf(0).save({ port: 1, users: 3, public: false }))).toBe(0);
    expect(visibleAfter(() => benchOf(0).registry.dropWhere(() => true))).toBe(0);
    expect(registry.listLive()).toEqual([]);
  });

  test('of a server that is gone for good is not taken in', () => {
    const { clock, benchOf, save, readOthers } = createReplicas(2);
    benchOf(0).save({ port: 1 });
    save(0);
    clock.advance(10 * MINUTE_MS + 1);
    readOthers(1);
    expect(benchOf(1).registry.findByAddress(ADDRESS, 1)).toBeUndefined();
  });

  test('removes no server that was heard of later here', () => {
    const { clock, benchOf, save, readOthers, settle } = createReplicas(2);
    benchOf(0).save({ port: 1 });
    settle();
    clock.advance(10 * MINUTE_MS + 1);
    benchOf(0).registry.sweep();
    save(0);
    benchOf(1).save({ port: 1 });
    readOthers(1);
    settle();
    for (const number of [0, 1]) {
      expect(benchOf(number).registry.findByAddress(ADDRESS, 1)?.listing).toBeDefined();
    }
  });
});
