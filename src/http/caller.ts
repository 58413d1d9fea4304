// The caller of an account's functions, from what the request says.

import type { Caller } from '../accounts/accounts.ts';
import type { HttpContext } from './context.ts';
import { readDeviceValue } from './cookies.ts';

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
  const deviceValue = readDeviceValue(request.headers.get('cookie'));
  return { ...describeLauncher(context, request), deviceValue };
}
