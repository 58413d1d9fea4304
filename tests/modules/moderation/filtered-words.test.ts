// Every word that the settings accept, the filter accepts too.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { OPTIONS } from '../../../src/app/options.ts';
import { requireFilterWord } from '../../../src/modules/moderation/name-filter.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { rounds } from '../../support/rounds.ts';

const option = OPTIONS.find(({ key }) => key === 'filtered_words');
const context = { folder: '/srv', isReadableFile: () => true };

function isTaken(text: string): boolean {
  try {
    option?.parse([text], context);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

test('the option is there', () => {
  expect(option).toBeDefined();
  expect(isTaken('badword')).toBe(true);
});

test('a word that is accepted is one of the filter', () => {
  const email = fc.constantFrom(...'abé*4@$|½ﬀ한ñ', '\u0301', ' ', '-', 'ß', '\u{1d400}');
  const text = fc.oneof(fc.string({ unit: email, maxLength: 12 }), fc.string({ unit: 'binary' }));
  let taken = 0;
  fc.assert(
    fc.property(text, (word) => {
      if (!isTaken(word)) return;
      taken += 1;
      expect(requireFilterWord(word).key).not.toBe('');
    }),
    rounds(2_000),
  );
  expect(taken).toBeGreaterThan(20);
});
