// The options of moderation, as a part of the table of options.

import { many } from './declare-option.ts';
import type { Option } from './options.ts';
import { refuse } from './values.ts';

const WORD = /^[\p{L}\p{N}*@$|]{3,32}$/u;
const LETTERS = /(?:[^*]\**){3}/u;
const MARKS = /\p{M}/gu;

function parseFilteredWord(text: string): string {
  // Looked at as names are compared with it, without accents.
  const plain = text.normalize('NFKD').replace(MARKS, '');
  if (WORD.test(plain) && LETTERS.test(plain)) return text;
  throw refuse(
    text,
    'is not one word: give 3 to 32 letters and digits, with * for any letters beside them.',
  );
}

/** Options of moderation, in the order in which they are shown. */
export const MODERATION_OPTIONS: readonly Option[] = [
  many(
    {
      key: 'filtered_words',
      argument: 'words',
      reloads: true,
      help: 'Words that keep servers out of the public list when they stand in their name, besides those of muster filter; * stands for any letters.',
    },
    parseFilteredWord,
  ),
];
