// The emails about managers, to Alice.

import type { AnyEmail } from '../../support/fake-mailer.ts';

const COMMON = {
  to: 'alice@example.net',
  accountName: 'Alice',
  language: 'en',
  hash: 'a'.repeat(32),
  serverName: 'Alpha',
  ownerName: 'Bob',
  at: Date.UTC(2026, 10, 21, 16, 31),
} as const;

export const MANAGER_EMAILS: readonly AnyEmail[] = [
  { ...COMMON, kind: 'server invitation', isOffer: false },
  { ...COMMON, kind: 'server transferred' },
];
