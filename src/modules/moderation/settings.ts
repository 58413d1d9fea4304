// The settings of the module: words that keep servers off the public list.

import type { OptionTable } from '../../platform/config/option-table.ts';
import { many, parseFilteredWord } from '../../platform/config/values.ts';

export const settings = {
  filtered_words: {
    type: many('words', parseFilteredWord),
    help: 'Servers with one of these words in their name are kept off the public list. Added to the words of muster filter; * matches any letters.',
  },
} as const satisfies OptionTable;
