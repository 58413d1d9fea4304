// Whether a form was sent by one of the house's own pages.

/**
 * Whether the browser says that the request came from a page at the base URL. Every current browser
 * says so with each POST; who says nothing is not believed.
 */
export function isFromOwnPage(headers: Headers, baseUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === null && origin === null) return false;
  if (site !== null && site !== 'same-origin') return false;
  return origin === null || origin === new URL(baseUrl).origin;
}
