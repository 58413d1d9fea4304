// What webhooks go by: the event that follows from a change of a server, the next attempt, and ten emails a day.

import { describe, expect, test } from 'bun:test';
import {
  changeState,
  findEvent,
  type ServerState,
} from '../../../src/modules/webhooks/state-transitions.ts';
import { addAnswer, mayEmail } from '../../../src/modules/webhooks/webhook-limits.ts';
import { findNextAttempt } from '../../../src/modules/webhooks/webhook-retries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = 100 * DAY_MS;
const OLD = NOW - DAY_MS;

describe('the event of a change', () => {
  const known = (state: ServerState['state'], isListed = true): ServerState => ({
    ...{ state, name: 'Alpha', isListed, wasListed: isListed },
  });
  const here = (isListed = true) => ({ state: 'here', name: 'Alpha', isListed }) as const;

  test.each([
    ['a server nobody knew comes', undefined, here(), OLD, 'came'],
    ['it was never sampled', undefined, here(), undefined, 'new'],
    ['its first sample is young', undefined, here(), NOW - 9 * MINUTE_MS, 'new'],
    ['its first sample is not', undefined, here(), NOW - 10 * MINUTE_MS, 'came'],
    ['it is listed for the first time', known('here', false), here(), NOW, 'new'],
    ['it is listed again', { ...known('here', false), wasListed: true }, here(), NOW, undefined],
    ['it is no longer listed', known('here'), here(false), OLD, undefined],
    ['it went and comes', known('went'), here(), OLD, 'came'],
    ['it was refused and comes', known('refused'), here(), OLD, 'back'],
    ['it was banned and comes', known('banned'), here(), OLD, 'back'],
    ['it goes', known('here'), { state: 'went' }, OLD, 'went'],
    ['it is refused', known('here'), { state: 'refused' }, OLD, 'refused'],
    ['it is banned while it was refused', known('refused'), { state: 'banned' }, OLD, 'banned'],
    ['it is silent because it is refused', known('refused'), { state: 'went' }, OLD, undefined],
    ['it is refused still', known('refused'), { state: 'refused' }, OLD, undefined],
    ['it is here still', known('here'), here(), OLD, undefined],
    ['one that never was here goes', undefined, { state: 'went' }, OLD, undefined],
  ] as const)('%s', (_, before, change, firstAt, event) => {
    const next = changeState(before, change);
    expect(next && findEvent(before, next, firstAt, NOW)).toBe(event);
  });
});

test.each([
  ['one that was delivered', 3, {}, 0, [0, 2_000]],
  ['the first that failed', 0, { problem: 'timeout' }, 0, [1, MINUTE_MS]],
  ['the third that failed', 2, { problem: 'timeout' }, 0, [3, 15 * MINUTE_MS]],
  ['a receiver who wants more time', 0, { problem: 'refused' }, 3 * MINUTE_MS, [1, 3 * MINUTE_MS]],
  ['a receiver who wants a week', 0, { problem: 'refused' }, 7 * DAY_MS, [1, 23 * 60 * MINUTE_MS]],
  ['the last that failed', 7, { problem: 'timeout' }, 0, [8, undefined]],
  ['a receiver who is gone', 0, { problem: 'refused', status: 410 }, 0, [1, undefined]],
] as const)('after %s', (_, before, answer, retryAfterMs, [attempts, waitMs]) => {
  const next = findNextAttempt(before, { status: 200, ...answer }, retryAfterMs);
  expect(next).toEqual({ attempts, waitMs });
});

test('ten emails about one type of event are sent within a day, and ten answers of each are kept', () => {
  const webhook = { answers: [] as ReturnType<typeof addAnswer> };
  const add = (event: 'came' | 'went', at: number) => {
    webhook.answers = addAnswer(webhook, { at, event, status: 0 });
  };
  for (let minute = 0; minute < 10; minute += 1) {
    expect(mayEmail(webhook, { type: 'came', at: NOW + minute })).toBe(true);
    add('came', NOW + minute);
  }
  expect(mayEmail(webhook, { type: 'came', at: NOW + DAY_MS - 1 })).toBe(false);
  expect(mayEmail(webhook, { type: 'went', at: NOW + 10 })).toBe(true);
  expect(mayEmail(webhook, { type: 'came', at: NOW + DAY_MS })).toBe(true);
  expect(mayEmail(webhook, { type: 'came', at: NOW - DAY_MS })).toBe(true);
  add('went', NOW + 10);
  add('came', NOW + 11);
  expect(webhook.answers.map(({ event }) => event)).toEqual([
    'came',
    'went',
    ...Array(9).fill('came'),
  ]);
});
