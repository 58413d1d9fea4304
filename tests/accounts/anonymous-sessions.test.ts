// Anonymous sessions by themselves: unforgeable, a day long, ended for good.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createAnonymousSessions } from '../../src/accounts/login/sessions.ts';
import { createMemoryStates } from '../../src/accounts/shared-states.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { rounds } from '../support/rounds.ts';
import { alterations } from './alter.ts';

const HOUR_MS = 3_600_000;

function open(endedAtMost?: number) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const states = createMemoryStates(clock);
  const sessions = createAnonymousSessions(
    { clock, states },
    endedAtMost === undefined ? undefined : { endedAtMost },
  );
  return { clock, states, sessions };
}

describe('anonymous sessions', () => {
  test('are short, plain in a cookie, and all different', () => {
    const { sessions } = open();
    const values = Array.from({ length: 1_000 }, () => sessions.create());
    expect(new Set(values).size).toBe(1_000);
    for (const value of values) {
      expect(value).toMatch(/^a\.[A-Za-z0-9_-]+$/);
      expect(value.length).toBeLessThan(200);
      expect(sessions.isLive(value)).toBe(true);
    }
  });

  test('live for 24 hours', () => {
    const { clock, sessions } = open();
    const value = sessions.create();
    clock.advance(24 * HOUR_MS - 1);
    expect(sessions.isLive(value)).toBe(true);
    clock.advance(1);
    expect(sessions.isLive(value)).toBe(false);
  });

  test('of another process are none', () => {
    expect(open().sessions.isLive(open().sessions.create())).toBe(false);
  });

  test('end one by one, and stay ended through sweeps', async () => {
    const { clock, states, sessions } = open();
    const [ended, kept] = [sessions.create(), sessions.create()];
    await sessions.end(ended);
    clock.advance(23 * HOUR_MS);
    await states.sweep();
    expect(sessions.isLive(ended)).toBe(false);
    expect(sessions.isLive(kept)).toBe(true);
    clock.advance(HOUR_MS);
    await states.sweep();
    expect(sessions.isLive(ended)).toBe(false);
  });

  test('that are not live end without being remembered', async () => {
    const { sessions } = open(1);
    const kept = sessions.create();
    for (const value of ['', 'a.', 'made up', `a.${'A'.repeat(72)}`]) await sessions.end(value);
    await sessions.end(sessions.create());
    expect(sessions.isLive(kept)).toBe(true);
  });

  test('when too many ended to remember: all of them end rather than one reviving', async () => {
    const { sessions } = open(2);
    const values = Array.from({ length: 4 }, () => sessions.create());
    const [first = '', second = '', third = '', bystander = ''] = values;
    await sessions.end(first);
    await sessions.end(second);
    expect(values.map((value) => sessions.isLive(value))).toEqual([false, false, true, true]);
    await sessions.end(third);
    expect(values.map((value) => sessions.isLive(value))).toEqual([false, false, false, false]);
    const later = sessions.create();
    expect(sessions.isLive(later)).toBe(true);
    expect(sessions.isLive(bystander)).toBe(false);
  });

  test('ended ones that expired make fixture without a new key', async () => {
    const { clock, sessions } = open(2);
    await sessions.end(sessions.create());
    await sessions.end(sessions.create());
    clock.advance(24 * HOUR_MS);
    const [third, bystander] = [sessions.create(), sessions.create()];
    await sessions.end(third);
    expect(sessions.isLive(third)).toBe(false);
    expect(sessions.isLive(bystander)).toBe(true);
  });

  test('cannot be made by altering one', () => {
    const { sessions } = open();
    fc.assert(
      fc.property(fc.array(alterations, { minLength: 1, maxLength: 3 }), (steps) => {
        const value = sessions.create();
        const altered = steps.reduce((text, step) => (text === '' ? text : step(text)), value);
        expect(sessions.isLive(altered)).toBe(altered === value);
      }),
      rounds(2_000),
    );
  });
});
