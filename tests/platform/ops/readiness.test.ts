// The checks of a service: what their report says, since when, and how often the slow ones run.

import { describe, expect, test } from 'bun:test';
import { type Found, failed, WELL, warning } from '../../../src/platform/lib/finding.ts';
import { createReadiness, stateOf } from '../../../src/platform/ops/readiness.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';

const START = Date.UTC(2026, 0, 1);
const part = warning('Mail is down.');
const whole = failed('Nothing can be saved.');

function open() {
  const clock = createFakeClock(START);
  const timers = createFakeTimers(clock);
  return { clock, timers, readiness: createReadiness({ now: clock.now, timers }) };
}

describe('a report', () => {
  test.each([
    ['nothing', [], 'ready'],
    ['what is well', [WELL], 'ready'],
    ['something missing', [WELL, part], 'degraded'],
    ['a failure', [part, whole], 'not_ready'],
  ] as const)('of %s', (_, states, status) => {
    const { readiness } = open();
    for (const [number, state] of states.entries()) readiness.add(`check_${number}`, () => state);
    const report = readiness.read();
    expect(report.status).toBe(status);
    expect(Object.values(report.checks).map((it) => it.message)).toEqual(
      states.map((state) => stateOf(state).message),
    );
  });

  test('says nothing of what is in order', () => {
    expect(stateOf('5 GiB are free.')).toEqual({ status: 'ok', message: '' });
  });

  test('says since when each status holds', () => {
    const { clock, readiness } = open();
    const mail = readiness.track('email');
    const sinceMs = () => Date.parse(readiness.read().checks.email?.since ?? '') - START;
    clock.advance(1_000);
    expect(sinceMs()).toBe(0);
    mail.degrade('Mail is down.');
    expect(sinceMs()).toBe(1_000);
    clock.advance(1_000);
    mail.degrade('Mail is down for another reason.');
    expect(sinceMs()).toBe(1_000);
    mail.recover();
    expect(sinceMs()).toBe(2_000);
  });

  test('tells a start from a failure', () => {
    const { readiness } = open();
    let states: Found[] = [{ ...whole, isStarting: true }, part];
    readiness.add('one', () => states[0] ?? WELL);
    readiness.add('other', () => states[1] ?? WELL);
    expect(readiness.isStarting()).toBe(true);
    states = [{ ...whole, isStarting: true }, whole];
    expect(readiness.isStarting()).toBe(false);
    states = [];
    expect(readiness.isStarting()).toBe(false);
  });
});

describe('probes', () => {
  test('run once in five seconds, for all who ask', async () => {
    const { clock, readiness } = open();
    let count = 0;
    readiness.add(
      'database',
      () => WELL,
      async () => {
        count += 1;
      },
    );
    await Promise.all([readiness.probe(), readiness.probe()]);
    expect(count).toBe(1);
    clock.advance(4_999);
    await readiness.probe();
    expect(count).toBe(1);
    clock.advance(1);
    await readiness.probe();
    expect(count).toBe(2);
  });

  test('that hang are not waited for', async () => {
    const { timers, readiness } = open();
    let count = 0;
    readiness.add(
      'database',
      () => part,
      () => {
        count += 1;
        return new Promise(() => {});
      },
    );
    for (let turn = 0; turn < 2; turn += 1) {
      const probed = readiness.probe();
      await timers.turn(200);
      await probed;
      await timers.turn(10_000);
    }
    expect(readiness.read().status).toBe('degraded');
    // Nor begun again beside themselves.
    expect(count).toBe(1);
  });
});
