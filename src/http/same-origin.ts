// Whether a form was sent by a page of this service.

/**
 * Whether the browser says that the request came from a page of this installation: at the base URL,
 * or at the host that the request names, which the host guard accepted. Every current browser says so
 * with each POST; a request without these headers is not accepted.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === null && origin === null) return false;
  if (site !== null && site !== 'same-origin') return false;
  const { origin: own, protocol } = new URL(baseUrl);
  return origin === null || origin === own || origin === `${protocol}//${headers.get('host')}`;
}
