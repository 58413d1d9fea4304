// How typed texts are shown: without what nobody sees, and with their colour codes or without.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { showText, stripColourCodes } from '../../../src/platform/lib/colour-codes.ts';
import { splitName } from '../../../src/platform/views/parts.tsx';

test.each([
  ['Freebuild &a24/7', 'Freebuild 24/7'],
  ['&0&1&9&a&fAll&F of&C them', 'All of them'],
  ['Rock & roll', 'Rock & roll'],
  ['&g is none, &&a is half one', '&g is none, & is half one'],
  ['&a', '&a'],
  ['&a &b', '&a &b'],
  ['', ''],
  ['&aПривет', 'Привет'],
])('"%s" becomes "%s"', (text, plain) => {
  expect(stripColourCodes(text)).toBe(plain);
});

describe('what is shown', () => {
  const cases: [what: string, name: string, shown: string][] = [
    ['as it is', 'Free build &6Server', 'Free build &6Server'],
    ['a run of blanks as one', 'Real   64/64', 'Real 64/64'],
    ['any blanks as one', 'Real\u00a0\u2003\u3000\u202f 64/64', 'Real 64/64'],
    ['no blank that is a sign', 'Real\u2800\u2800 \u2800 64/64', 'Real 64/64'],
    ['no blank that is a letter', 'Real \u3164\u115f\u1160\uffa064/64', 'Real 64/64'],
    ['no blank of other scripts', 'Real \u{1d159}\u{13441}\u{13442}64/64', 'Real 64/64'],
    ['nothing that is not seen', '\u2060a\u200bb\u00adc\ufeff', 'abc'],
    ['blanks with codes between them as one', 'Real &f &a &f 64/64', 'Real &f64/64'],
    ['no blank at an end', '&f \u3164&a Real &f\u00a0', '&aReal'],
    ['emoji that are joined', '👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣', '👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣'],
    ['letters that are kept apart', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['accents', 'Ünï\u0301', 'Ünï\u0301'],
  ];
  test.each(cases)('%s', (_what, name, shown) => {
    expect(showText(name)).toBe(shown);
    expect(stripColourCodes(name)).toBe(shown.replace(/&[0-9a-f]/g, ''));
    const coloured = splitName(name).map(({ text }) => text);
    expect(coloured.join('')).toBe(shown.replace(/&[0-9a-f]/g, ''));
  });

  test('of any text has no run of blanks, is not longer, and is shown as it is', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '&',
      'f',
      '\u00a0',
      '\u2800',
      '\u3164',
      '\u200d',
      '👨',
      '\ufe0f',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (text) => {
        const shown = showText(text);
        expect(shown.length).toBeLessThanOrEqual(text.length);
        expect(showText(shown)).toBe(shown);
        expect(shown.replace(/&[0-9a-f]/gi, '')).not.toMatch(
          /\s\s|^\s|\s$|[\u2800\u3164\u115f\u1160\uffa0]/,
        );
      }),
    );
  });
});
