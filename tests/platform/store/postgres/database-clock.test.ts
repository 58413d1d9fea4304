// The clock of the database, by what its answers show and how long they took.

import { expect, test } from 'bun:test';
import { stateOf } from '../../../../src/platform/ops/readiness.ts';
import { createDatabaseClock } from '../../../../src/platform/store/postgres/database-clock.ts';
import { START } from '../../../support/test-servers.ts';

/** A machine whose clock is wrong by `wrongMs`, and which asks a database whose clock is right. */
function createMachine(wrongMs: number) {
  let passed = 0;
  let wrong = wrongMs;
  const apart: number[] = [];
  const clock = createDatabaseClock({
    machine: { now: () => START + passed + wrong },
    awake: () => passed,
    onApart: (aheadMs) => apart.push(aheadMs),
  });
  return {
    clock,
    apart,
    /** How far the clock is from the time. */
    error: () => clock.now() - (START + passed),
    setWrong: (ms: number) => {
      wrong = ms;
    },
    pass: (ms: number) => {
      passed += ms;
    },
    /** An answer, which takes as long there and back. */
    look({ there, back }: { there: number; back: number }) {
      const sentAt = passed;
      passed += there;
      const shown = START + passed;
      passed += back;
      clock.observe(shown, sentAt, passed);
    },
  };
}

test('shows what the database shows, which a slow answer does not spoil', () => {
  const machine = createMachine(-120_000);
  machine.look({ there: 1, back: 3 });
  expect(Math.abs(machine.error())).toBeLessThanOrEqual(1);
  machine.pass(60_000);
  machine.look({ there: 4_000, back: 1 });
  expect(Math.abs(machine.error())).toBeLessThanOrEqual(1);
});

test('is not moved by a step of the machine', () => {
  const machine = createMachine(0);
  machine.look({ there: 1, back: 1 });
  machine.setWrong(3_600_000);
  expect(Math.abs(machine.error())).toBeLessThanOrEqual(1);
});

test('a first answer that was slow is corrected by the next one', () => {
  const machine = createMachine(0);
  machine.look({ there: 2_000, back: 0 });
  expect(Math.abs(machine.error())).toBe(1_000);
  machine.look({ there: 1, back: 1 });
  expect(Math.abs(machine.error())).toBeLessThanOrEqual(1);
});

test.each([
  [900, [], 'ok'],
  [-1_100, [-1_100], 'ok'],
  [4_900, [4_900], 'ok'],
  [5_100, [5_100], 'degraded'],
  [-120_000, [-120_000], 'degraded'],
])(
  'a machine that is wrong by %i ms is reported once, and degraded beyond five seconds',
  (wrong, apart, status) => {
    const machine = createMachine(wrong);
    machine.look({ there: 0, back: 0 });
    machine.look({ there: 0, back: 0 });
    expect(machine.apart).toEqual([...apart]);
    expect(stateOf(machine.clock.check()).status).toBe(status as 'ok');
    machine.setWrong(0);
    machine.look({ there: 0, back: 0 });
    expect(stateOf(machine.clock.check()).status).toBe('ok');
    machine.setWrong(2_000);
    machine.look({ there: 0, back: 0 });
    expect(machine.apart).toEqual([...apart, 2_000]);
  },
);
