// What every page of the site shows around its content.

import type { Visitor } from '../../../accounts/accounts.ts';
import { asStaff } from '../../../accounts/roles.ts';
import { accountPath } from '../../../messages/paths.ts';
import { ADMIN_PATH } from '../../../views/admin/admin-paths.ts';
import type { Site } from '../../../views/layout.tsx';
import { lookOf } from '../../../views/site-look.ts';
import type { HttpContext } from '../../context.ts';
import { currentTheme } from '../../preferences.ts';
import { loginPath, withNext } from './require-account.ts';

/** The frame for this visitor; `path` is where the page is, to come back to after logging in. */
export function describeSite(
  { baseUrl, servers, registration, site }: HttpContext,
  visitor: Visitor,
  path = '/',
): Site {
  const { listings, players } = servers.listPublic();
  return {
    baseUrl,
    look: lookOf(site.identity()),
    notice: site.notice.current(),
    theme: currentTheme(),
    online: { players, servers: listings.length },
    accountName: visitor.kind === 'account' ? visitor.account.name : undefined,
    loginPath: loginPath(path),
    verifyPath: withNext(accountPath('verify'), path),
    ...(registration.rules.registration === 'closed'
      ? {}
      : { registerPath: withNext(accountPath('register'), path) }),
    adminPath: isStaff(visitor) ? ADMIN_PATH : undefined,
  };
}

/** The frame of the pages where people log in and go on to `next`: without the way to them. */
export function describeLoginSite(
  context: HttpContext,
  next: string,
  visitor: Visitor = { kind: 'none' },
): Site {
  const { loginPath: _here, ...site } = describeSite(context, visitor, next);
  return site;
}

function isStaff(visitor: Visitor): boolean {
  return visitor.kind === 'account' && asStaff(visitor.account.role) !== undefined;
}
