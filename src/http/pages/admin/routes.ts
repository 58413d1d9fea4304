// Every route of administration, in one list.

import type { HttpContext } from '../../context.ts';
import { webhookRoutes } from '../webhooks.tsx';
import { accountListRoutes, accountRoutes, newAccountRoutes } from './accounts.tsx';
import { guardAdminRoutes } from './admin-page.ts';
import { banRoutes, filterRoutes, tagRoutes } from './bans.tsx';
import { mailRoutes } from './mail.tsx';
import { reportRoutes } from './reports.tsx';
import { serverListRoutes } from './server-list.tsx';
import { serverRoutes } from './servers.tsx';
import { auditRoutes, doctorRoutes, overviewRoutes } from './service.tsx';
import { noticeAdminRoutes, siteAdminRoutes } from './site.tsx';

export const listAdminRoutes = (context: HttpContext) =>
  [
    ...[overviewRoutes, accountListRoutes, newAccountRoutes, accountRoutes, serverListRoutes],
    ...[serverRoutes, reportRoutes, siteAdminRoutes, noticeAdminRoutes, banRoutes],
    ...[filterRoutes, tagRoutes, auditRoutes, mailRoutes, webhookRoutes, doctorRoutes],
  ].flatMap((listRoutes) => listRoutes(context));

/** The routes of `/admin/`, each behind the check of roles. */
export const adminRoutes = (context: HttpContext) =>
  guardAdminRoutes(context, listAdminRoutes(context));
