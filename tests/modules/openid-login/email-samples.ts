// The email of a link to an OpenID provider, to Alice.

import type { AnyEmail } from '../../support/fake-mailer.ts';

export const PROVIDER_LINKED: AnyEmail = {
  kind: 'login provider changed',
  to: 'alice@example.net',
  accountName: 'Alice',
  language: 'en',
  how: 'linked',
  provider: 'Example',
  at: Date.UTC(2026, 10, 21, 16, 31),
};
