// Why a login failed, in the texts that answer over the API.

/** Identifiers, and sentences of at most 64 characters, which launchers show as they are. */
export const LOGIN_ERRORS = {
  token: 'token',
  username: 'username',
  password: 'password',
  loginCode: 'login_code',
  suspended: 'This account is suspended.',
  busy: 'The service is busy, try again in a moment.',
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

/** The refusal for whoever tried too often, and may try again after `retryInMs`. */
export function refuseUntil(retryInMs: number): Refusal {
  const minutes = Math.ceil(retryInMs / MINUTE_MS);
  const error = `Too many attempts, try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return { error, retryInMs };
}
