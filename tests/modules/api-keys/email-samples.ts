// The emails of API keys, to Alice.

import type { AnyEmail } from '../../support/fake-mailer.ts';

const base = { to: 'alice@example.net', accountName: 'Alice', language: 'en' as const };
const facts = { name: 'Bot', at: Date.UTC(2026, 10, 21, 16, 31) };

export const KEY_EMAILS: readonly AnyEmail[] = [
  { ...base, kind: 'key made', ...facts },
  { ...base, kind: 'key revoked', ...facts },
];
