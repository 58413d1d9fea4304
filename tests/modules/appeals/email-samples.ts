// The email of an appeal, to Alice.

import type { AnyEmail } from '../../support/fake-mailer.ts';

export const APPEAL_DECLINED: AnyEmail = {
  kind: 'appeal declined',
  to: 'alice@example.net',
  accountName: 'Alice',
  language: 'en',
  answer: 'You did it.',
  at: Date.UTC(2026, 10, 21, 16, 31),
};
