// Nothing is lost between the registry and the store, for any failures in any order.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { toSavedServer } from '../../../src/modules/registry/live-server.ts';
import type { ServerBatch, StoredServer } from '../../../src/modules/registry/server-ports.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { rounds } from '../../support/rounds.ts';
import { openTestStore } from '../../support/store.ts';
import {
  ADDRESS,
  createTestRegistry,
  MINUTE_MS,
  STALE_AFTER_MS,
  START,
  type TestRegistry,
} from '../../support/test-servers.ts';

const PORTS = [1, 2];
const ADDRESSES = [ADDRESS, '198.51.100.9'];

type Step =
  | { do: 'save'; port: number; ip: string; public: boolean; users: number }
  | { do: 'probe'; port: number; ip: string; isOpen: boolean }
  | { do: 'turn'; ms: number }
  | { do: 'sweep' }
  | { do: 'drop'; ip: string }
  | { do: 'countries'; country: string }
  | { do: 'flush' }
  | { do: 'take' }
  | { do: 'finish'; isGood: boolean };

const port = fc.constantFrom(...PORTS);
const ip = fc.constantFrom(...ADDRESSES);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      port,
      ip,
      public: fc.boolean(),
      users: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('probe' as const), port, ip, isOpen: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      ms: fc.constantFrom(1_000, STALE_AFTER_MS, STALE_AFTER_MS + 1, 11 * MINUTE_MS, -MINUTE_MS),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'sweep' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), ip }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('countries' as const),
      country: fc.constantFrom('NL', 'DE'),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'flush' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'take' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('finish' as const), isGood: fc.boolean() }) },
);

/** Does one step that concerns the registry alone. */
function change(bench: TestRegistry, step: Step): void {
  const { registry, clock } = bench;
  if (step.do === 'save')
    bench.save({ port: step.port, public: step.public, users: step.users }, step.ip);
  if (step.do === 'turn') clock.advance(step.ms);
  if (step.do === 'sweep') registry.sweep();
  if (step.do === 'drop') registry.dropWhere(({ listing }) => listing.ip === step.ip);
  if (step.do === 'countries') {
    bench.country = step.country;
    registry.refreshCountries();
  }
  if (step.do === 'probe') {
    const server = registry.findByAddress(step.ip, step.port);
    if (server !== undefined) registry.recordProbe(server, step.isOpen);
  }
}

/** Everything that the registry holds, stale servers too, as the store should hold it. */
function everythingIn({ registry }: TestRegistry): StoredServer[] {
  return ADDRESSES.flatMap((address) => PORTS.map((it) => registry.findByAddress(address, it)))
    .filter((server) => server !== undefined)
    .map(toSavedServer)
    .map(({ portCheckedAt: _, ...stored }) => stored)
    .toSorted(byHash);
}

const byHash = (a: StoredServer, b: StoredServer): number => (a.hash < b.hash ? -1 : 1);

test('after any steps, and batches that fail or not, the store ends as the registry is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60, size: 'max' }), async (steps) => {
      using store = openTestStore();
      const bench = createTestRegistry(STALE_AFTER_MS, createFakeClock(START));
      let batch: ServerBatch | undefined;
      for (const step of [...steps, { do: 'finish', isGood: false } as const]) {
        change(bench, step);
        if (step.do === 'take' || step.do === 'flush') batch ??= bench.registry.takeBatch(true);
        if ((step.do !== 'finish' && step.do !== 'flush') || batch === undefined) continue;
        if (step.do === 'flush' || step.isGood) await store.servers.saveBatch(batch);
        else bench.registry.restoreBatch(batch);
        batch = undefined;
      }
      const last = bench.registry.takeBatch(true);
      const saved = new Set([
        ...last.saved.map(({ hash }) => hash),
        ...last.beats.map(([it]) => it),
      ]);
      expect(saved.size).toBe(last.saved.length + last.beats.length);
      expect(last.removed.filter(({ hash }) => saved.has(hash))).toEqual([]);
      await store.servers.saveBatch(last);
      const { servers } = await store.servers.loadServers();
      expect(servers.toSorted(byHash)).toEqual(everythingIn(bench));
    }),
    rounds(150),
  );
});
