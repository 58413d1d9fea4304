// Where the pages of administration about servers, mail and the log are, and how lists are asked for.

/** The live servers. */
export const SERVERS_PATH = '/admin/servers/';

/** What players reported. */
export const REPORTS_PATH = '/admin/reports/';

/** Whose heartbeats are refused. */
export const BANS_PATH = '/admin/bans/';

/** The words that keep servers out of the public list. */
export const FILTER_PATH = '/admin/filter/';

/** Who did what. */
export const AUDIT_PATH = '/admin/audit/';

/** The queue of letters. */
export const MAIL_PATH = '/admin/mail/';

/** The page of one server. */
export function serverAdminPath(hash: string): string {
  return `${SERVERS_PATH}${hash}/`;
}

/** The servers of one state. */
export function serversAt(state: string): string {
  return withQuery(SERVERS_PATH, { state });
}

/** A path with what it is asked for; what is empty is left out. */
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
