// Signed one-time tokens by themselves: once, for ten minutes, one session, bounded memory.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { LOGIN_TOKEN_LIFETIME_MS } from '../../src/accounts/login/login.ts';
import { createSignedTokens } from '../../src/accounts/login/login-token.ts';
import { createMemoryStates } from '../../src/accounts/shared-states.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { rounds } from '../support/rounds.ts';
import { alterations } from './alter.ts';

const MINUTE_MS = 60_000;

function open(spentAtMost?: number) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const states = createMemoryStates(clock);
  const tokens = createSignedTokens(
    { clock, states },
    {
      purpose: 'login tokens',
      lifetimeMs: LOGIN_TOKEN_LIFETIME_MS,
      ...(spentAtMost === undefined ? {} : { spentAtMost }),
    },
  );
  return { clock, states, tokens };
}

describe('tokens', () => {
  // C4.4
  test('are at most 64 plain characters, and all different', () => {
    const { tokens } = open();
    const issued = Array.from({ length: 1_000 }, () => tokens.issue('session'));
    expect(new Set(issued).size).toBe(1_000);
    for (const token of issued) expect(token).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  // C4.5
  test('are good once', async () => {
    const { states, tokens } = open();
    const token = tokens.issue('session');
    expect(await tokens.spend('session', token)).toBe(true);
    expect(await tokens.spend('session', token)).toBe(false);
    await states.sweep();
    expect(await tokens.spend('session', token)).toBe(false);
  });

  test('are good once through their last millisecond, whatever is swept', async () => {
    const { clock, states, tokens } = open();
    const [token, unspent] = [tokens.issue('session'), tokens.issue('session')];
    expect(await tokens.spend('session', token)).toBe(true);
    clock.advance(LOGIN_TOKEN_LIFETIME_MS);
    await states.sweep();
    expect(tokens.findAge('session', token)).toBeUndefined();
    expect(await tokens.spend('session', token)).toBe(false);
    expect(tokens.findAge('session', unspent)).toBe(LOGIN_TOKEN_LIFETIME_MS);
    expect(await tokens.spend('session', unspent)).toBe(true);
    clock.advance(1);
    await states.sweep();
    expect(await tokens.spend('session', token)).toBe(false);
  });

  test('are good for their own session alone, and stay so when another tried them', async () => {
    const { tokens } = open();
    const token = tokens.issue('session');
    for (const other of ['', 'other', 'Session', 'session ', '\0session', 'sessio']) {
      expect(await tokens.spend(other, token)).toBe(false);
    }
    expect(await tokens.spend('session', token)).toBe(true);
  });

  // C4.4
  test('are good for ten minutes, several at a time, in any order', async () => {
    const { clock, tokens } = open();
    const early = tokens.issue('session');
    clock.advance(5 * MINUTE_MS);
    const late = tokens.issue('session');
    expect(await tokens.spend('session', late)).toBe(true);
    clock.advance(5 * MINUTE_MS);
    expect(await tokens.spend('session', early)).toBe(true);
    const tooLate = tokens.issue('session');
    clock.advance(10 * MINUTE_MS + 1);
    expect(await tokens.spend('session', tooLate)).toBe(false);
  });

  test('of another process are not good', async () => {
    expect(await open().tokens.spend('session', open().tokens.issue('session'))).toBe(false);
  });

  test('when too many were spent to remember: what is as old as a forgotten one counts as spent', async () => {
    const { clock, tokens } = open(2);
    const issued: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      issued.push(tokens.issue('session'));
      clock.advance(1);
    }
    const [oldest = '', first = '', second = '', third = ''] = issued;
    expect(await tokens.spend('session', first)).toBe(true);
    expect(await tokens.spend('session', second)).toBe(true);
    expect(await tokens.spend('session', third)).toBe(true);
    for (const token of issued) expect(await tokens.spend('session', token)).toBe(false);
    expect(await tokens.spend('session', oldest)).toBe(false);
    expect(await tokens.spend('session', tokens.issue('session'))).toBe(true);
  });

  test('spent ones that expired make fixture without a word', async () => {
    const { clock, tokens } = open(2);
    await tokens.spend('session', tokens.issue('session'));
    await tokens.spend('session', tokens.issue('session'));
    clock.advance(10 * MINUTE_MS + 1);
    const [one, two] = [tokens.issue('session'), tokens.issue('session')];
    expect(await tokens.spend('session', one)).toBe(true);
    expect(await tokens.spend('session', two)).toBe(true);
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
      fc.asyncProperty(fc.array(alterations, { minLength: 1, maxLength: 3 }), async (steps) => {
        const token = tokens.issue('session');
        const altered = steps.reduce((text, step) => (text === '' ? text : step(text)), token);
        expect(await tokens.spend('session', altered)).toBe(altered === token);
      }),
      rounds(2_000),
    );
  });
});
