// The availability of a server: which hours count, and which of them it was listed in.

import { expect, test } from 'bun:test';
import { computeServerHash } from '../../../src/modules/registry/index.ts';
import { DAY_MS, HOUR_MS, MIDNIGHT, openTestHistory } from '../../support/test-history.ts';
import { ADDRESS } from '../../support/test-servers.ts';

const HASH = computeServerHash(ADDRESS, 25_565);

/** Takes one sample in each of the next hours. */
async function passHours(
  service: Awaited<ReturnType<typeof openTestHistory>>,
  hours: number,
  changes: { public?: boolean; port?: number } = {},
): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    service.save({ users: 1, ...changes });
    await service.history.sample();
    service.clock.advance(HOUR_MS);
  }
}

test('a server is available in the hours in which a sample lists it', async () => {
  using service = await openTestHistory();
  expect(await service.history.findPresence(HASH)).toBeUndefined();
  await passHours(service, 6);
  await passHours(service, 2, { public: false });
  await passHours(service, 2);
  service.clock.advance(-1);
  expect(await service.history.findPresence(HASH)).toEqual({
    firstAt: MIDNIGHT,
    hours: 10,
    availableHours: 8,
  });
});

test('hours before its first listing and hours without Muster do not count', async () => {
  using service = await openTestHistory();
  await passHours(service, 5, { port: 1 });
  await passHours(service, 3);
  // Muster is down.
  service.clock.advance(40 * HOUR_MS);
  await passHours(service, 1);
  service.clock.advance(-1);
  expect(await service.history.findPresence(HASH)).toEqual({
    firstAt: MIDNIGHT + 5 * HOUR_MS,
    hours: 4,
    availableHours: 4,
  });
});

test('only the last 30 days count', async () => {
  using service = await openTestHistory();
  await passHours(service, 2, { public: true });
  service.clock.advance(31 * DAY_MS);
  await passHours(service, 1);
  await passHours(service, 1, { public: false });
  service.clock.advance(-1);
  expect(await service.history.findPresence(HASH)).toMatchObject({ hours: 2, availableHours: 1 });
});

test('hours before its first sample do not count if the time of its first listing is unknown', async () => {
  using service = await openTestHistory((store) => ({
    ...store,
    async findSeries(hash) {
      const series = await store.findSeries(hash);
      return series && { ...series, firstAt: 0 };
    },
  }));
  await passHours(service, 3, { port: 1 });
  await passHours(service, 1);
  await passHours(service, 1, { public: false });
  service.clock.advance(-1);
  const presence = { firstAt: 0, hours: 2, availableHours: 1 };
  expect(await service.history.findPresence(HASH)).toEqual(presence);
});
