// The email of a warning, to Alice.

import type { AnyEmail } from '../../support/fake-mailer.ts';

export const ACCOUNT_WARNED: AnyEmail = {
  kind: 'account warned',
  to: 'alice@example.net',
  accountName: 'Alice',
  language: 'en',
  reason: 'Griefing at Alpha',
  at: Date.UTC(2026, 10, 21, 16, 31),
};
