// What a move by a key means, without a store: who is told, and which of two bans counts.

import { expect, test } from 'bun:test';
import { describeMove, endsLater, isTooSoon } from '../../../src/modules/claims/key-moves.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = 100 * DAY_MS;
const MOVE = { ip: '203.0.113.7', port: 25_565, to: 'new', now: NOW };
const formerAt = (ip: string, hash = 'old', leftAt = NOW) => ({
  hash,
  present: 'new',
  ip,
  port: 1,
  leftAt,
});

test.each([
  ['never notified, from an unknown network', null, [formerAt('198.51.100.1')], true],
  ['never notified, from a known network', null, [formerAt('203.0.113.200')], false],
  ['notified within the day', NOW - DAY_MS + 1, [], false],
  ['notified a day ago', NOW - DAY_MS, [], true],
])('the owner of a key that was %s', (_, notifiedAt, formers, isNews) => {
  const { notifiedAt: noted, movedAt } = describeMove({ notifiedAt }, formers, MOVE);
  expect([noted, movedAt]).toEqual([isNews ? NOW : undefined, NOW]);
});

test.each([
  ['back after nine minutes', formerAt(MOVE.ip, 'new', NOW - 9 * MINUTE_MS), NOW],
  ['back after ten minutes', formerAt(MOVE.ip, 'new', NOW - 10 * MINUTE_MS), undefined],
  ['at a further place', formerAt(MOVE.ip, 'old', NOW), undefined],
])('a server that is %s', (_, former, contestedAt) => {
  expect(describeMove({ notifiedAt: null }, [former], MOVE).contestedAt).toBe(contestedAt);
});

test('a server moves once in the time that has to be between two moves', () => {
  const isRefused = (movedAt: number | null) => isTooSoon({ movedAt }, { now: NOW, apartMs: 60 });
  expect([null, NOW - 60, NOW - 59].map(isRefused)).toEqual([false, false, true]);
});

test.each([
  [5, undefined, true],
  [5, 4, true],
  [5, 5, false],
  [5, null, false],
  [null, 5, true],
])('a ban until %p counts beside one until %p: %p', (expiresAt, known, counts) => {
  expect(endsLater({ expiresAt }, known === undefined ? undefined : { expiresAt: known })).toBe(
    counts,
  );
});
