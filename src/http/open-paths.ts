// The paths that other sites read from the browser, and the headers that allow it.

const OPEN_PATHS =
  /^\/(?:api\/(?:servers|server|player|players|id|myip|v1\/servers|v1\/history|v1\/notice|v1\/statistics)|badge|embed|openapi\.json)(?:\/|$)/;

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
