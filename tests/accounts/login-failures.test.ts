// What pages and launchers show of a login that fails, word for word: here alone a change of a sentence shows.

import { describe, expect, test } from 'bun:test';
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
} from '../../src/accounts/login/login-failures.ts';

const MINUTE_MS = 60_000;
const MAIL_CLOSED = 'Email is off here: use a recovery code, or ask the operator.';
const UNKNOWN_SENDER = 'This site is not set up correctly. Tell its operator.';

const FAILURES: [what: string, failure: LoginFailure, page: string, launcher: string][] = [
  ['a wrong token', wrongToken(), 'token', 'token'],
  ['no name', unknownName(' '), 'Enter the name of your account.', 'username'],
  [
    'an address as the name',
    unknownName('alice@example.net'),
    'This is an email address. Enter the name that you use in the game.',
    'username',
  ],
  [
    'an unknown name',
    unknownName('Bob'),
    'There is no account with this name. Check its spelling.',
    'username',
  ],
  ['no password', wrongPassword(''), 'Enter your password.', 'password'],
  [
    'a wrong password',
    wrongPassword('wrong horse'),
    'Wrong password for this account. Try again.',
    'password',
  ],
  ['no code', wrongCode(' '), 'Enter the code.', 'login_code'],
  [
    'a wrong code',
    wrongCode('123456'),
    'This code is wrong, was already used, or has expired. Enter the latest one.',
    'login_code',
  ],
  [
    'no mail for a code',
    mailClosed(),
    'This site cannot send email. Use a recovery code, or contact its operator.',
    MAIL_CLOSED,
  ],
  [
    'too many wrong tries',
    tooManyAttempts(5 * MINUTE_MS),
    'Too many failed attempts from your IP address. Try again in 5 minutes.',
    'Too many attempts, try again in 5 minutes.',
  ],
  [
    'the last of a wait',
    tooManyAttempts(1),
    'Too many failed attempts from your IP address. Try again in 1 minute.',
    'Too many attempts, try again in 1 minute.',
  ],
  [
    'a busy service',
    loginBusy(),
    'Too many people are logging in right now. Try again in a moment.',
    'The service is busy, try again in a moment.',
  ],
  [
    'a suspension without end or reason',
    accountSuspended({ suspendedUntil: null, suspensionReason: '' }),
    'This account is suspended with no end date, so you cannot log in. Contact the operator of this site for the reason.',
    'This account is suspended.',
  ],
  [
    'a suspension with both',
    accountSuspended({ suspendedUntil: Date.UTC(2026, 0, 8), suspensionReason: 'Griefing' }),
    'This account is suspended until 8 Jan 2026, 00:00 UTC, so you cannot log in. Reason: Griefing',
    'This account is suspended until 2026-01-08 00:00 UTC.',
  ],
  ['an unknown sender', unknownSender(), UNKNOWN_SENDER, UNKNOWN_SENDER],
];

// C4.9, C4.20
describe.each(FAILURES)('%s', (_what, { message, launcherText }, page, launcher) => {
  test('is described to a player', () => {
    expect(message).toBe(page);
  });

  test('is described to a launcher, in 64 characters at most', () => {
    expect(launcherText).toBe(launcher);
    expect(launcherText.length).toBeLessThanOrEqual(64);
  });
});
