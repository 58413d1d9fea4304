// Emails and jobs that an earlier version left in the outbox are sent by this one: what is stored of each kind stays.

import { expect, test } from 'bun:test';
import { emailKinds } from '../../../src/app/facts.ts';
import { createEmailComposer } from '../../../src/modules/email/email.ts';
import type { EmailMessage } from '../../../src/modules/email/email-ports.ts';
import { sampleEmailJob } from '../../contract/fresh-stores.ts';
import { EVERY_EMAIL } from './samples.ts';
import { openTestModule, START } from './test-module.ts';

const UNTIL = START + 60_000;
const HASH = '0123456789abcdef0123456789abcdef';

/** What each kind of version 1.0 stores besides the name, the address and the language, and what its text shows of that. */
const EMAILS: readonly (readonly [kind: string, facts: string, shown: string])[] = [
  ['verify address', `"code":"123456","token":"t0k","validUntil":${UNTIL}`, '/acc/verify/t0k/'],
  ['address in use', '', 'already belongs to yours'],
  ['reset password', `"token":"t0k","validUntil":${UNTIL}`, '/acc/reset/t0k/'],
  ['confirm new address', `"code":"123456","token":"t0k","validUntil":${UNTIL}`, '123456'],
  ['address changed', `"token":"t0k","validUntil":${UNTIL}`, '/acc/email/undo/t0k/'],
  ['password changed', `"at":${START}`, '21 November 2026, 12:00 UTC'],
  ['password set', `"at":${START}`, '21 November 2026, 12:00 UTC'],
  ['account verified', `"at":${START}`, '21 November 2026, 12:00 UTC'],
  ['account suspended', `"reason":"Spam","until":null,"at":${START}`, 'Reason: Spam'],
  ['account restored', `"at":${START}`, '21 November 2026, 12:00 UTC'],
  ['account renamed', `"newName":"Alicia","at":${START}`, 'from Alice to Alicia'],
  ['login code', `"code":"123456","validUntil":${UNTIL}`, '    123456\n'],
  ['new device', `"device":"Firefox on Linux","country":"NL","at":${START}`, 'Netherlands'],
  ['brute-force protection', `"at":${START}`, '21 November 2026, 12:00 UTC'],
  ['wrong codes', `"device":"Firefox on Linux","country":"NL","at":${START}`, 'Netherlands'],
  ['second factor changed', `"change":"turned off","at":${START}`, 'was turned off'],
  ['account deleted', `"at":${START}`, '21 November 2026, 12:00 UTC'],
  ['report closed', `"serverName":"Alpha","at":${START}`, '“Alpha”'],
  ['reported server unlisted', `"serverName":"Alpha","at":${START}`, '“Alpha”'],
  ['server back', `"serverName":"Alpha","hash":"${HASH}","at":${START}`, `/server/play/${HASH}/`],
  [
    'rally met',
    `"hash":"${HASH}","serverName":"Alpha","people":4,"validUntil":${UNTIL}`,
    '4 of you',
  ],
  [
    'server moved',
    `"hash":"${HASH}","serverName":"Alpha","ip":"192.0.2.1","at":${START}`,
    '192.0.2.1',
  ],
  [
    'server event',
    `"event":{"type":"went","at":${START},"hash":"${HASH}","name":"Alpha","reason":""},"at":${START}`,
    'Alpha has been silent',
  ],
  ['test', '', 'can send email'],
];

/** The kinds of jobs that are composed by the table alone, their detail, and what the text shows. */
const JOBS: readonly (readonly [kind: string, detail: string, shown: string])[] = [
  ['address changed', '', '/acc/email/undo/a-token/'],
  ['password changed', '', '21 November 2026, 12:00 UTC'],
  ['password set', '', '21 November 2026, 12:00 UTC'],
  ['account verified', '', '21 November 2026, 12:00 UTC'],
  ['account suspended', 'Spam', 'Reason: Spam'],
  ['account restored', '', '21 November 2026, 12:00 UTC'],
  ['account renamed', 'Alicia', 'from Alice to Alicia'],
  ['second factor changed', 'recovery code used', 'recovery code was used'],
  ['account deleted', '', '21 November 2026, 12:00 UTC'],
  ['report closed', '&aAlpha', '“Alpha”'],
  ['reported server unlisted', '&aAlpha', '“Alpha”'],
  ['server back', `${HASH} &aAlpha &bBeta`, '“Alpha Beta”'],
  ['rally met', `${HASH} 4 &aAlpha &bBeta`, '4 of you'],
  ['server moved', `${HASH} 192.0.2.1 &aAlpha &bBeta`, '192.0.2.1'],
  [
    'server event',
    `{"type":"off","at":${START},"hash":"","name":"","reason":"hooks.example"}`,
    'hooks.example',
  ],
];

test('every kind of this version has a sample', () => {
  const sampled = new Set<string>(EVERY_EMAIL.map(({ kind }) => kind));
  expect(Object.keys(emailKinds).filter((kind) => !sampled.has(kind))).toEqual([]);
});

test.each(EMAILS)('an email that waits: %s', async (kind, facts, shown) => {
  await using mail = openTestModule();
  const rest = facts === '' ? '' : `,${facts}`;
  const stored = `{"kind":"${kind}","to":"alice@example.net","accountName":"Alice","language":"en"${rest}}`;
  const email: EmailMessage = JSON.parse(stored);
  await mail.outbox.addToOutbox({ email, createdAt: START, expiresAt: null }, 9);
  await mail.turn(0);
  expect(mail.events).toEqual([`sent 1 ${kind}`]);
  expect(mail.offered[0]?.subject).toContain('play.example.net');
  expect(mail.offered[0]?.text).toContain(shown);
});

test.each(JOBS)('a job that waits: %s', async (kind, detail, shown) => {
  await using mail = openTestModule({ composeEmails: createEmailComposer(emailKinds, {}) });
  const times = { createdAt: START, validUntil: UNTIL };
  await mail.outbox.addEmailJob(sampleEmailJob({ accountId: null, kind, detail, ...times }));
  await mail.turn(0);
  expect(mail.events).toEqual([`queued ${kind}`, `sent 1 ${kind}`]);
  expect(mail.offered[0]?.subject).toContain('play.example.net');
  expect(mail.offered[0]?.text).toContain(shown);
});
