// Paths of the administration's pages, with their queries.

import { accountPath as pagePath } from '../messages/paths.ts';

export const ADMIN_PATH = '/admin/';
export const ACCOUNTS_PATH = '/admin/accounts/';
export const NEW_ACCOUNT_PATH = '/admin/accounts/new/';
export const SERVERS_PATH = '/admin/servers/';
export const REPORTS_PATH = '/admin/reports/';
export const BANS_PATH = '/admin/bans/';
export const FILTER_PATH = '/admin/filter/';
export const TAGS_PATH = '/admin/tags/';
export const AUDIT_PATH = '/admin/audit/';
export const MAIL_PATH = '/admin/mail/';
export const SITE_PATH = '/admin/site/';
export const DOCTOR_PATH = '/admin/doctor/';
export const WEBHOOKS_PATH = pagePath('webhooks');

export function accountPath(id: number): string {
  return `${ACCOUNTS_PATH}${id}/`;
}

export function serverAdminPath(hash: string): string {
  return `${SERVERS_PATH}${hash}/`;
}

/** A path with a query, without empty values. */
export function withQuery(
  path: string,
  requested: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(requested)) {
    if (value !== undefined && value !== '') query.set(name, `${value}`);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
