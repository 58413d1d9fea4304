// Headers that tell browsers what not to do with answers, and which answers other sites may read.

import { isForOauth, pathOf } from './path.ts';

/** In `Cache-Control`: nobody may compress this, not even a proxy. Pages with secrets of a session use it. */
export const NO_TRANSFORM = 'no-transform';

/** For every answer: browsers use the declared type, whatever the content looks like. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const;

/** Half a year: if an operator goes back to http, browsers accept it after this time. */
const ONLY_HTTPS = 'max-age=15552000';
const OF_ACCOUNTS = /^\/(?:acc|admin)(?:\/|$)/;
/** Pages that may show codes, keys, links with tokens or an email address. Login and registration show none. */
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
  /^\/(?:api\/(?:servers|server|player|players|id|myip|v1\/servers|v1\/history|v1\/notice|v1\/statistics)|badge|card|embed|face|skins?|openapi\.json)(?:\/|$)/;

/** Headers that let a page of any origin read an answer without credentials. Empty for other paths. */
export function openTo(path: string): Record<string, string> {
  return OPEN_PATHS.test(path) || isForOauth(path) ? { 'access-control-allow-origin': '*' } : {};
}

/** Like `openTo`, with the allowed methods and headers, for the answer to `OPTIONS` (C1.7). */
export function preflightOf(path: string): Record<string, string> {
  if (!OPEN_PATHS.test(path)) return {};
  return {
    ...openTo(path),
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'If-None-Match',
  };
}

export const POLICY_END = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The policy of a page: only content from this installation, and the given additions in the policy's syntax. */
export function pagePolicy({
  styles = [],
  scripts = [],
  images = [],
  connections = [],
  directives = [],
}: {
  styles?: readonly string[];
  scripts?: readonly string[];
  images?: readonly string[];
  connections?: readonly string[];
  directives?: readonly string[];
} = {}): string {
  return [
    "default-src 'none'",
    ["style-src 'self'", ...styles].join(' '),
    ["script-src 'self'", ...scripts].join(' '),
    ["img-src 'self'", ...images].join(' '),
    ["connect-src 'self'", ...connections].join(' '),
    ...directives,
    "manifest-src 'self'",
    POLICY_END,
  ].join('; ');
}
