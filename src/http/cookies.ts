// The session cookie: read from the raw header, written with Elysia's own cookie attributes.

/** The name of the one cookie of this service. */
export const SESSION_COOKIE = 'session';

const THIRTY_DAYS_SECONDS = 2_592_000;

/**
 * The values of all `session` cookies of a Cookie header, in order. The raw header is read since a
 * client may send several, and the first valid one counts; Elysia's jar keeps one of them.
 */
export function readSessionValues(cookieHeader: string | null): string[] {
  if (cookieHeader === null || !cookieHeader.includes(SESSION_COOKIE)) return [];
  const values: string[] = [];
  for (const item of cookieHeader.split(';')) {
    const equals = item.indexOf('=');
    if (equals !== -1 && item.slice(0, equals).trim() === SESSION_COOKIE) {
      values.push(item.slice(equals + 1).trim());
    }
  }
  return values;
}

/** What Elysia needs to set the session cookie; `isSecure` when the base URL is https. */
export function sessionCookie(value: string, isSecure: boolean) {
  return {
    [SESSION_COOKIE]: {
      value,
      path: '/',
      httpOnly: true,
      sameSite: 'lax' as const,
      maxAge: THIRTY_DAYS_SECONDS,
      ...(isSecure ? { secure: true } : {}),
    },
  };
}
