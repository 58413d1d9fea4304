// The reasons for a failed login: the sentence for pages, and the text for launchers.

import {
  BUSY_MESSAGE,
  BUSY_SECONDS,
  Failure,
  type FailureDetails,
  type FailureKind,
} from '../../platform/lib/failure.ts';
import { endMinute, formatEnd } from '../../platform/lib/moment.ts';
import { plural } from '../../platform/lib/text.ts';
import { formats } from '../../platform/messages/messages.ts';
import type { Account } from './account-ports.ts';
import { accountFailures } from './messages.ts';

const { login, password } = accountFailures;

type LoginIdentifier = 'token' | 'username' | 'password' | 'login_code';

/** A failed login. Pages show its message at its field. No message repeats the typed text. */
export class LoginFailure extends Failure {
  /** An identifier, or a sentence of at most 64 characters that launchers show unchanged (C4.9, C4.20). */
  readonly launcherText: string;
  /** The identifier for programs that cannot show a sentence: the nearest one if none fits (C4.21). */
  readonly identifier: LoginIdentifier;
  /** The suspended account whose right password was given. */
  readonly suspended: Account | undefined;

  constructor(
    kind: FailureKind,
    texts: { page: string; launcher: string },
    {
      identifier = 'password',
      suspended,
      ...details
    }: Pick<FailureDetails, 'field' | 'retryAfterSeconds'> & {
      identifier?: LoginIdentifier;
      suspended?: Account;
    } = {},
  ) {
    super(kind, texts.page, details);
    this.launcherText = texts.launcher;
    this.identifier = identifier;
    this.suspended = suspended;
  }
}

/** A failure at a form field, which launchers know by its name. */
const wrongField = (field: LoginIdentifier, page: string) =>
  new LoginFailure('invalid', { page, launcher: field }, { field, identifier: field });

/** The token of a launcher's form does not fit its session. Pages have no such token. */
export function wrongToken(): LoginFailure {
  return new LoginFailure('invalid', { page: 'token', launcher: 'token' }, { identifier: 'token' });
}

export function unknownName(typed: string): LoginFailure {
  if (typed.trim() === '') return wrongField('username', login.nameMissing);
  return wrongField('username', typed.includes('@') ? login.nameIsEmail : login.nameUnknown);
}

export function wrongPassword(typed?: string): LoginFailure {
  return wrongField('password', typed === '' ? password.missing : login.passwordWrong);
}

/** The code is wrong or missing. Launchers show their code field only on this text (C4.15). */
export function wrongCode(typed: string): LoginFailure {
  return wrongField('login_code', typed.trim() === '' ? login.codeMissing : login.codeWrong);
}

/** The account uses only mailed codes, and no email can be sent. */
export function mailClosed(): LoginFailure {
  const launcher = 'Email is off here: use a recovery code, or ask the operator.';
  const texts = { page: login.cannotSend, launcher };
  return new LoginFailure('conflict', texts, { identifier: 'login_code' });
}

/** There were too many wrong tries. The next one is possible after `waitMs` (C4.20). */
export function tooManyAttempts(waitMs: number): LoginFailure {
  const minutes = countMinutes(waitMs);
  const launcher = `Too many attempts, try again in ${plural(minutes, 'minute')}.`;
  const texts = { page: login.tooMany(minutes), launcher };
  return new LoginFailure('rate_limited', texts, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

/** Too many other logins are being checked, so this one was not (C4.20). */
export function loginBusy(): LoginFailure {
  const texts = { page: login.busy, launcher: BUSY_MESSAGE };
  return new LoginFailure('unavailable', texts, { retryAfterSeconds: BUSY_SECONDS });
}

/** C4.20 */
export function accountSuspended(
  account: Account | Pick<Account, 'suspendedUntil' | 'suspensionReason'>,
): LoginFailure {
  const { suspendedUntil, suspensionReason } = account;
  const hasEnd = suspendedUntil !== null;
  const end = hasEnd ? formats.formatMoment(endMinute(suspendedUntil)) : null;
  const texts = {
    page: login.suspended(end, suspensionReason),
    launcher: `This account is suspended${hasEnd ? ` until ${formatEnd(suspendedUntil)} UTC` : ''}.`,
  };
  return new LoginFailure('forbidden', texts, 'id' in account ? { suspended: account } : {});
}

/** The request came through an untrusted proxy, so its sender is unknown. */
export function unknownSender(): LoginFailure {
  return new LoginFailure('forbidden', {
    page: login.unknownSender,
    launcher: 'This site is not set up correctly. Tell its operator.',
  });
}

function countMinutes(waitMs: number): number {
  return Math.ceil(waitMs / 60_000);
}

export function mustWait(
  waitMs: number,
  describe: (waitMs: number) => string,
  field?: string,
): Failure {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return new Failure('rate_limited', describe(waitMs), { field, retryAfterSeconds });
}

/** The account differs from what was read, because somebody else changed it at the same time. */
export function changedMeanwhile(): Failure {
  return new Failure('conflict', accountFailures.changedMeanwhile);
}
