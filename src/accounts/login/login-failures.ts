// Why a login failed, in the texts that answer over the API.

/** Identifiers, and sentences of at most 64 characters, which launchers show as they are (C4.9, C4.20). */
export const LOGIN_ERRORS = {
  token: 'token',
  username: 'username',
  password: 'password',
  loginCode: 'login_code',
  suspended: 'This account is suspended.',
  busy: 'The service is busy, try again in a moment.',
  unknownSender: 'This site is not set up right. Please tell its operator.',
  mailClosed: 'Mail is off here: use a recovery code, or ask the operator.',
} as const;

/** Why a login was refused. */
export interface Refusal {
  /** One of `LOGIN_ERRORS`, or a sentence for the player. */
  error: string;
  /** When too many attempts were made: after this time one is possible again. */
  retryInMs?: number;
  /** Why the account is suspended, empty for no reason given, and until when, `null` for ever. */
  suspension?: { reason: string; until: number | null };
}

const MINUTE_MS = 60_000;
const TOO_MANY = 'Too many attempts, try again in';

/** The refusal for whoever tried too often, and may try again after `retryInMs`. */
export function refuseUntil(retryInMs: number): Refusal {
  const minutes = Math.ceil(retryInMs / MINUTE_MS);
  const error = `${TOO_MANY} ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return { error, retryInMs };
}

/** Whether a login was looked at and failed, or was refused unseen. Takes what was answered. */
export function outcomeOf(error: string): 'failed' | 'stopped' | 'busy' {
  if (error === LOGIN_ERRORS.busy) return 'busy';
  return error.startsWith(TOO_MANY) ? 'stopped' : 'failed';
}
