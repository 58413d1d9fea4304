// The servers opened again on the store of an earlier service, as after a restart.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../../src/app/open-stores.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { banOf, entryOf } from '../../support/moderation-samples.ts';
import { openTestStore } from '../../support/store.ts';
import {
  ADDRESS,
  complaintsOf,
  createTestRegistry,
  hashOf,
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
  START,
  type TestServers,
  type TestServersOptions,
} from '../../support/test-servers.ts';

const HOUR_MS = 60 * MINUTE_MS;

let store: Store;
let clock: FakeClock;
beforeEach(() => {
  store = openTestStore();
  clock = createFakeClock(START);
});
afterEach(() => store[Symbol.dispose]());

const open = (options: TestServersOptions = {}): Promise<TestServers> =>
  openTestServers({ store, clock, ...options });

const names = (service: TestServers): string[] => service.listed().map(({ name }) => name);

// C6.22
describe('after an orderly stop', () => {
  test('every server that is not stale is listed at once, uptime unbroken', async () => {
    const before = await open();
    await before.beat({ port: '1', name: 'Older' });
    await before.timers.turn(60 * SECOND_MS);
    await before.beat({ port: '2', name: 'Newer' });
    await before.beat({ port: '3', name: 'Private', public: 'false' });
    await before.timers.turn(30 * SECOND_MS);
    await before.stop();
    clock.advance(20 * SECOND_MS);
    const after = await open();
    expect(after.listed().map(({ name, uptime }) => [name, uptime])).toEqual([
      ['Older', 110],
      ['Newer', 50],
    ]);
    expect(after.events).toEqual([]);
  });

  test('a server stays listed however long the service was down, and then has its time', async () => {
    const before = await open();
    const hash = hashOf(await before.beat());
    await before.timers.turn(100 * SECOND_MS);
    await before.stop();
    clock.advance(24 * HOUR_MS);
    const after = await open();
    expect(after.listed()).toMatchObject([{ uptime: 24 * 3_600 + 100 }]);
    await after.timers.turn(STALE_AFTER_MS - 100 * SECOND_MS);
    expect(after.servers.findServer(hash)).toBeDefined();
    await after.timers.turn(1);
    expect(after.servers.findServer(hash)).toBeUndefined();
  });

  // Others say every ten seconds that the site is alive, so less than that and a little is no pause.
  test.each([
    [5, 0],
    [14.999, 0],
    [15, 15],
  ])(
    'beside other replicas a site that was last known alive %d s ago paused for %d s',
    async (agoS, pauseS) => {
      const before = await open();
      const hash = hashOf(await before.beat());
      await before.stop();
      clock.advance(agoS * SECOND_MS);
      const after = await open({ others: { readBatches: async () => [], onSaved() {} } });
      await after.timers.turn(STALE_AFTER_MS + (pauseS - agoS) * SECOND_MS);
      expect(after.servers.findServer(hash)).toBeDefined();
      await after.timers.turn(1);
      expect(after.servers.findServer(hash)).toBeUndefined();
    },
  );
});

describe('what administrators decided', () => {
  test('servers of an address that was banned meanwhile are removed at the start', async () => {
    const before = await open();
    await before.beat();
    await before.beat({ name: 'Other' }, '198.51.100.9');
    await before.stop();
    await store.moderation.addBan(banOf(`${ADDRESS}/32`, 'Spam.'), entryOf());
    const after = await open();
    expect(names(after)).toEqual(['Other']);
    expect(complaintsOf(await after.beat())).toEqual([`${ADDRESS} is banned: Spam.`]);
    await after.stop();
    expect((await store.servers.loadServers()).servers).toHaveLength(1);
  });

  test('servers of a banned address that another replica saved are removed, not only hidden', async () => {
    const other = createTestRegistry(STALE_AFTER_MS, clock);
    let tellSaved = () => {};
    const service = await open({
      others: {
        readBatches: async () => [other.registry.takeBatch()],
        onSaved(listener) {
          tellSaved = listener;
        },
      },
    });
    await store.moderation.addBan(banOf(`${ADDRESS}/32`, 'Spam.'), entryOf());
    await service.servers.reloadModeration();
    const { listing: banned } = other.save({ name: 'Banned' });
    other.save({ name: 'Good' }, '198.51.100.9');
    tellSaved();
    await service.timers.turn(2 * SECOND_MS);
    expect(names(service)).toEqual(['Good']);
    expect(service.servers.findServer(banned.hash)).toBeUndefined();
  });

  test('a change counts when it is reloaded, within a second in the list', async () => {
    const service = await open();
    const hash = hashOf(await service.beat());
    await service.timers.turn(SECOND_MS);
    await store.moderation.setMark('featured', hash, entryOf());
    await service.servers.reloadModeration();
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ featured: true }]);
    await store.moderation.removeMark('featured', hash, entryOf());
    await service.servers.reloadModeration();
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ featured: false }]);
  });
});

describe('a start that fails leaves nothing that waits, while there are servers to list', () => {
  const steps = [
    ['the bans', 'moderation', 'listBans'],
    ['the claims', 'claims', 'listClaims'],
    ['the history', 'history', 'loadMinutes'],
  ] as const;
  test.each(steps)('at %s', async (_, port, call) => {
    const first = await open();
    await first.beat();
    await first.stop();
    const failing = { ...store[port], [call]: () => Promise.reject(new Error('damaged')) };
    const timers = createFakeTimers(clock);
    await expect(open({ store: { ...store, [port]: failing }, timers })).rejects.toThrow('damaged');
    // Longer than the list is ever left as it is.
    await timers.turn(120_000);
    expect(timers.waiting).toBe(0);
  });
});

test('who waits for a server gets one email, whatever restarts come before and after it', async () => {
  const { id } = await store.accounts.insertAccount(accountNamed('Alice'));
  const before = await open();
  const hash = hashOf(await before.beat());
  await before.servers.history.sample();
  await before.timers.turn(STALE_AFTER_MS + MINUTE_MS);
  await before.servers.returnAlerts.set(id, hash, true);
  await before.stop();
  for (const [isSet, minutes, emails] of [
    [true, 2, 0],
    [true, 1, 1],
    [false, 4, 1],
  ] as const) {
    const after = await open();
    expect(await after.servers.returnAlerts.isSet(id, hash)).toBe(isSet);
    for (let minute = 0; minute < minutes; minute += 1) {
      await after.beat();
      await after.timers.turn(MINUTE_MS);
    }
    await after.servers.returnAlerts.sendDue();
    expect(await store.outbox.listEmailJobs(10)).toHaveLength(emails);
    await after.stop();
  }
});
