// What every store of featured servers and banned ranges must do.

import { expect, test } from 'bun:test';
import type { Ban } from '../../src/servers/ports.ts';
import { type OpenFresh, refusalOf, sampleHash, sampleServer, sampleTime } from './fresh-stores.ts';

function ban(range: string, createdAt: number): Ban {
  return { range, reason: `because of ${range}`, createdAt };
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeModerationStore(openFresh: OpenFresh): void {
  test('a new store has nothing featured and nothing banned', async () => {
    using stores = openFresh();
    expect(await stores.moderation.listFeatured()).toEqual([]);
    expect(await stores.moderation.listBans()).toEqual([]);
  });

  test('featuring says whether it changed anything', async () => {
    using stores = openFresh();
    expect(await stores.moderation.addFeatured(sampleHash(1), sampleTime)).toBe(true);
    expect(await stores.moderation.addFeatured(sampleHash(1), sampleTime + 1)).toBe(false);
    expect(await stores.moderation.addFeatured(sampleHash(2), sampleTime)).toBe(true);
    expect((await stores.moderation.listFeatured()).toSorted()).toEqual([
      sampleHash(1),
      sampleHash(2),
    ]);
    expect(await stores.moderation.removeFeatured(sampleHash(1))).toBe(true);
    expect(await stores.moderation.removeFeatured(sampleHash(1))).toBe(false);
    expect(await stores.moderation.listFeatured()).toEqual([sampleHash(2)]);
  });

  test('a server stays featured while it is away', async () => {
    using stores = openFresh();
    const server = sampleServer();
    await stores.servers.saveBatch({ saved: [server], removed: [], aliveAt: 1 });
    await stores.moderation.addFeatured(server.hash, sampleTime);
    await stores.servers.saveBatch({ saved: [], removed: [server.hash], aliveAt: 2 });
    expect(await stores.moderation.listFeatured()).toEqual([server.hash]);
  });

  test('bans come back as they were made, oldest first, in the order made within a moment', async () => {
    using stores = openFresh();
    const late = ban('203.0.113.7/32', sampleTime + 1);
    const first = ban('198.51.100.0/24', sampleTime);
    const second = ban('192.0.2.0/24', sampleTime);
    for (const each of [late, first, second]) await stores.moderation.addBan(each);
    expect(await stores.moderation.listBans()).toEqual([first, second, late]);
  });

  test('a range is banned once: the second ban is a conflict and keeps the first reason', async () => {
    using stores = openFresh();
    const first = ban('203.0.113.7/32', sampleTime);
    await stores.moderation.addBan(first);
    const again = { ...first, reason: 'another reason' };
    expect(await refusalOf(stores.moderation.addBan(again))).toMatchObject({
      kind: 'conflict',
      message: 'The range 203.0.113.7/32 is banned already.',
    });
    expect(await stores.moderation.listBans()).toEqual([first]);
  });

  test('lifting a ban says whether there was one', async () => {
    using stores = openFresh();
    await stores.moderation.addBan(ban('203.0.113.7/32', sampleTime));
    expect(await stores.moderation.removeBan('203.0.113.0/24')).toBe(false);
    expect(await stores.moderation.removeBan('203.0.113.7/32')).toBe(true);
    expect(await stores.moderation.removeBan('203.0.113.7/32')).toBe(false);
    expect(await stores.moderation.listBans()).toEqual([]);
  });
}
