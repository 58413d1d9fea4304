// Why a login fails: the sentence that pages show, and the text that launchers are answered.

import {
  BUSY_MESSAGE,
  BUSY_SECONDS,
  Failure,
  type FailureDetails,
  type FailureKind,
} from '../../lib/failure.ts';
import { formatEnd } from '../../lib/moment.ts';
import { plural } from '../../lib/text.ts';
import type { Account } from '../ports.ts';
import type { CodeOutcome } from '../two-factor/two-factor.ts';

/** A login that failed. Pages show its message, at its field; no message repeats what was typed. */
export class LoginFailure extends Failure {
  /** An identifier, or a sentence of at most 64 characters that launchers show as it is (C4.9, C4.20). */
  readonly launcherText: string;

  constructor(
    kind: FailureKind,
    texts: { page: string; launcher: string },
    details: Pick<FailureDetails, 'field' | 'retryAfterSeconds'> = {},
  ) {
    super(kind, texts.page, details);
    this.launcherText = texts.launcher;
  }
}

/** The token of a launcher's form was not good for its session. Pages have no such token. */
export function wrongToken(): LoginFailure {
  return sameForBoth('invalid', 'token');
}

/** No account has this name. */
export function unknownName(typed: string): LoginFailure {
  const page =
    typed.trim() === ''
      ? 'Enter the name of your account.'
      : typed.includes('@')
        ? 'This is an email address. Enter your name in the game instead.'
        : 'There is no account with this name. Check its spelling.';
  return new LoginFailure('invalid', { page, launcher: 'username' }, { field: 'username' });
}

/** The password is not that of the account. */
export function wrongPassword(typed?: string): LoginFailure {
  const page =
    typed === ''
      ? 'Enter your password.'
      : 'This is not the password of this account. Enter it again.';
  return new LoginFailure('invalid', { page, launcher: 'password' }, { field: 'password' });
}

/** The code is wrong, or none was typed. Launchers show their field for codes on this text alone (C4.15). */
export function wrongCode(typed: string): LoginFailure {
  const page =
    typed.trim() === ''
      ? 'Enter the code.'
      : 'This code is wrong, was already used, or has expired. Enter the latest one.';
  return new LoginFailure('invalid', { page, launcher: 'login_code' }, { field: 'login_code' });
}

/** The account takes mailed codes alone, and no email can be sent. */
export function mailClosed(): LoginFailure {
  return sameForBoth('conflict', 'Mail is off here: use a recovery code, or ask the operator.');
}

/** Throws `LoginFailure` unless the code that was typed is right. */
export function requireRightCode(outcome: CodeOutcome, typed: string): void {
  if (outcome.kind === 'wrong') throw wrongCode(typed);
  if (outcome.kind === 'stopped') throw tooManyAttempts(outcome.retryInMs);
  if (outcome.kind === 'busy') throw loginBusy();
}

/** Too many wrong tries; the next one is possible after `waitMs` (C4.20). */
export function tooManyAttempts(waitMs: number): LoginFailure {
  const wait = countMinutes(waitMs);
  const texts = {
    page: `Too many wrong attempts from your address. Nobody else is affected. Try again in ${wait}.`,
    launcher: `Too many attempts, try again in ${wait}.`,
  };
  return new LoginFailure('rate_limited', texts, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

/** Too many other logins are being checked; this one was not looked at (C4.20). */
export function loginBusy(): LoginFailure {
  const texts = {
    page: 'Too many people are logging in right now. Try again in a moment.',
    launcher: BUSY_MESSAGE,
  };
  return new LoginFailure('unavailable', texts, { retryAfterSeconds: BUSY_SECONDS });
}

/** The account is suspended (C4.20). */
export function accountSuspended({
  suspendedUntil,
  suspensionReason,
}: Pick<Account, 'suspendedUntil' | 'suspensionReason'>): LoginFailure {
  const until = suspendedUntil === null ? '' : `until ${formatEnd(suspendedUntil)} UTC`;
  const why =
    suspensionReason === ''
      ? 'Contact the operator of this site for the reason.'
      : `Reason: ${suspensionReason}`;
  return new LoginFailure('forbidden', {
    page: `This account is suspended ${until || 'with no end date'}, so it cannot log in. ${why}`,
    launcher: `This account is suspended${until && ` ${until}`}.`,
  });
}

/** The request came through a proxy that is not trusted, so that its sender is unknown. */
export function unknownSender(): LoginFailure {
  return sameForBoth('forbidden', 'This site is not set up correctly. Tell its operator.');
}

function sameForBoth(kind: FailureKind, text: string): LoginFailure {
  return new LoginFailure(kind, { page: text, launcher: text });
}

/** A wait in whole minutes, never less than there is to wait. */
export function countMinutes(waitMs: number): string {
  return plural(Math.ceil(waitMs / 60_000), 'minute');
}
