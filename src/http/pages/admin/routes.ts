// Every route of administration, in one list.

import type { HttpContext } from '../../context.ts';
import { accountListRoutes, accountRoutes, newAccountRoutes } from './accounts.ts';
import { guardAdminRoutes } from './admin-route.ts';
import { banRoutes, filterRoutes } from './bans.ts';
import { reportRoutes } from './reports.ts';
import { serverListRoutes, serverRoutes } from './servers.ts';
import { auditRoutes, doctorRoutes, mailRoutes, overviewRoutes } from './service.ts';
import { noticeAdminRoutes, siteAdminRoutes } from './site.ts';

export const listAdminRoutes = (context: HttpContext) =>
  [
    ...[overviewRoutes, accountListRoutes, newAccountRoutes, accountRoutes, serverListRoutes],
    ...[serverRoutes, reportRoutes, siteAdminRoutes, noticeAdminRoutes, banRoutes],
    ...[filterRoutes, auditRoutes, mailRoutes, doctorRoutes],
  ].flatMap((listRoutes) => listRoutes(context));

/** The routes of `/admin/`, each behind the check of roles. */
export const adminRoutes = (context: HttpContext) =>
  guardAdminRoutes(context, listAdminRoutes(context));
