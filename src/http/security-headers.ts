// Headers by which answers tell browsers what not to do with them.

import { pathOf } from './path.ts';

/** For every answer: its type is what it says, whatever it looks like. */
export const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const;

/** Half a year: an operator who goes back to http is forgotten within that. */
const ONLY_HTTPS = 'max-age=15552000';
const OF_ACCOUNTS = /^\/(?:acc|admin)(?:\/|$)/;

/**
 * Makes what puts them on an answer: `nosniff` on all, on pages that browsers come back over https where `baseUrl` says so, and on pages of accounts that no window of another site has a hold on them.
 */
export function createSecurityHeaders(
  baseUrl: string,
): (request: Request, answer: Response) => Response {
  const isHttps = baseUrl.startsWith('https:');
  return (request, answer) => {
    const { headers } = answer;
    headers.set('x-content-type-options', NO_SNIFFING['x-content-type-options']);
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    if (isHttps && isPage) headers.set('strict-transport-security', ONLY_HTTPS);
    if (OF_ACCOUNTS.test(pathOf(request))) headers.set('cross-origin-opener-policy', 'same-origin');
    return answer;
  };
}
