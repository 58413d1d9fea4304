// Every route of administration, in one list.

import {
  accountListRoutes,
  accountRoutes,
  newAccountRoutes,
} from '../modules/administration/accounts-page.tsx';
import { mailRoutes } from '../modules/email/mail-page.tsx';
import { banRoutes, filterRoutes, tagRoutes } from '../modules/moderation/bans-page.tsx';
import { reportRoutes } from '../modules/moderation/reports-page.tsx';
import { serverRoutes } from '../modules/moderation/server-page.tsx';
import { serverListRoutes } from '../modules/moderation/servers-page.tsx';
import { auditRoutes, doctorRoutes, overviewRoutes } from '../modules/overview/overview-page.tsx';
import { noticeAdminRoutes, siteAdminRoutes } from '../modules/site/site-page.tsx';
import { webhookRoutes } from '../modules/webhooks/webhooks-page.tsx';
import { guardAdminRoutes } from '../platform/http/staff-page.ts';
import type { HttpContext } from './context.ts';

export const listAdminRoutes = (context: HttpContext) =>
  [
    ...[overviewRoutes, accountListRoutes, newAccountRoutes, accountRoutes, serverListRoutes],
    ...[serverRoutes, reportRoutes, siteAdminRoutes, noticeAdminRoutes, banRoutes],
    ...[filterRoutes, tagRoutes, auditRoutes, mailRoutes, webhookRoutes, doctorRoutes],
  ].flatMap((listRoutes) => listRoutes(context));

/** The routes of `/admin/`, each behind the check of roles. */
export const adminRoutes = (context: HttpContext) =>
  guardAdminRoutes(context, listAdminRoutes(context));
