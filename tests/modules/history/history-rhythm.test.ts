// When servers are busy: what is usual in a week, and what is found of it once an hour.

import { expect, test } from 'bun:test';
import { findBusyHour } from '../../../src/modules/history/history-rhythm.ts';
import { DAY_MS, HOUR_MS, MIDNIGHT, openTestHistory } from '../../support/test-history.ts';
import { MINUTE_MS } from '../../support/test-servers.ts';

const slots = (countAt: (hour: number) => number | undefined) =>
  Uint32Array.from({ length: 24 }, (_, hour) => (countAt(hour) ?? -1) + 1);
const dayOf = (countAt: (hour: number) => number | undefined, peakAt = countAt) => ({
  ...{ series: 1, step: 60, number: 1, means: slots(countAt), peaks: slots(peakAt) },
});
const week = (day: ReturnType<typeof dayOf>, days = 7) => Array.from({ length: days }, () => day);
const evening = dayOf((hour) => (hour === 20 ? 12 : 3));

test.each([
  ['the busiest hour stands out', week(evening), 20, false],
  [
    'an hour that is full on most days',
    week(
      dayOf(
        (hour) => hour % 10,
        (hour) => (hour === 19 ? 20 : hour % 10),
      ),
    ),
    19,
    true,
  ],
  ['all hours are alike', week(dayOf(() => 5)), undefined, false],
  ['nobody ever plays', week(dayOf(() => 0)), undefined, false],
  [
    'of a server that is up in the evening alone',
    week(dayOf((hour) => (hour < 18 ? undefined : hour === 21 ? 9 : 2))),
    21,
    false,
  ],
  ['less than a week is known', week(evening, 5), undefined, false],
  [
    'full on three days of seven',
    [
      ...week(
        dayOf(
          () => 5,
          () => 20,
        ),
        3,
      ),
      ...week(
        dayOf(() => 5),
        4,
      ),
    ],
    undefined,
    false,
  ],
])('%s', (_what, days, busyHour, isFull) => {
  expect(findBusyHour(days, 20)).toEqual({ busyHour, isFull });
});

test('a server has it an hour after a week, and rises where more play than in the hour before', async () => {
  using service = await openTestHistory();
  const { clock, history, registry } = service;
  for (let hour = 0; hour <= 8 * 24; hour += 1) {
    clock.advance(MIDNIGHT + hour * HOUR_MS - clock.now());
    service.save({ users: hour % 24 === 20 ? 12 : 3 });
    await history.sample();
    await service.compactAll();
  }
  const [server] = registry.listLive();
  if (server === undefined) throw new Error('The server is not live.');
  const { listing } = server;
  expect(history.rhythms.find(listing)).toBeUndefined();
  clock.advance(20 * MINUTE_MS);
  service.save({ users: 3 });
  await history.rhythms.step();
  expect(history.rhythms.find(listing)).toEqual({ busyHour: 20, isFull: false, isRising: false });
  expect(history.rhythms.find({ ...listing, counted: 6 })?.isRising).toBe(true);
  expect(history.rhythms.find({ ...listing, players: 999 })?.isRising).toBe(false);
  clock.advance(DAY_MS);
  await history.rhythms.step();
  expect(history.rhythms.find(listing)).toBeUndefined();
});
