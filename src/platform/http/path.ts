// The path of a request, cut from its URL without parsing, its surface, and the id of the request.

import type { Incoming } from './listener.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const LOGGED_LENGTH = 120;
/** The longest part of a path that is not secret: the hash of a server. */
const HASH_LENGTH = 32;

/**
 * The raw path with double slashes merged (C1.2), computed once for each request. `request.url` has no origin
 * without a Host header.
 */
export function pathOf(request: Request & { path?: string | undefined }): string {
  if (request.path === undefined) {
    const { url } = request;
    const start = startOfPath(url);
    const path = url.slice(start, endOfPath(url, start));
    request.path = path.includes('//') ? mergeSlashes(path) : path;
  }
  return request.path;
}

/**
 * The path for logs. Some paths below `/acc/` contain one-time tokens, those below `/h/` contain keys of
 * servers, and a token pasted elsewhere is recognised by its length.
 */
export function pathForLog(path: string): string {
  const isAccount = /(?:^|\/|%2f)(?:acc|h)(?:\/|%2f)/i.test(path);
  const isShown = (part: string) =>
    isAccount ? /^[a-z-]{0,24}$/.test(part) : part.length <= HASH_LENGTH;
  return path
    .split('/')
    .map((part) => (isShown(part) ? part : '…'))
    .join('/')
    .slice(0, LOGGED_LENGTH);
}

const OTHER_PATHS = /^\/api\/v1(?:\/|$)/;
const IN_TERMINALS = /^\/server\/address\/?$/;
/** API paths, except the page about the API. */
const FOR_PROGRAMS = /^\/(?:api(?!\/docs(?:\/|$))|server\/heartbeat|heartbeat\.jsp|h)(?:\/|$)/;

const FOR_OAUTH =
  /^\/(?:oidc\/(?:jwks|revoke|token|userinfo)|\.well-known\/openid-configuration)\/?$/;

/** Whether programs expect failures here in the form of OAuth. */
export const isForOauth = (path: string): boolean => FOR_OAUTH.test(path);

/** The reader of an answer: programs over our own API or the compatible one, people in a terminal or a browser. */
export type Surface = 'own' | 'compatible' | 'terminal' | 'page';

export function surfaceOf(path: string): Surface {
  if (OTHER_PATHS.test(path)) return 'own';
  if (FOR_PROGRAMS.test(path) || isForOauth(path)) return 'compatible';
  return IN_TERMINALS.test(path) ? 'terminal' : 'page';
}

export function isForPrograms(path: string): boolean {
  const surface = surfaceOf(path);
  return surface === 'own' || surface === 'compatible';
}

/** The id of a request in the log and in `X-Request-Id`: from a trusted proxy, or a new one. */
export function requestIdOf(request: Incoming): string {
  request.id ??= request.transport?.findId?.(request) ?? crypto.randomUUID();
  return request.id;
}

/** Merges double slashes in the path of a URL. Returns the same text if there are none. */
export function mergeSlashesOfUrl(url: string): string {
  const start = startOfPath(url);
  const end = endOfPath(url, start);
  return url.slice(0, start) + mergeSlashes(url.slice(start, end)) + url.slice(end);
}

/** Changes the URL of a request in place. Its body stays unread, and its other data stays with it. */
export function withUrl(request: Request & { path?: string | undefined }, url: string): Request {
  request.path = undefined;
  return Object.defineProperty(request, 'url', { value: url, configurable: true });
}

/**
 * Gives the request the URL that the framework can route: with the router's setting for short
 * hosts it finds no route under `https://`. Nothing in the service depends on the scheme of a URL.
 */
export function underHttp(request: Request): Request {
  const { url } = request;
  if (!url.startsWith('https:')) return request;
  return withUrl(request, `http${url.slice(5)}`);
}

/** The index in a URL where the path begins. */
export function startOfPath(url: string): number {
  if (url.charCodeAt(0) === 47) return 0;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start === -1 ? url.length : start;
}

/** The index where the path that begins at `start` ends. */
export function endOfPath(url: string, start: number): number {
  const end = url.indexOf('?', start);
  return end === -1 ? url.length : end;
}

function mergeSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/');
}
