// The watch of the clock: what a service that starts or runs moves with the clock, and what it says of a leap.

import { expect, test } from 'bun:test';
import { openClockWatch } from '../../src/app/clock-watch.ts';
import { alwaysLeading, type Leadership } from '../../src/platform/lib/leadership.ts';
import { createFakeMachine } from '../support/fake-machine.ts';
import { createReporter } from '../support/reporter.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 0, 1);

/** A watch over a database that the service used last `sinceMs` before. */
async function openWatch(sinceMs: number, leadership: Leadership = alwaysLeading) {
  const machine = createFakeMachine(START);
  const state = { moved: [] as number[][], said: [] as string[], isBroken: false };
  const job = await openClockWatch({
    clock: machine,
    leadership,
    dueTimes: {
      findLastAliveAt: async () => START - sinceMs,
      async moveDueTimes(...move) {
        if (state.isBroken) throw new Error('The disk is full.');
        state.moved.push(move);
      },
    },
    onChange() {},
    report: createReporter({
      clock_stepped: ({ seconds }) => state.said.push(`stepped ${seconds}`),
      machine_slept: ({ seconds }) => state.said.push(`slept ${seconds}`),
      deletion_held: ({ seconds }) => state.said.push(`held ${seconds}`),
    }),
  });
  return { machine, state, look: () => job.run() };
}

test.each([
  [0, []],
  [5 * HOUR_MS, []],
  [DAY_MS + 1_000, []],
  [-1_000, []],
  [-5 * HOUR_MS, [[START + 5 * HOUR_MS, -5 * HOUR_MS]]],
  [-400 * DAY_MS, [[START + 400 * DAY_MS, -400 * DAY_MS]]],
])('at a start %d ms after the last run', async (sinceMs, moved) => {
  const { state } = await openWatch(sinceMs);
  expect(state.moved).toEqual(moved);
  const isLeap = Math.abs(sinceMs) > DAY_MS;
  expect(state.said).toEqual(isLeap ? [`held ${sinceMs / 1_000}`] : []);
});

test.each([5 * HOUR_MS, -5 * HOUR_MS, -400 * DAY_MS])(
  'a step of %d ms moves what is due after the time before it, once',
  async (ms) => {
    const { machine, state, look } = await openWatch(0);
    machine.setWall(ms);
    for (const _ of 'twice') await look();
    expect(state.moved).toEqual([[START, ms]]);
    const held = Math.abs(ms) > DAY_MS ? [`held ${ms / 1_000}`] : [];
    expect(state.said).toEqual([`stepped ${ms / 1_000}`, ...held]);
  },
);

test('a sleep moves nothing', async () => {
  const { machine, state, look } = await openWatch(0);
  machine.sleep(3 * DAY_MS);
  await look();
  expect(state).toMatchObject({ moved: [], said: ['slept 259200', 'held 259200'] });
});

test('what cannot be stored is moved as soon as it can, in its order', async () => {
  const { machine, state, look } = await openWatch(0);
  state.isBroken = true;
  for (const ms of [HOUR_MS, -2 * HOUR_MS]) {
    machine.setWall(ms);
    await expect(look()).rejects.toThrow('full');
  }
  state.isBroken = false;
  await look();
  expect(state.moved).toEqual([
    [START, HOUR_MS],
    [START + HOUR_MS, -2 * HOUR_MS],
  ]);
});

test('a replica that does not lead leaves it to the one that does', async () => {
  const { machine, state, look } = await openWatch(-HOUR_MS, {
    ...alwaysLeading,
    term: () => undefined,
  });
  machine.setWall(HOUR_MS);
  await look();
  expect(state.moved).toEqual([]);
});
