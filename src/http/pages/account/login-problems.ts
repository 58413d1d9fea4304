// Says on the login page, in words and with a status, why a login was refused.

import { LOGIN_ERRORS, type Refusal } from '../../../accounts/accounts.ts';
import { formatEnd } from '../../../lib/moment.ts';
import type { FormProblem } from '../../../views/forms.tsx';
import { loginMessages } from '../../../views/messages/login.ts';

/** How a refused login is answered. */
export interface DescribedRefusal {
  status: number;
  problems: FormProblem[];
  /** When to come back. */
  retryAfterSeconds?: number;
}

const MINUTE_MS = 60_000;
const BUSY_SECONDS = 2;

const { problems } = loginMessages;

/** Tells why a login with these fields was refused; nothing that was typed is repeated. */
export function describeLoginRefusal(
  { error, retryInMs, suspension }: Refusal,
  typed: { username: string; password: string; loginCode: string },
): DescribedRefusal {
  if (retryInMs !== undefined) {
    const message = problems.tooMany(Math.ceil(retryInMs / MINUTE_MS));
    const retryAfterSeconds = Math.ceil(retryInMs / 1_000);
    return { status: 429, problems: [{ message }], retryAfterSeconds };
  }
  if (suspension !== undefined) {
    const { reason, until } = suspension;
    const end = until === null ? undefined : `${formatEnd(until)} UTC`;
    return { status: 403, problems: [{ message: problems.suspended(end, reason) }] };
  }
  switch (error) {
    case LOGIN_ERRORS.username:
      return atField('username', describeWrongName(typed.username));
    case LOGIN_ERRORS.password:
      return atField(
        'password',
        typed.password === '' ? problems.passwordMissing : problems.passwordWrong,
      );
    case LOGIN_ERRORS.loginCode:
      return atField(
        'login_code',
        typed.loginCode.trim() === '' ? problems.codeMissing : problems.codeWrong,
      );
    case LOGIN_ERRORS.busy:
      return {
        status: 503,
        problems: [{ message: problems.busy }],
        retryAfterSeconds: BUSY_SECONDS,
      };
    default:
      return { status: 403, problems: [{ message: error }] };
  }
}

function atField(field: string, message: string): DescribedRefusal {
  return { status: 400, problems: [{ field, message }] };
}

function describeWrongName(typed: string): string {
  if (typed.trim() === '') return problems.nameMissing;
  return typed.includes('@') ? problems.nameIsAddress : problems.nameUnknown;
}
