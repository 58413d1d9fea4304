// The path of a request, cut out of its URL without parsing it.

/** The raw path, doubled slashes made one. `request.url` has no origin when no Host was sent. */
export function pathOf(request: Request): string {
  const path = rawPath(request.url);
  return path.includes('//') ? mergeSlashes(path) : path;
}

/** The URL with the doubled slashes of its path made one; the same text where there are none. */
export function mergeSlashesOfUrl(url: string): string {
  const start = startOfPath(url);
  const end = endOfPath(url, start);
  return url.slice(0, start) + mergeSlashes(url.slice(start, end)) + url.slice(end);
}

/**
 * The request as the framework finds its route: with this setting of its router, which short hosts
 * need, it finds none under `https://`. Inside the house a URL's scheme says nothing, as behind a proxy.
 */
export function underHttp(request: Request): Request {
  const { url } = request;
  if (!url.startsWith('https:')) return request;
  return Object.defineProperty(request, 'url', { value: `http${url.slice(5)}` });
}

function rawPath(url: string): string {
  const start = startOfPath(url);
  return url.slice(start, endOfPath(url, start));
}

function startOfPath(url: string): number {
  if (url.charCodeAt(0) === 47) return 0;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start === -1 ? url.length : start;
}

function endOfPath(url: string, start: number): number {
  const end = url.indexOf('?', start);
  return end === -1 ? url.length : end;
}

function mergeSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/');
}
