// Paths of the administration's pages about servers, emails and the audit log, with their queries.

/** The live servers. */
export const SERVERS_PATH = '/admin/servers/';

/** Players' reports. */
export const REPORTS_PATH = '/admin/reports/';

/** The bans. */
export const BANS_PATH = '/admin/bans/';

/** The words of the name filter. */
export const FILTER_PATH = '/admin/filter/';

/** The audit log. */
export const AUDIT_PATH = '/admin/audit/';

/** The outbox. */
export const MAIL_PATH = '/admin/mail/';

/** What the site is called and looks like. */
export const SITE_PATH = '/admin/site/';

/** The notice on all pages. */
export const NOTICE_PATH = '/admin/notice/';

/** The checks of the installation. */
export const DOCTOR_PAGE_PATH = '/admin/doctor/';

/** The page of one server. */
export function serverAdminPath(hash: string): string {
  return `${SERVERS_PATH}${hash}/`;
}

/** The servers of one state. */
export function serversAt(state: string): string {
  return withQuery(SERVERS_PATH, { state });
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
