// Replicas that beat and save in any order, and read each other's batches late, come to hold the same servers.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { toSavedServer } from '../../../src/modules/registry/live-server.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import type { ServerBatch, StoredServer } from '../../../src/modules/registry/server-ports.ts';
import { NO_DECISIONS } from '../../../src/modules/registry/server-ports.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { rounds } from '../../support/rounds.ts';
import {
  ADDRESS,
  createTestRegistry,
  MINUTE_MS,
  STALE_AFTER_MS,
  START,
  type TestRegistry,
} from '../../support/test-servers.ts';

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
    .map(toSavedServer);
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

describe('how long a server has missed no heartbeat', () => {
  test.each([
    ['goes on over a pause that misses none', 65_000, 'a', 0],
    ['begins anew after a longer one', 65_001, 'a', 65_001],
    ['begins anew with another salt', 1_000, 'b', 1_000],
  ])('%s, whoever heard what', (_sentence, pauseMs, salt, since) => {
    for (const isKnown of [true, false]) {
      const { clock, benchOf, settle } = createReplicas(2);
      benchOf(0).save({ port: 1, salt: 'a' });
      if (isKnown) settle();
      clock.advance(pauseMs);
      benchOf(1).save({ port: 1, salt });
      settle();
      const found = [0, 1].map(
        (number) => benchOf(number).registry.findByAddress(ADDRESS, 1)?.steadySince,
      );
      expect(found).toEqual([START + since, START + since]);
    }
  });
});

describe('the last port check', () => {
  /** Replicas that checked the port at these moments, and then read each other in every order. */
  function verdictsAfter(checks: readonly { at: number; isOpen: boolean }[]) {
    const { clock, benches, benchOf, settle, save, readOthers } = createReplicas(3);
    benchOf(0).save({ port: 1 });
    settle();
    const serverOf = ({ registry }: TestRegistry) => registry.findByAddress(ADDRESS, 1);
    for (const [number, { at, isOpen }] of checks.entries()) {
      clock.advance(START + at - clock.now());
      const server = serverOf(benchOf(number));
      if (server !== undefined) benchOf(number).registry.recordProbe(server, isOpen);
    }
    for (const number of [2, 0, 1]) save(number);
    for (const number of [1, 2, 0]) readOthers(number);
    settle();
    return benches.map((bench) => {
      const { reachableAt, portCheckedAt } = serverOf(bench) ?? {};
      return [typeof reachableAt === 'number' ? reachableAt - START : reachableAt, portCheckedAt];
    });
  }

  test.each([
    ['open after closed', [false, true], 20, 20],
    ['closed after open', [true, false], null, 20],
    ['open after open', [true, true], 20, 20],
  ] as const)('counts, %s', (_sentence, [first, second], reachableAt, portCheckedAt) => {
    const found = verdictsAfter([
      { at: 10, isOpen: first },
      { at: 20, isOpen: second },
    ]);
    expect(found).toEqual(Array(3).fill([reachableAt, START + portCheckedAt]));
  });

  test('of one moment is the one that has the port checked again', () => {
    for (const isOpen of [true, false]) {
      const found = verdictsAfter([
        { at: 10, isOpen },
        { at: 10, isOpen: !isOpen },
      ]);
      expect(found).toEqual(Array(3).fill([null, START + 10]));
    }
  });

  test('that an earlier one overwrote in the store is saved again', () => {
    const { clock, benchOf, settle, save, readOthers } = createReplicas(2);
    benchOf(0).save({ port: 1 });
    settle();
    for (const number of [0, 1]) {
      clock.advance(10);
      const { registry } = benchOf(number);
      registry.recordProbe(registry.findByAddress(ADDRESS, 1) as never, true);
    }
    for (const number of [1, 0]) save(number);
    readOthers(1);
    expect(benchOf(1).registry.takeBatch().saved).toMatchObject([{ portCheckedAt: START + 20 }]);
  });

  test('that found a port closed is known with its time to a replica that meets the server with it', () => {
    const { clock, benchOf, save, readOthers } = createReplicas(3);
    const probe = (number: number, isOpen: boolean) => {
      const { registry } = benchOf(number);
      registry.recordProbe(registry.findByAddress(ADDRESS, 1) as never, isOpen);
    };
    for (const number of [0, 1]) benchOf(number).save({ port: 1 });
    clock.advance(10);
    probe(1, true);
    clock.advance(10);
    probe(0, false);
    save(0);
    readOthers(2);
    save(1);
    readOthers(2);
    expect(benchOf(2).registry.findByAddress(ADDRESS, 1)).toMatchObject({
      reachableAt: null,
      portCheckedAt: START + 20,
    });
  });
});

test('a place where players joined another server is given back when its own beats to another replica', () => {
  const { benchOf, settle } = createReplicas(2);
  const joinPlaces = new Map([[computeServerHash(ADDRESS, 1), { ip: undefined, port: 2 }]]);
  for (const number of [0, 1])
    benchOf(number).registry.applyDecisions({ ...NO_DECISIONS, joinPlaces });
  const { registry } = benchOf(0);
  const server = benchOf(0).save({ port: 1 });
  registry.recordProbe(server, true);
  settle();
  const joinPorts = () =>
    [0, 1].map((number) => benchOf(number).registry.findByAddress(ADDRESS, 1)?.listing.joinPort);
  expect(joinPorts()).toEqual([2, 2]);
  benchOf(1).save({ port: 2 });
  settle();
  expect(joinPorts()).toEqual([1, 1]);
  expect(registry.findByJoinPlace(ADDRESS, 2)?.listing.port).toBe(2);
  // The check was of the other place.
  expect(server.reachableAt).toBeNull();
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
