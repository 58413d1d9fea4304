// Name patterns: what they match, compared with a matcher that tries everything, and what is no pattern.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  compileNamePattern,
  compilePattern,
  foldName,
  requireNamePattern,
} from '../../../src/modules/moderation/name-filter.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { rounds } from '../../support/rounds.ts';

const fits = (pattern: string, name: string): boolean =>
  compileNamePattern(requireNamePattern(pattern))(foldName(name));

/** Tries every length for every star. */
function naive(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] !== '*') return pattern[0] === text[0] && naive(pattern.slice(1), text.slice(1));
  for (let taken = 0; taken <= text.length; taken += 1) {
    if (naive(pattern.slice(1), text.slice(taken))) return true;
  }
  return false;
}

describe('a pattern', () => {
  const cases: [pattern: string, name: string, isFit: boolean, why: string][] = [
    ['spam', 'spam', true, 'the name itself'],
    ['spam', 'spam!', false, 'no star, so nothing more may follow'],
    ['SPAM*', 'Spam and eggs', true, 'in any case'],
    ['*spam*', 'my &aSp&bam', true, 'colour codes are seen through'],
    ['&cspam', 'spam', true, 'in the pattern too'],
    ['spam*eggs', 'spameggs', true, 'a star may stand for nothing'],
    ['spam*eggs', 'spam and egg', false, 'the end is missing'],
    ['aba*aba', 'ababa', false, 'no character counts twice'],
    ['*ab*ba*', 'aba', false, 'nor for two pieces'],
    ['*ab*ba*', 'abba', true, 'but side by side they do'],
    ['ünïcode*', 'ÜNÏCODE 24/7', true, 'letters beyond ASCII'],
    ['a.c', 'abc', false, 'a dot is a dot'],
    ['[abc]+', 'aaa', false, 'and brackets are brackets'],
    ['[abc]+', '[ABC]+', true, 'as written'],
    ['free build', 'Fr\u200bee\u00a0 build', true, 'what is not seen, and any run of blanks'],
    ['free build', 'Free\u2800build', true, 'a sign that is drawn as a blank, as one'],
    ['freebuild', 'Free\u3164build', true, 'and as none, which is how pages show it'],
    ['Lobby 1', 'L0bbу l', true, 'digits, and letters of other alphabets that look like it'],
    ['*spam*', 'ＳＰ𝔸m', true, 'wide letters, and those of formulas'],
    ['Сервер*', 'сервер два', true, 'another alphabet'],
    ['*späm*', 'Spam', false, 'accents are told apart'],
    ['*spam*', 's\u0336p\u0336am', true, 'but a stroke through the letters hides nothing'],
  ];
  test.each(cases)('%p on %p: %p, %s', (pattern, name, isFit) => {
    expect(fits(pattern, name)).toBe(isFit);
  });

  test('matches what a matcher matches that tries everything', () => {
    const emails = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 10 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    fc.assert(
      fc.property(emails, text, (pattern, name) => {
        expect(compilePattern(pattern)(name)).toBe(naive(pattern, name));
      }),
      rounds(3_000),
    );
  });

  test('takes hardly any time for any text', () => {
    const test = compilePattern(`${'a*'.repeat(31)}b`);
    const name = 'a'.repeat(64);
    const start = performance.now();
    for (let turn = 0; turn < 10_000; turn += 1) test(name);
    // A matcher that goes back would not see the end of the first turn.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('what is kept', () => {
  test.each([
    ['  &aSpam  ***eggs ', 'spam *eggs'],
    ['Sp\u200bam\u3164', 'spam'],
    ['a\u0000bc', 'abc'],
  ])('%j as %j', (text, kept) => expect(requireNamePattern(text)).toBe(kept));

  test('is kept as it is when it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 70 }), (text) => {
        let kept: string;
        try {
          kept = requireNamePattern(text);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect(error.kind).toBe('invalid');
          return;
        }
        expect(kept.length).toBeGreaterThan(0);
        const name = kept.replaceAll('*', 'x');
        expect(compileNamePattern(kept)(foldName(name))).toBe(true);
      }),
    );
  });

  test.each([
    [''],
    ['*'],
    ['**a*b**'],
    ['  '],
    ['&a&b*'],
    ['a\u200b\u200b\u200bb*'],
    ['x'.repeat(65)],
    ['*'.repeat(70)],
  ])('%p is no pattern', (text) => expect(() => requireNamePattern(text)).toThrow(Failure));
});
