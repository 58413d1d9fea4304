// What warnings give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  emailTexts: [
    ['account warned', ['Reason: Griefing at Alpha', '21 November 2026, 16:31 UTC', '/acc/']],
  ],
  jobs: { 'reload warnings': 250 },
  leaderJobs: { 'remove old warnings': 3_600_000 },
  emails: [
    {
      kind: 'account warned',
      to: 'alice@example.net',
      accountName: 'Alice',
      language: 'en',
      reason: 'Griefing at Alpha',
      at: Date.UTC(2026, 10, 21, 16, 31),
    },
  ],
};
