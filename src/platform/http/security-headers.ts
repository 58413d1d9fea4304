// Headers by which answers tell browsers what not to do with them, and which of them other sites may read.

import { pathOf } from './path.ts';

/** In `Cache-Control`: nobody may compress this, a proxy neither. Pages with secrets of a session say it. */
export const NO_TRANSFORM = 'no-transform';

/** For every answer: its type is what it says, whatever it looks like. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const;

/** Half a year: an operator who goes back to http is forgotten within that. */
const ONLY_HTTPS = 'max-age=15552000';
const OF_ACCOUNTS = /^\/(?:acc|admin)(?:\/|$)/;
/** Pages that may show codes, keys, links with tokens or an email address; logging in and registering show none. */
const WITH_SECRETS =
  /^\/(?:acc(?!\/(?:login|register|forgot)\/?$)|admin\/(?:accounts|mail)|server\/(?:claim|own))(?:\/|$)/;

export function createSecurityHeaders(
  baseUrl: string,
): (request: Request, answer: Response) => Response {
  const isHttps = baseUrl.startsWith('https:');
  return (request, answer) => {
    const { headers } = answer;
    headers.set('x-content-type-options', NO_SNIFFING['x-content-type-options']);
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    if (isHttps && isPage) headers.set('strict-transport-security', ONLY_HTTPS);
    const path = pathOf(request);
    if (OF_ACCOUNTS.test(path)) headers.set('cross-origin-opener-policy', 'same-origin');
    if (isPage && WITH_SECRETS.test(path)) {
      headers.set('cache-control', `${headers.get('cache-control') ?? ''}, ${NO_TRANSFORM}`);
    }
    return answer;
  };
}

const OPEN_PATHS =
  /^\/(?:api\/(?:servers|server|player|players|id|myip|v1\/servers|v1\/history|v1\/notice|v1\/statistics)|badge|card|embed|openapi\.json)(?:\/|$)/;

/** What lets a page of any origin read an answer, without credentials; nothing on other paths. */
export function openTo(path: string): Record<string, string> {
  return OPEN_PATHS.test(path) ? { 'access-control-allow-origin': '*' } : {};
}

/** The same with the methods and headers that such a page may use: the answer to `OPTIONS` (C1.7). */
export function preflightOf(path: string): Record<string, string> {
  if (!OPEN_PATHS.test(path)) return {};
  return {
    ...openTo(path),
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'If-None-Match',
  };
}
