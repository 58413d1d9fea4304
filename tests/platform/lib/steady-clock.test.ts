// The steady clock: time passes evenly, and a step of the wall clock is reported once.

import { beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createAwakeTime, createSteadyClock } from '../../../src/platform/lib/steady-clock.ts';
import { createFakeMachine, type FakeMachine } from '../../support/fake-machine.ts';

const START = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

let machine: FakeMachine;
beforeEach(() => {
  machine = createFakeMachine(START);
});

describe('a steady clock', () => {
  test('shows wall-clock time in whole milliseconds, and reports nothing', () => {
    expect(machine.now()).toBe(START);
    for (let second = 1; second <= 100; second += 1) {
      machine.advance(1_000);
      expect(machine.check()).toBeUndefined();
      expect(machine.now()).toBe(START + second * 1_000);
    }
  });

  test.each([[HOUR_MS], [-HOUR_MS], [200_000], [-1_000], [1_000]])(
    'does not step with the wall clock, by %d ms, until it checks, and reports it once',
    (ms) => {
      machine.advance(60_000);
      machine.setWall(ms);
      expect(machine.now()).toBe(START + 60_000);
      machine.advance(500);
      expect(machine.now()).toBe(START + 60_500);
      expect(machine.check()).toEqual({ steppedMs: ms, sleptMs: 0 });
      expect(machine.now()).toBe(machine.wall());
      expect(machine.check()).toBeUndefined();
    },
  );

  test.each([[999], [-999], [3]])('follows %d ms without a word', (ms) => {
    machine.setWall(ms);
    expect(machine.check()).toBeUndefined();
    expect(machine.now()).toBe(START + ms);
  });

  test.each([[2_000], [7_300], [HOUR_MS]])('tells a sleep of %d ms from a step', (ms) => {
    machine.advance(700);
    machine.sleep(ms);
    expect(machine.check()).toEqual({ steppedMs: 0, sleptMs: ms });
    expect(machine.now()).toBe(machine.wall());
    machine.advance(10_000);
    expect(machine.check()).toBeUndefined();
  });

  test('counts a pause of the process as a sleep, whatever is read first after it', () => {
    let ms = 5_000;
    const time = () => ms;
    const clock = createSteadyClock({
      ...{ wall: () => START + ms, sinceBoot: time, awake: createAwakeTime(time) },
    });
    for (let second = 0; second < 30; second += 1) {
      ms += 1_000;
      expect(clock.check()).toBeUndefined();
    }
    const before = clock.now();
    ms += 660_000;
    expect(clock.now()).toBe(before);
    ms += 500;
    expect(clock.now()).toBe(before + 500);
    expect(clock.check()).toEqual({ steppedMs: 0, sleptMs: 660_000 });
    expect(clock.now()).toBe(START + ms);
    ms += 1_000;
    expect(clock.check()).toBeUndefined();
  });

  test('reports both when the wall clock was set during a sleep', () => {
    machine.sleep(HOUR_MS);
    machine.setWall(-2 * HOUR_MS);
    expect(machine.check()).toEqual({ steppedMs: -2 * HOUR_MS, sleptMs: HOUR_MS });
    expect(machine.now()).toBe(machine.wall());
  });

  test('does not take the rounding of the time since the boot for a sleep, whenever it checks', () => {
    const waits = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(waits, (all) => {
        const own = createFakeMachine(START);
        for (const ms of all) {
          own.advance(ms);
          expect(own.check()).toBeUndefined();
        }
      }),
    );
  });
});
