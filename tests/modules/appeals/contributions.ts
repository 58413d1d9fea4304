// What appeals give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  emailTexts: [['appeal declined', ['answer: You did it.', '21 November 2026, 16:31 UTC']]],
  emails: [
    {
      kind: 'appeal declined',
      to: 'alice@example.net',
      accountName: 'Alice',
      language: 'en',
      answer: 'You did it.',
      at: Date.UTC(2026, 10, 21, 16, 31),
    },
  ],
};
