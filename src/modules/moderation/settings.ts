// The settings of the module: words that keep servers off the public list.

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { many, refuse } from '../../platform/config/values.ts';

export const settings = {
  filtered_words: {
    type: many('words', parseFilteredWord),
    help: 'Words that keep a server off the public list if its name contains one. They add to the words of muster filter; * matches any letters.',
  },
} as const satisfies OptionTable;

export type FilterSettings = SettingsOf<typeof settings>;

function parseFilteredWord(text: string): string {
  // Without accents, as the filter compares a word with names.
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const hasThreeLetters = /(?:[^*]\**){3}/u.test(plain);
  if (/^[\p{L}\p{N}*@$|]{3,32}$/u.test(plain) && hasThreeLetters) return text;
  throw refuse(text, 'is not one word. Use 3 to 32 letters and digits, and * for any letters.');
}
