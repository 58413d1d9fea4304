// Cookies, whom a session stands for, and logins over HTTP.

import type { Context } from 'elysia';
import type { HttpContext } from '../../app/context.ts';
import { groupOfAddress } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure, type FailureKind, isBusy } from '../../platform/lib/failure.ts';
import type { Timers } from '../../platform/lib/timers.ts';
import { type Budget, createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import type { Account } from '../account/account-ports.ts';
import type { LoginFailure } from '../account/login-failures.ts';
import type { Caller, Visitor } from './sessions.ts';

export type CookieJar = Pick<Context['set'], 'cookie'>;

const HALF_A_YEAR_SECONDS = 15_552_000;
const YEAR_SECONDS = 31_536_000;

/** Where browsers send each cookie, and how many seconds they keep it. */
const COOKIES = {
  session: { path: '/', maxAge: 2_592_000 }, // C3.1
  device: { path: '/acc/', maxAge: HALF_A_YEAR_SECONDS },
  'list-order': { path: '/', maxAge: HALF_A_YEAR_SECONDS },
  theme: { path: '/', maxAge: YEAR_SECONDS },
  language: { path: '/', maxAge: YEAR_SECONDS },
};
type CookieName = keyof typeof COOKIES;

/**
 * The values of all cookies of this name, in order. The raw header is read since a client may send several
 * sessions, and the first valid one counts (C3.5); Elysia's jar keeps one of them.
 *
 * Compatibility: stores that follow RFC 2965, such as `java.net.CookieManager`, send quoted values, attributes whose
 * names begin with `$`, and commas between cookies (C3.12).
 */
export function readCookies({ headers }: Pick<Request, 'headers'>, name: CookieName): string[] {
  const header = headers.get('cookie');
  if (header === null || !header.includes(name)) return [];
  const values: string[] = [];
  for (const item of header.split(/[;,]/)) {
    const equals = item.indexOf('=');
    if (equals !== -1 && item.slice(0, equals).trim() === name) {
      const value = item.slice(equals + 1).trim();
      values.push(QUOTED.test(value) ? value.slice(1, -1) : value);
    }
  }
  return values;
}

const QUOTED = /^".*"$/;

export function readCookie(request: Pick<Request, 'headers'>, name: CookieName): string {
  return readCookies(request, name)[0] ?? '';
}

/** What Elysia needs to set a cookie, an empty value or a `maxAge` of 0 to remove it. */
export function makeCookie(
  { baseUrl, clock }: Pick<HttpContext, 'baseUrl' | 'clock'>,
  name: CookieName,
  value: string,
  maxAge = value === '' ? 0 : COOKIES[name].maxAge,
) {
  const cookie = {
    value,
    path: COOKIES[name].path,
    httpOnly: true,
    sameSite: 'lax' as const,
    maxAge,
    // Compatibility: `java.net.CookieManager` takes a cookie without it for one of RFC 2965 (C3.1).
    expires: new Date(maxAge === 0 ? 0 : clock.now() + maxAge * 1_000),
    ...(baseUrl.startsWith('https:') && { secure: true }),
  };
  return { [name]: cookie };
}

/** The visitor whose session the request carries. Without one there is no query, and no session begins (C3.4). */
export async function findVisitor(
  context: Pick<HttpContext, 'accounts'>,
  request: Request,
): Promise<Visitor> {
  const values = readCookies(request, 'session');
  return values.length === 0 ? { kind: 'none' } : context.accounts.recogniseVisitor(values);
}

/**
 * Whether a form came without any session cookie: the page that it stands on gave one, so that the browser
 * keeps none, or lost it since.
 */
export function isWithoutCookies(request: Request): boolean {
  return readCookies(request, 'session').length === 0;
}

/** The value of the visitor's session; a new one goes out with the answer where there was none (C3.3). */
export function openSession(context: HttpContext, visitor: Visitor, set: CookieJar): string {
  const { sessionValue } = context.accounts.describeLogin(visitor);
  if (visitor.kind === 'none') {
    set.cookie = makeCookie(context, 'session', sessionValue);
  }
  return sessionValue;
}

/** Sets the cookies of a login that succeeded, and logs it. */
export function giveLogin(
  context: Pick<HttpContext, 'baseUrl' | 'clock' | 'report'>,
  entered: { account: Account; sessionValue: string; deviceValue: string | undefined },
  set: CookieJar,
): void {
  const { account, sessionValue, deviceValue } = entered;
  context.report('account_logged_in', { account: account.name });
  // Compatibility: the session's cookie is the first, since launchers keep what comes first (C3.2).
  set.cookie = {
    ...makeCookie(context, 'session', sessionValue),
    ...(deviceValue === undefined ? {} : makeCookie(context, 'device', deviceValue)),
  };
}

/** Makes what counts the requests of each address, and throws where there are too many. */
export function createAddressLimit(
  { addressOf }: Pick<HttpContext, 'addressOf'>,
  clock: Clock,
  { kind = 'rate_limited', ...budget }: Budget & { kind?: FailureKind },
  describe: (waitSeconds: number) => string,
): (request: Request) => void {
  const buckets = createTokenBuckets(clock, budget);
  return (request) => {
    const retryAfterSeconds = buckets.spend(groupOfAddress(addressOf(request)));
    if (retryAfterSeconds > 0) {
      throw new Failure(kind, describe(retryAfterSeconds), { retryAfterSeconds });
    }
  };
}

/** The caller of a route that launchers use: they keep no cookie but their session's. */
export function describeLauncher(
  { addressOf }: Pick<HttpContext, 'addressOf'>,
  request: Request,
): Caller {
  const userAgent = request.headers.get('user-agent') ?? '';
  return { address: addressOf(request), userAgent, deviceValue: undefined };
}

/** The caller of a page, whose browser keeps a `device` cookie too. */
export function describeBrowser(context: Pick<HttpContext, 'addressOf'>, request: Request): Caller {
  return { ...describeLauncher(context, request), deviceValue: readCookie(request, 'device') };
}

const BUSY_PAUSE_MS = 1_000;

export async function noteLoginFailure(
  { report, timers }: Pick<HttpContext, 'report' | 'timers'>,
  failure: LoginFailure,
  address: string,
): Promise<void> {
  if (isBusy(failure)) report('login_busy', { address });
  else if (failure.kind === 'rate_limited') report('login_stopped', { address });
  else report('login_failed', { reason: failure.launcherText, address });
  await pauseIfBusy(timers, failure);
}

/**
 * A client that has to try again waits a second first: a flood of tries would take what password
 * hashing leaves of the machine.
 */
export async function pauseIfBusy(timers: Timers, failure: unknown): Promise<void> {
  if (!isBusy(failure)) return;
  await new Promise<void>((resume) => {
    timers.after(BUSY_PAUSE_MS, resume);
  });
}
