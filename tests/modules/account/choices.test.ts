// Which names and passwords may be chosen, and the sentences for those that may not.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  createReservedNames,
  hashSkeleton,
  requireFreeName,
} from '../../../src/modules/account/account-names.ts';
import { isCommonPassword, requireGoodPassword } from '../../../src/modules/account/passwords.ts';
import { describeWait } from '../../../src/platform/lib/duration.ts';
import { failureIn, failureOf, failuresOf } from '../../support/failures.ts';
import { DAY_MS, openAccountsFixture, openWithAlice } from '../../support/test-accounts.ts';

describe('a name', () => {
  const cases: [title: string, name: string, problem: RegExp | undefined][] = [
    ['that nobody has', 'Zoe', undefined],
    ['that is none', 'a b', /The name "a b" is not allowed\. Use 2 to 16 characters from/],
    ['left out', '', /^Choose a name\.$/],
    ['that is taken', 'Alice', /^The name "Alice" is taken\. Choose another one\.$/],
    ['that is taken in other case', 'aLICE', /"aLICE" is taken/],
    ['that looks like a taken one', 'A1ice', /"A1ice" is too similar to "Alice", which is taken/],
    ['with I for l', 'AIice', /similar to "Alice"/],
    ['with two underscores for one', 'Bob__Builder', /similar to "Bob_Builder"/],
    ['with a zero for an o', 'B0b_Builder', /similar to "Bob_Builder"/],
    ['that differs by a dot', 'Ali.ce', undefined],
    [
      'that is reserved',
      'admin',
      /"admin" is reserved on this site, or looks like a reserved name/,
    ],
    ['that looks reserved', 'Adm1n', /"Adm1n" is reserved/],
    ['that the operator reserved', 'BuildTeam', /"BuildTeam" is reserved/],
    ['that looks like one of the operator’s', 'Bui1dTeam', /is reserved/],
    ['that only begins like a reserved one', 'adminton', undefined],
  ];
  test.each(cases)('%s', async (_title, name, problem) => {
    using fixture = await openWithAlice();
    await fixture.register('Bob_Builder');
    const parts = {
      registration: fixture.store.registration,
      isReservedName: createReservedNames(['buildteam']),
    };
    const check = requireFreeName(parts, name, fixture.clock.now());
    if (problem === undefined) {
      await check;
      return;
    }
    const [found] = await failuresOf(check);
    expect(found).toMatchObject({ kind: 'invalid', field: 'name' });
    expect(found?.message).toMatch(problem);
  });

  test('of an account that left is free again when its time is over', async () => {
    using fixture = openAccountsFixture();
    const account = await fixture.register('Alice');
    const now = fixture.clock.now();
    const after = {
      skeletonHash: hashSkeleton('Alice'),
      reservedUntil: now + 30 * DAY_MS,
      now: 0,
      emailJob: undefined,
    };
    await fixture.store.registration.remove(account, after);
    const parts = { registration: fixture.store.registration, isReservedName: () => false };
    expect((await failureOf(requireFreeName(parts, 'ALlCE', now)))?.message).toMatch(
      /belonged to another account until recently\. It is available again in 30 days\.$/,
    );
    await requireFreeName(parts, 'Alice', now + 30 * DAY_MS);
  });
});

describe('a password', () => {
  const owner = { name: 'Alice_Wonder', email: 'looking.glass@example.net' };
  const COMMON =
    /^This is one of the most common passwords, and attackers guess those first\. Choose another one\.$/;
  const KNOWN = /^Your password cannot be your name or your email address\. Choose another one\.$/;
  const cases: [title: string, password: string, problem: RegExp | undefined][] = [
    ['of eight characters', 'xk3Lm0q_', undefined],
    ['of words', 'four odd words here', undefined],
    ['of one letter that is nowhere', 'ǆǆǆǆǆǆǆǆ', undefined],
    ['left out', '', /^Choose a password of 8 to 64 characters\.$/],
    ['of seven characters', 'xk3Lm0q', /has 7 characters. Use 8 to 64/],
    ['of 65 characters', 'x'.repeat(65), /has 65 characters/],
    ['that is common', 'password', COMMON],
    ['that is common with a number', 'Dragon123', COMMON],
    ['that is common in capitals', 'QWERTYUIOP', COMMON],
    ['that is the name', 'alice_WONDER', KNOWN],
    ['that is the address', 'looking.glass@example.net', KNOWN],
    ['that is the address up to the @', 'Looking.Glass', KNOWN],
    ['that holds the name and more', 'Alice_Wonder and a hat', undefined],
    ['with half a character', 'xk3Lm0q_\ud800', /invalid character/],
  ];
  test.each(cases)('%s', (_title, password, problem) => {
    const check = () => requireGoodPassword(password, owner, 'new_password');
    const found = failureIn(check);
    if (problem === undefined) return expect(found).toBeUndefined();
    expect(found).toMatchObject({ kind: 'invalid', field: 'new_password' });
    expect(found?.message).toMatch(problem);
    if (!['', 'password'].includes(password)) expect(found?.message).not.toContain(password);
  });

  test('is looked for among some thousand common ones', () => {
    // One of the list, and words with the first and the last end.
    for (const password of ['12345678', 'PA55WORD', 'george12', 'password1', 'server2026']) {
      expect(isCommonPassword(password)).toBe(true);
    }
  });

  test('made at random is not common', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'bdfhjkqvwxz'), minLength: 12 }), (text) => {
        expect(isCommonPassword(text)).toBe(false);
      }),
    );
  });
});

describe('a wait in words', () => {
  test.each([
    [1_000, '1 second'],
    [1_001, '2 seconds'],
    [90_000, '90 seconds'],
    [90_001, '2 minutes'],
    [91 * 60_000, '2 hours'],
    [48 * 3_600_000, '48 hours'],
    [49 * 3_600_000, '3 days'],
    [30 * DAY_MS, '30 days'],
  ])('%d ms is %s', (ms, text) => {
    expect(describeWait(ms)).toBe(text);
  });
});
