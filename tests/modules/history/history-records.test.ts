// Records: the highest counts that there ever were, saved with a minute.

import { expect, test } from 'bun:test';
import { DAY_MS, MIDNIGHT, openTestHistory } from '../../support/test-history.ts';
import { MINUTE_MS } from '../../support/test-servers.ts';

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
