// The name filter: disguised words, innocent names, and what counts as a word.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  createNameFilter,
  requireFilterWord,
} from '../../../src/modules/moderation/name-filter.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';

function filterOf(...words: string[]) {
  return createNameFilter(words.map((word) => ({ ...requireFilterWord(word), addedAt: 1 })));
}

describe('the word "badword"', () => {
  const find = filterOf('badword');
  const hit: [name: string, why: string][] = [
    ['badword', 'as it is'],
    ['The BadWord server', 'in any case, among others'],
    ['~*badword*~', 'between signs'],
    ['&ab&4ad&fword', 'in colours'],
    ['b4dw0rd', 'with digits for letters'],
    ['b a d w o r d', 'spaced out'],
    ['b.a-d_w*o·r d', 'with anything in between'],
    ['x b a d w o r d x', 'spaced out among other single letters'],
    ['bädwörd', 'with dots over it'],
    ['ｂａｄｗｏｒｄ', 'in wide letters'],
    ['bad\u200bword', 'with a space of no width'],
    ['b\u00ada\u2060d\ufeffw\u180eo\u034frd', 'with other characters that are not seen'],
    ['bad\u{e0001}word', 'with a tag'],
    ['bad\u2800word', 'with a blank that pages leave out'],
    ['a\u3164badword\u115fb', 'between letters that are drawn as blanks'],
    ['bаdwоrd', 'with Cyrillic letters'],
    ['Βαdωοrd', 'with Greek letters'],
    ['ʙᴀᴅᴡᴏʀᴅ', 'in small capitals'],
    ['🅱🅰🅳🆆🅾🆁🅳', 'in dark squares'],
    ['🇧🇦🇩🇼🇴🇷🇩', 'in letters of flags'],
    ['b\u0338a\u0338dw\u0336ord', 'struck through'],
  ];
  test.each(hit)('is found in %p: %s', (name) => {
    expect(find(name)).toBe('badword');
  });

  const missed: [name: string, why: string][] = [
    ['badwording', 'part of a longer word'],
    ['notabadword', 'the same at its end'],
    ['badword24', 'digits that look like letters belong to the word'],
    ['bad word', 'two words'],
    ['ba dw or d', 'pieces of several letters'],
  ];
  test.each(missed)('is not found in %p: %s', (name) => {
    expect(find(name)).toBeUndefined();
  });
});

describe('words and names', () => {
  const cases: [word: string, name: string, isHit: boolean, why: string][] = [
    ['ass', 'Classic assassins pass', false, 'the trouble of Scunthorpe'],
    ['ass', 'A.S.S.', true, 'an abbreviation of it'],
    ['ass', '4$$', true, 'in disguise'],
    ['hell', "He'll be back", false, 'an apostrophe joins no two pieces'],
    ['kill', 'k!ll', false, 'a sign that ends sentences is no letter'],
    ['bad*', 'not so bad', true, 'which may stand for nothing'],
    ['bad*', 'abad', false, 'and for nothing in front'],
    ['*bad*', 'forbadest', true, 'stars at both ends'],
    ['*bad*', 'x.b.a.d.x', true, 'spaced out as well'],
    ['br*d', 'bread', true, 'a star within'],
    ['br*d', 'breads', false, 'not more than it says'],
    ['слово', 'Плохое СЛОВО', true, 'other letters'],
    ['ΝΕΟΣ', 'ένας νέος', true, 'with the same capitals and accents'],
  ];
  test.each(cases)('%p in %p: %p, %s', (word, name, isHit) => {
    expect(filterOf(word)(name)).toBe(isHit ? word : undefined);
  });

  test('the word that was found is quoted as it was typed', () => {
    expect(filterOf('first', 'S3cond')('the second')).toBe('S3cond');
  });

  test('no words, nothing found', () => {
    expect(filterOf()('anything')).toBeUndefined();
  });
});

describe('properties', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeg'), minLength: 3, maxLength: 8 });

  test('a word is found however its letters are disguised', () => {
    const separator = fc.constantFrom('.', ' ', '-', '_', ' * ', '&a', '\u0301');
    fc.assert(
      fc.property(word, fc.array(separator, { minLength: 8, maxLength: 8 }), (plain, between) => {
        const spaced = [...plain].map((email, index) => email + (between[index] ?? '')).join('');
        const disguised = plain.toUpperCase().replaceAll('A', '4').replaceAll('E', '3');
        const find = filterOf(plain);
        expect(find(`xx ${disguised} xx`)).toBe(plain);
        const isSpacedThroughout = between
          .slice(0, plain.length)
          .every((it) => /[. \-_*]/.test(it));
        if (isSpacedThroughout) expect(find(`xx ${spaced} xx`)).toBe(plain);
      }),
    );
  });

  test('a whole word is never found inside a longer one', () => {
    fc.assert(
      fc.property(word, word, word, (before, plain, after) => {
        expect(filterOf(plain)(`${before}${plain}${after}`)).toBeUndefined();
      }),
    );
  });

  test('any name is checked, and any text is accepted or refused as a word', () => {
    const text = fc.string({ unit: 'binary', maxLength: 64 });
    const find = filterOf('badword', '*x*yz*');
    fc.assert(
      fc.property(text, (any) => {
        expect(['badword', '*x*yz*', undefined]).toContain(find(any));
        try {
          const { key } = requireFilterWord(any);
          expect(key.replaceAll('*', '').length).toBeGreaterThanOrEqual(3);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect(error.kind).toBe('invalid');
        }
      }),
    );
  });
});
