// Signed one-time tokens and anonymous sessions by themselves: once, for a time, one session, bounded memory.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { LOGIN_TOKEN_LIFETIME_MS } from '../../../src/modules/login/login.ts';
import { createAnonymousSessions } from '../../../src/modules/sessions/sessions.ts';
import { createMemoryStates, createSignedTokens } from '../../../src/platform/lib/shared-states.ts';
import { alterations } from '../../support/alter.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { rounds } from '../../support/rounds.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/test-accounts.ts';

function open(spentAtMost?: number) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const states = createMemoryStates(clock);
  const bounds = spentAtMost === undefined ? {} : { spentAtMost };
  const kind = { purpose: 'login tokens', lifetimeMs: LOGIN_TOKEN_LIFETIME_MS };
  const tokens = createSignedTokens({ clock, states }, { ...kind, ...bounds });
  const sessions = createAnonymousSessions({ clock, states }, bounds);
  return { clock, states, tokens, sessions };
}

const anyAlterations = fc.array(alterations, { minLength: 1, maxLength: 3 });

const alter = (value: string, steps: readonly ((text: string) => string)[]) =>
  steps.reduce((text, step) => (text === '' ? text : step(text)), value);

describe('tokens', () => {
  // C4.4
  test('are at most 64 plain characters, and all different', () => {
    const { tokens } = open();
    const issued = Array.from({ length: 1_000 }, () => tokens.issue('session'));
    expect(new Set(issued).size).toBe(1_000);
    for (const token of issued) expect(token).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  // C4.4, C4.5
  test('are good once, through the last millisecond of ten minutes, whatever is swept', async () => {
    const { clock, states, tokens } = open();
    const [token, unspent, late] = [1, 2, 3].map(() => tokens.issue('session')) as string[];
    expect(await tokens.spend('session', token ?? '')).toBe(true);
    clock.advance(LOGIN_TOKEN_LIFETIME_MS);
    await states.sweep();
    expect(tokens.findAge('session', token ?? '')).toBeUndefined();
    expect(await tokens.spend('session', token ?? '')).toBe(false);
    expect(tokens.findAge('session', unspent ?? '')).toBe(LOGIN_TOKEN_LIFETIME_MS);
    expect(await tokens.spend('session', unspent ?? '')).toBe(true);
    clock.advance(1);
    await states.sweep();
    expect(await tokens.spend('session', token ?? '')).toBe(false);
    expect(await tokens.spend('session', late ?? '')).toBe(false);
  });

  test('are good for their own session alone, and stay so when another tried them', async () => {
    const { tokens } = open();
    const token = tokens.issue('session');
    for (const other of ['', 'Session', 'session ', '\0session', 'sessio']) {
      expect(await tokens.spend(other, token)).toBe(false);
    }
    expect(await tokens.spend('session', token)).toBe(true);
  });

  test('of another process are not good', async () => {
    expect(await open().tokens.spend('session', open().tokens.issue('session'))).toBe(false);
  });

  test('are never spent twice, however small the memory and whatever the order', async () => {
    const steps = fc.array(
      fc.record({ pick: fc.nat(30), pauseMs: fc.constantFrom(0, 1, MINUTE_MS, 4 * MINUTE_MS) }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), steps, async (spentAtMost, plan) => {
        const { clock, states, tokens } = open(spentAtMost);
        const issued: string[] = [];
        const spent = new Set<string>();
        for (const { pick, pauseMs } of plan) {
          issued.push(tokens.issue('session'));
          const token = issued[pick % issued.length] ?? '';
          const isGood = await tokens.spend('session', token);
          if (isGood) expect(spent.has(token)).toBe(false);
          if (isGood) spent.add(token);
          clock.advance(pauseMs);
          if (pick === 0) await states.sweep();
        }
      }),
      rounds(300),
    );
  });

  test('cannot be made by altering one', async () => {
    const { tokens } = open();
    await fc.assert(
      fc.asyncProperty(anyAlterations, async (steps) => {
        const token = tokens.issue('session');
        const altered = alter(token, steps);
        expect(await tokens.spend('session', altered)).toBe(altered === token);
      }),
      rounds(2_000),
    );
  });
});

describe('anonymous sessions', () => {
  test('are plain in a cookie, all different, and live for 24 hours', () => {
    const { clock, sessions } = open();
    const values = Array.from({ length: 1_000 }, () => sessions.create());
    expect(new Set(values).size).toBe(1_000);
    for (const value of values) expect(value).toMatch(/^a\.[A-Za-z0-9_-]{1,190}$/);
    const [value = ''] = values;
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
    expect([sessions.isLive(ended), sessions.isLive(kept)]).toEqual([false, true]);
    expect([await sessions.isStillLive(ended), await sessions.isStillLive(kept)]).toEqual([
      false,
      true,
    ]);
  });

  test('that are not live end without being remembered', async () => {
    const { sessions, tokens } = open(1);
    const kept = sessions.create();
    for (const value of ['', 'a.', `a.${tokens.issue('')}`, `a.${'A'.repeat(56)}`]) {
      await sessions.end(value);
    }
    await sessions.end(sessions.create());
    expect(sessions.isLive(kept)).toBe(true);
  });

  test('cannot be made by altering one', () => {
    const { sessions } = open();
    fc.assert(
      fc.property(anyAlterations, (steps) => {
        const value = sessions.create();
        const altered = alter(value, steps);
        expect(sessions.isLive(altered)).toBe(altered === value);
      }),
      rounds(2_000),
    );
  });
});
