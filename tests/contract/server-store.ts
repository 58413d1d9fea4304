// What every store of live servers must do.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { StoredServer } from '../../src/modules/registry/server-ports.ts';
import { rounds } from '../support/rounds.ts';
import { type OpenFresh, refusalOf, sampleHash, sampleServer, sampleTime } from './fresh-stores.ts';

const moment = fc.integer({ min: 0, max: 8_640_000_000_000_000 });
const anyText = fc.string({ unit: 'binary', maxLength: 256 });

const anyServer: fc.Arbitrary<StoredServer> = fc.record({
  hash: fc.integer({ min: 0, max: 40 }).map(sampleHash),
  ip: fc.ipV4(),
  port: fc.integer({ min: 1, max: 65_535 }),
  name: anyText,
  players: fc.integer({ min: 0, max: 65_535 }),
  maxPlayers: fc.integer({ min: 1, max: 65_535 }),
  software: anyText,
  isPublic: fc.boolean(),
  supportsWeb: fc.boolean(),
  salt: anyText,
  country: fc.constantFrom('T1', 'DE', 'NL'),
  startedAt: moment,
  steadySince: moment,
  lastBeatAt: moment,
  reachableAt: fc.option(moment),
});

function byHash(servers: readonly StoredServer[]): StoredServer[] {
  return servers.toSorted((a, b) => a.hash.localeCompare(b.hash));
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeServerStore(openFresh: OpenFresh): void {
  test('a new store has no servers and was never alive', async () => {
    using stores = openFresh();
    expect(await stores.servers.loadServers()).toEqual({ servers: [], lastAliveAt: undefined });
  });

  test('whatever is saved comes back exactly, every field and every character', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyServer, { selector: (server) => server.hash, maxLength: 30 }),
        async (saved) => {
          using stores = openFresh();
          await stores.servers.saveBatch({ saved, removed: [], aliveAt: sampleTime });
          const loaded = await stores.servers.loadServers();
          expect(byHash(loaded.servers)).toEqual(byHash(saved));
        },
      ),
      rounds(25),
    );
  });

  test('a server saved again has only its latest fields', async () => {
    await fc.assert(
      fc.asyncProperty(anyServer, anyServer, async (before, after) => {
        using stores = openFresh();
        // Of two heartbeats the later one counts, where several replicas save.
        const lastBeatAt = Math.max(before.lastBeatAt, after.lastBeatAt);
        const latest = { ...after, hash: before.hash, lastBeatAt };
        await stores.servers.saveBatch({ saved: [before], removed: [], aliveAt: 1 });
        await stores.servers.saveBatch({ saved: [latest], removed: [], aliveAt: 2 });
        expect((await stores.servers.loadServers()).servers).toEqual([latest]);
      }),
      rounds(25),
    );
  });

  for (const size of [1, 199, 200, 201, 400, 1001]) {
    test(`a batch of ${size} is saved whole, then removed whole`, async () => {
      using stores = openFresh();
      const saved = Array.from({ length: size }, (_, index) =>
        sampleServer({ hash: sampleHash(index), name: `Server ${index}` }),
      );
      await stores.servers.saveBatch({ saved, removed: [], aliveAt: sampleTime });
      expect(byHash((await stores.servers.loadServers()).servers)).toEqual(saved);
      const removed = saved;
      await stores.servers.saveBatch({ saved: [], removed, aliveAt: sampleTime });
      expect((await stores.servers.loadServers()).servers).toEqual([]);
    });
  }

  test('only the servers named are removed, and an unknown hash is no failure', async () => {
    using stores = openFresh();
    const [first, second] = [1, 2].map((number) => sampleServer({ hash: sampleHash(number) }));
    if (first === undefined || second === undefined) throw new Error('no samples');
    await stores.servers.saveBatch({ saved: [first, second], removed: [], aliveAt: 1 });
    const removed = [first, { hash: sampleHash(99), lastBeatAt: sampleTime }];
    await stores.servers.saveBatch({ saved: [], removed, aliveAt: 2 });
    expect((await stores.servers.loadServers()).servers).toEqual([second]);
  });

  test('every batch stores when the service was alive, also an empty one', async () => {
    using stores = openFresh();
    for (const aliveAt of [sampleTime, sampleTime + 1000]) {
      await stores.servers.saveBatch({ saved: [], removed: [], aliveAt });
      expect((await stores.servers.loadServers()).lastAliveAt).toBe(aliveAt);
    }
  });

  test('a batch that fails at its last row leaves nothing of itself', async () => {
    using stores = openFresh();
    const kept = sampleServer({ name: 'Kept' });
    await stores.servers.saveBatch({ saved: [kept], removed: [], aliveAt: 1 });
    const saved = Array.from({ length: 300 }, (_, index) =>
      sampleServer({ hash: sampleHash(index), name: 'New' }),
    );
    saved.push(sampleServer({ hash: sampleHash(900), salt: null as unknown as string }));
    const batch = { saved, removed: [sampleServer({ hash: sampleHash(5) })], aliveAt: 2 };
    expect(await refusalOf(stores.servers.saveBatch(batch))).toBeInstanceOf(Error);
    expect(await stores.servers.loadServers()).toEqual({ servers: [kept], lastAliveAt: 1 });
    await stores.servers.saveBatch({ saved: [], removed: [kept], aliveAt: 3 });
    expect(await stores.servers.loadServers()).toEqual({ servers: [], lastAliveAt: 3 });
  });
}
