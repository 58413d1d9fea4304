// Conditional GET: whether a client already has what it requests.

/** The 304 for a request whose If-None-Match names this ETag, `undefined` for any other; `headers` include the ETag. */
export function answerNotModified(
  requested: Headers,
  etag: string,
  headers: HeadersInit,
): Response | undefined {
  const ifNoneMatch = requested.get('if-none-match');
  if (ifNoneMatch === null || !matchesEtag(ifNoneMatch, etag)) return undefined;
  return new Response(null, { status: 304, headers });
}

/** Whether an If-None-Match header names this ETag; weak and strong ones compare alike. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
}
