// Says on the pages about security, in words and with a status, why a change was refused.

import {
  LOGIN_ERRORS,
  type Refusal,
  SECURITY_SETTINGS_ERRORS,
} from '../../../accounts/accounts.ts';
import { securityMessages } from '../../../views/messages/security.ts';
import type { DescribedRefusal } from './login-problems.ts';

const MINUTE_MS = 60_000;
const BUSY_SECONDS = 2;

const { problems, mailImpossible, mailUnconfirmed } = securityMessages;

/** Tells why; nothing that was typed is repeated. */
export function describeSecurityRefusal(
  { error, retryInMs }: Refusal,
  typed: { password: string; code: string },
): DescribedRefusal {
  if (retryInMs !== undefined) {
    const message = problems.tooMany(Math.ceil(retryInMs / MINUTE_MS));
    const retryAfterSeconds = Math.ceil(retryInMs / 1_000);
    return { status: 429, problems: [{ message }], retryAfterSeconds };
  }
  switch (error) {
    case LOGIN_ERRORS.password:
      return atField(
        'password',
        typed.password === '' ? problems.passwordMissing : problems.passwordWrong,
      );
    case LOGIN_ERRORS.loginCode:
      return atField('code', typed.code.trim() === '' ? problems.codeMissing : problems.codeWrong);
    case LOGIN_ERRORS.busy:
      return {
        status: 503,
        problems: [{ message: problems.busy }],
        retryAfterSeconds: BUSY_SECONDS,
      };
    case SECURITY_SETTINGS_ERRORS.mailClosed:
      return { status: 409, problems: [{ message: mailImpossible }] };
    case SECURITY_SETTINGS_ERRORS.unconfirmed:
      return { status: 409, problems: [{ message: mailUnconfirmed }] };
    default:
      return { status: 409, problems: [{ message: problems.outdated }] };
  }
}

/** The same for a code alone. */
export function describeCodeRefusal(
  refusal: Refusal,
  code: string,
): { field: string | undefined; message: string } {
  const [problem] = describeSecurityRefusal(refusal, { password: '', code }).problems;
  return { field: problem?.field, message: problem?.message ?? problems.outdated };
}

function atField(field: string, message: string): DescribedRefusal {
  return { status: 400, problems: [{ field, message }] };
}
