// Records: the highest counts that there ever were, saved with a minute, found in a history from before them.

import { expect, test } from 'bun:test';
import { openHistory } from '../../src/servers/history/history.ts';
import type { HistoryStore } from '../../src/servers/history/ports.ts';
import { openTestStore } from '../support/store.ts';
import { DAY_MS, HOUR_MS, MIDNIGHT, openTestHistory } from './test-history.ts';
import { MINUTE_MS } from './test-servers.ts';

/** A store as it was before there were records. */
const withoutRecords = (store: HistoryStore): HistoryStore => ({
  ...store,
  loadRecords: async () => undefined,
  saveMinute: ({ records: _, ...minute }) => store.saveMinute(minute),
});

test('there are none before the first sample', async () => {
  using service = await openTestHistory();
  expect(service.history.records()).toBeUndefined();
});

test('the most players and the most servers each keep the first moment', async () => {
  using service = await openTestHistory();
  for (const players of [3, 9, 4, 9]) await service.live(1, { users: players });
  service.save({ users: 1, port: 2 });
  await service.live(1, { users: 2 });
  expect(service.history.records()).toEqual({
    players: { count: 9, at: MIDNIGHT + MINUTE_MS },
    servers: { count: 2, at: MIDNIGHT + 4 * MINUTE_MS },
  });
});

test('private servers do not count', async () => {
  using service = await openTestHistory();
  service.save({ users: 700, port: 3, public: false });
  await service.live(1, { users: 2 });
  expect(service.history.records()).toMatchObject({ players: { count: 2 }, servers: { count: 1 } });
});

test('they outlast restarts, and the samples that they were read from', async () => {
  using service = await openTestHistory();
  await service.live(1, { users: 31 });
  service.clock.advance(100 * DAY_MS);
  await service.live(1, { users: 2 });
  await service.compactAll();
  await service.restart();
  expect((await service.history.drawTotals('90d')).players.peaks).not.toContain(31);
  expect(service.history.records()?.players).toEqual({ count: 31, at: MIDNIGHT });
  await service.live(1, { users: 32 });
  expect(service.history.records()?.players.count).toBe(32);
});

test('they are written only with a minute that raises them', async () => {
  const written: unknown[] = [];
  using service = await openTestHistory((store) => ({
    ...store,
    saveMinute(minute) {
      written.push(minute.records?.players.count);
      return store.saveMinute(minute);
    },
  }));
  for (const players of [3, 3, 2, 5]) await service.live(1, { users: players });
  await service.restart();
  await service.live(1, { users: 5 });
  expect(written).toEqual([3, undefined, undefined, 5, undefined]);
});

test('one that could not be saved is saved with the next minute', async () => {
  let isBroken = true;
  using service = await openTestHistory((store) => ({
    ...store,
    saveMinute: (minute) =>
      isBroken ? Promise.reject(new Error('no disk')) : store.saveMinute(minute),
  }));
  service.save({ users: 9 });
  await expect(service.history.sample()).rejects.toThrow('no disk');
  isBroken = false;
  service.clock.advance(MINUTE_MS);
  await service.live(1, { users: 2 });
  expect((await service.store.history.loadRecords())?.players).toEqual({ count: 9, at: MIDNIGHT });
});

test('a history from before them is searched at the first start: its minutes and all its chunks', async () => {
  for (const pastMs of [0, 2 * HOUR_MS, 2 * DAY_MS, 20 * DAY_MS]) {
    using service = await openTestHistory(withoutRecords);
    await service.live(5, { users: 4 });
    await service.live(1, { users: 44 });
    await service.live(5, { users: 4 });
    service.clock.advance(pastMs);
    await service.live(1, { users: 1 });
    await service.compactAll();
    const { clock, registry } = service;
    const open = () => openHistory({ clock, registry, store: service.store.history });
    const upgraded = await open();
    const { players, servers } = upgraded.records() ?? {};
    expect([pastMs, players?.count, servers?.count]).toEqual([pastMs, 44, 1]);
    // As exact as the samples are: an hour at most.
    expect(Math.abs((players?.at ?? 0) - (MIDNIGHT + 5 * MINUTE_MS))).toBeLessThanOrEqual(HOUR_MS);
    // The next sample keeps them for good.
    clock.advance(MINUTE_MS);
    await upgraded.sample();
    expect(await service.store.history.loadRecords()).toEqual(upgraded.records());
  }
});

test('an upgrade without a history begins without records', async () => {
  using store = openTestStore();
  const registry = { listLive: () => [], findLive: () => undefined };
  const history = await openHistory({
    clock: { now: () => MIDNIGHT },
    store: store.history,
    registry,
  });
  expect(history.records()).toBeUndefined();
  await history.sample();
  expect(history.records()?.players).toEqual({ count: 0, at: MIDNIGHT });
});
