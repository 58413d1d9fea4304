// What managers give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

const base = {
  to: 'alice@example.net',
  accountName: 'Alice',
  language: 'en' as const,
  serverName: 'Alpha',
  hash: 'a'.repeat(32),
  at: Date.UTC(2026, 10, 21, 16, 31),
};

export const contributions: Contributions = {
  emails: [
    { ...base, kind: 'server invitation', isOffer: false, ownerName: 'Bob' },
    { ...base, kind: 'server transferred', ownerName: 'Bob' },
  ],
  moves: {
    claim_invitations: 'follows its claim',
    claim_managers: 'follows its claim',
  },
  limits: { 'src/modules/managers/managers.ts': { own: ['invitations to manage a server'] } },
};
