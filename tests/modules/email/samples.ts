// One email of each kind, to Alice.

import { contributions } from '../../support/contributions.ts';
import type { AnyEmail } from '../../support/fake-mailer.ts';

export const TOKEN = 't0k-en_T0K-en_t0k-en';
export const CODE = '123456';
export const UNTIL = Date.UTC(2026, 10, 21, 16, 31);

const HASH = 'a'.repeat(32);
const EVENT = { type: 'went', at: UNTIL, hash: HASH, name: 'Alpha', reason: '' } as const;

const base = { to: 'alice@example.net', accountName: 'Alice', language: 'en' as const };
const coded = { code: CODE, token: TOKEN, validUntil: UNTIL };

export const EVERY_EMAIL: readonly AnyEmail[] = [
  { ...base, kind: 'verify address', ...coded },
  { ...base, kind: 'address in use' },
  { ...base, kind: 'reset password', token: TOKEN, validUntil: UNTIL },
  { ...base, kind: 'confirm new address', ...coded },
  { ...base, kind: 'address changed', token: TOKEN, validUntil: UNTIL },
  { ...base, kind: 'password changed', at: UNTIL },
  { ...base, kind: 'password set', at: UNTIL },
  { ...base, kind: 'account verified', at: UNTIL },
  { ...base, kind: 'account suspended', reason: 'griefing', until: UNTIL, at: UNTIL, token: TOKEN },
  ...contributions.emails,
  { ...base, kind: 'account restored', at: UNTIL },
  { ...base, kind: 'account renamed', newName: 'Alicia', at: UNTIL },
  { ...base, kind: 'login code', code: CODE, validUntil: UNTIL },
  { ...base, kind: 'new device', device: 'Firefox on Linux', country: 'NL', at: UNTIL },
  { ...base, kind: 'brute-force protection', at: UNTIL },
  { ...base, kind: 'wrong codes', device: 'Firefox on Linux', country: 'NL', at: UNTIL },
  { ...base, kind: 'second factor changed', change: 'turned on', at: UNTIL },
  { ...base, kind: 'account deleted', at: UNTIL },
  { ...base, kind: 'report closed', serverName: 'Alpha', at: UNTIL },
  { ...base, kind: 'reported server unlisted', serverName: 'Alpha', at: UNTIL },
  { ...base, kind: 'server back', serverName: 'Alpha', hash: HASH, at: UNTIL },
  { ...base, kind: 'rally met', serverName: 'Alpha', hash: HASH, people: 4, validUntil: UNTIL },
  { ...base, kind: 'server moved', serverName: 'Alpha', hash: HASH, ip: '192.0.2.1', at: UNTIL },
  { ...base, kind: 'server event', event: EVENT, at: UNTIL },
  { ...base, kind: 'test' },
];

/** The sample of a kind. */
export function sampleEmail(kind: AnyEmail['kind']): AnyEmail {
  const found = EVERY_EMAIL.find((email) => email.kind === kind);
  if (found === undefined) throw new Error(`There is no sample of ${kind}.`);
  return found;
}
