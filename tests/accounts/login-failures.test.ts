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
const MAIL_CLOSED = 'Mail is off here: use a recovery code, or ask the operator.';
const UNKNOWN_SENDER = 'This site is not set up right. Please tell its operator.';

const FAILURES: [what: string, failure: LoginFailure, page: string, launcher: string][] = [
  ['a wrong token', wrongToken(), 'token', 'token'],
  ['no name', unknownName(' '), 'Type the name of your account.', 'username'],
  [
    'an address as the name',
    unknownName('alice@example.net'),
    'This is an e-mail address. Type the name that you play under instead.',
    'username',
  ],
  [
    'an unknown name',
    unknownName('Bob'),
    'There is no account with this name. Check its spelling.',
    'username',
  ],
  ['no password', wrongPassword(''), 'Type your password.', 'password'],
  [
    'a wrong password',
    wrongPassword('wrong horse'),
    'This password does not open the account with this name. Type it again.',
    'password',
  ],
  ['no code', wrongCode(' '), 'Type the code.', 'login_code'],
  [
    'a wrong code',
    wrongCode('123456'),
    'This code is wrong, was used before, or is too old. Type the newest one.',
    'login_code',
  ],
  ['no mail for a code', mailClosed(), MAIL_CLOSED, MAIL_CLOSED],
  [
    'too many wrong tries',
    tooManyAttempts(5 * MINUTE_MS),
    'Too many wrong tries came from your address. Nobody else is kept out. Try again in 5 minutes.',
    'Too many attempts, try again in 5 minutes.',
  ],
  [
    'the last of a wait',
    tooManyAttempts(1),
    'Too many wrong tries came from your address. Nobody else is kept out. Try again in 1 minute.',
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
    'This account is suspended, and no end is set, so it cannot log in. Ask the operator of this site why.',
    'This account is suspended.',
  ],
  [
    'a suspension with both',
    accountSuspended({ suspendedUntil: Date.UTC(2026, 0, 8), suspensionReason: 'Griefing' }),
    'This account is suspended, until 2026-01-08 00:00 UTC, so it cannot log in. The reason given: Griefing',
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
