// What is kept of a mail server's answer: one short line without addresses, links and codes.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { redactAnswer } from '../../../src/modules/email/retries.ts';
import { rounds } from '../../support/rounds.ts';
import { CODE, sampleEmail, TOKEN } from './samples.ts';

const email = sampleEmail('verify address');

test.each([
  ['550 5.1.1 <alice@example.net>: no such user', '550 5.1.1 <[…]>: no such user'],
  ['451 try bob@example.org instead', '451 try […] instead'],
  [`554 spam: https://play.example.net/acc/verify/${TOKEN}/ found`, '554 spam: […] found'],
  [`554 ${CODE}-${TOKEN}`, '554 […]-[…]'],
  [`554 spam: =?UTF-8?Q?${CODE}_=E2=80=93_x?=`, '554 spam: =?UTF-8?Q?[…]_=E2=80=93_x?='],
  ['421\r\n\tbye\u0000\u202e ', '421 bye'],
  ['550 ali\u0000ce@exam\u202eple.net', '550 […]'],
  ['', ''],
])('%j', (answer, kept) => {
  expect(redactAnswer(answer, email)).toBe(kept);
});

test('any answer is one line of at most 300 characters without a secret', () => {
  const secret = fc.constantFrom(email.to, TOKEN, CODE, email.to.toUpperCase());
  const answer = fc.tuple(fc.string({ unit: 'binary' }), secret, fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(answer, (parts) => {
      const kept = redactAnswer(parts.join(''), email);
      expect([...kept].length).toBeLessThanOrEqual(300);
      expect(kept).not.toMatch(/[\r\n\0]/);
      for (const hidden of [email.to, TOKEN, CODE]) expect(kept).not.toContain(hidden);
    }),
    rounds(500),
  );
});
