// What launchers show of a login that fails, word for word: an identifier, or a sentence of at most 64 characters.

import { expect, test } from 'bun:test';
import {
  accountSuspended,
  type LoginFailure,
  loginBusy,
  mailClosed,
  tooManyAttempts,
  unknownName,
  unknownSender,
  wrongCode,
  wrongPassword,
  wrongToken,
} from '../../../src/modules/account/login-failures.ts';
import { accountFailures } from '../../../src/modules/account/messages.ts';
import { inputFailures } from '../../../src/platform/messages/messages.ts';

const { login, password } = accountFailures;
const banned = accountSuspended({ suspendedUntil: null, suspensionReason: '' });
const until = accountSuspended({ suspendedUntil: Date.UTC(2026, 0, 8), suspensionReason: 'Bad' });

// C4.9, C4.20
test.each<[what: string, failure: LoginFailure, launcher: string, page?: string]>([
  ['a wrong token', wrongToken(), 'token'],
  ['no name', unknownName(' '), 'username', login.nameMissing],
  ['an address as the name', unknownName('a@example.net'), 'username', login.nameIsEmail],
  ['an unknown name', unknownName('Bob'), 'username', login.nameUnknown],
  ['no password', wrongPassword(''), 'password', password.missing],
  ['a wrong password', wrongPassword('wrong horse'), 'password', login.passwordWrong],
  ['no code', wrongCode(' '), 'login_code', login.codeMissing],
  ['a wrong code', wrongCode('123456'), 'login_code', login.codeWrong],
  ['no mail', mailClosed(), 'Email is off here: use a recovery code, or ask the operator.'],
  ['too many tries', tooManyAttempts(299_000), 'Too many attempts, try again in 5 minutes.'],
  ['the last of a wait', tooManyAttempts(1), 'Too many attempts, try again in 1 minute.'],
  ['a busy service', loginBusy(), inputFailures.busy],
  ['a suspension', banned, 'This account is suspended.', login.suspended(null, '')],
  [
    'a suspension with an end',
    until,
    'This account is suspended until 2026-01-08 00:00 UTC.',
    'This account is suspended until 8 Jan 2026, 00:00 UTC, so you cannot log in. Reason: Bad',
  ],
  ['an unknown sender', unknownSender(), login.unknownSender],
])('%s', (_what, ...[{ message, launcherText }, launcher, page]) => {
  expect(launcherText).toBe(launcher);
  expect(launcherText.length).toBeLessThanOrEqual(64);
  if (page !== undefined) expect(message).toBe(page);
});
