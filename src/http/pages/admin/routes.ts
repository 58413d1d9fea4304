// Every route of administration, in one list.

import type { HttpContext } from '../../context.ts';
import { accountListRoutes, accountRoutes, newAccountRoutes } from './accounts.ts';
import { type AdminRoute, guardAdminRoutes } from './admin-route.ts';
import { auditRoutes } from './audit.ts';
import { banRoutes } from './bans.ts';
import { doctorRoutes } from './doctor.ts';
import { filterRoutes } from './filter.ts';
import { mailRoutes } from './mail.ts';
import { overviewRoutes } from './overview.ts';
import { reportRoutes } from './reports.ts';
import { serverListRoutes, serverRoutes } from './servers.ts';
import { noticeAdminRoutes, siteAdminRoutes } from './site.ts';

/** The routes, each with who may use it. */
export function listAdminRoutes(context: HttpContext): AdminRoute[] {
  return [
    ...overviewRoutes(context),
    ...accountListRoutes(context),
    ...newAccountRoutes(context),
    ...accountRoutes(context),
    ...serverListRoutes(context),
    ...serverRoutes(context),
    ...reportRoutes(context),
    ...siteAdminRoutes(context),
    ...noticeAdminRoutes(context),
    ...banRoutes(context),
    ...filterRoutes(context),
    ...auditRoutes(context),
    ...mailRoutes(context),
    ...doctorRoutes(context),
  ];
}

/** The routes of `/admin/`, each behind the check of roles. */
export function adminRoutes(context: HttpContext) {
  return guardAdminRoutes(context, listAdminRoutes(context));
}
