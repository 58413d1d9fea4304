// Nothing that a client sends makes the module throw, or lets it in.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Visitor } from '../../../src/modules/sessions/sessions.ts';
import { alterations } from '../../support/alter.ts';
import { rounds } from '../../support/rounds.ts';
import { launcherAt, openWithAlice } from '../../support/test-accounts.ts';

const nasty = fc.constantFrom(
  '',
  '\0',
  '\ud800',
  'Alice\0',
  'Alice',
  'x'.repeat(100_000),
  '😀'.repeat(50_000),
  '\udfff'.repeat(64),
  "'; DROP TABLE accounts; --",
  '__proto__',
);
const anyText = fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.string());

describe('whatever a client sends', () => {
  test('a login answers, never throws, and lets nobody in without the password', async () => {
    using fixture = await openWithAlice();
    const forms = fc.record({
      username: anyText,
      password: anyText,
      token: fc.option(anyText),
      loginCode: anyText,
    });
    const visits = fc.oneof(
      fc.constant<Visitor>({ kind: 'none' }),
      anyText.map((value): Visitor => ({ kind: 'anonymous', value })),
      fc.constant(undefined),
    );
    const identifiers = ['token', 'username', 'password'];
    await fc.assert(
      fc.asyncProperty(forms, visits, anyText, async (form, visit, address) => {
        const { sessionValue, token } = fixture.accounts.describeLogin({ kind: 'none' });
        const visitor = visit ?? { kind: 'anonymous', value: sessionValue };
        const whole = { ...form, token: form.token ?? token };
        const state = await fixture.accounts.completeLogin(visitor, whole, launcherAt(address));
        expect(state).toMatchObject({ isAuthenticated: false, username: null });
        expect(state.errors).toHaveLength(1);
        const [error = ''] = state.errors;
        if (!error.startsWith('Too many attempts')) expect(identifiers).toContain(error);
        expect(state.sessionValue.length).toBeLessThan(200);
        expect(state.token.length).toBeLessThanOrEqual(64);
      }),
      rounds(500),
    );
    expect(await fixture.openBrowser().logIn({}, '198.51.100.1')).toMatchObject({ errors: [] });
  });

  test('a visitor is recognised by true values alone', async () => {
    using fixture = await openWithAlice();
    const { sessionValue: alice } = await fixture.openBrowser().logIn();
    const anonymous = fixture.accounts.describeLogin({ kind: 'none' }).sessionValue;
    const altered = fc
      .tuple(fc.constantFrom(alice, anonymous), fc.array(alterations, { maxLength: 3 }))
      .map(([value, steps]) => steps.reduce((text, step) => (text ? step(text) : text), value));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyText, altered), { maxLength: 20 }), async (values) => {
        const visitor = await fixture.accounts.recogniseVisitor(values);
        const first = values.slice(0, 16).find((value) => value === alice || value === anonymous);
        if (first === undefined) expect(visitor).toEqual({ kind: 'none' });
        else {
          const kind = first === alice ? 'account' : 'anonymous';
          expect(visitor).toMatchObject({ kind, value: first });
        }
      }),
      rounds(500),
    );
  });
});
