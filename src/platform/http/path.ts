// The path of a request, cut out of its URL without parsing it, whom it is for, and the id of the request.

import type { Incoming } from './listener.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

const LOGGED_LENGTH = 120;
/** The longest part of a path that is no secret: the hash of a server. */
const HASH_LENGTH = 32;

/**
 * The raw path, doubled slashes made one (C1.2); read once for each request. `request.url` has no origin when no Host
 * was sent.
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
 * The path as a log may show it: one-time tokens stand in some below `/acc/`, keys of servers below `/h/`, and
 * one that was pasted elsewhere is long.
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
/** All but the page about the API. */
const FOR_PROGRAMS = /^\/(?:api(?!\/docs\/?$)|server\/heartbeat|heartbeat\.jsp|h)(?:\/|$)/;

/** Who reads an answer: programs over our own API or the compatible one, people in a terminal or a browser. */
export type Surface = 'own' | 'compatible' | 'terminal' | 'page';

export function surfaceOf(path: string): Surface {
  if (OTHER_PATHS.test(path)) return 'own';
  if (FOR_PROGRAMS.test(path)) return 'compatible';
  return IN_TERMINALS.test(path) ? 'terminal' : 'page';
}

export function isForPrograms(path: string): boolean {
  const surface = surfaceOf(path);
  return surface === 'own' || surface === 'compatible';
}

/** What the log and the answer's `X-Request-Id` call a request: as a trusted proxy does, or a new id. */
export function requestIdOf(request: Incoming): string {
  request.id ??= request.transport?.findId?.(request) ?? crypto.randomUUID();
  return request.id;
}

/** The URL with the doubled slashes of its path made one; the same text where there are none. */
export function mergeSlashesOfUrl(url: string): string {
  const start = startOfPath(url);
  const end = endOfPath(url, start);
  return url.slice(0, start) + mergeSlashes(url.slice(start, end)) + url.slice(end);
}

/** The same request under another URL; its body stays unread, and what it carries stays with it. */
export function withUrl(request: Request & { path?: string | undefined }, url: string): Request {
  request.path = undefined;
  return Object.defineProperty(request, 'url', { value: url, configurable: true });
}

/**
 * The request with the URL by which the framework finds its route: with the router's setting for short
 * hosts it finds none under `https://`. Nothing in the service depends on the scheme of a URL.
 */
export function underHttp(request: Request): Request {
  const { url } = request;
  if (!url.startsWith('https:')) return request;
  return withUrl(request, `http${url.slice(5)}`);
}

/** Where the path begins in a URL. */
export function startOfPath(url: string): number {
  if (url.charCodeAt(0) === 47) return 0;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start === -1 ? url.length : start;
}

/** Where the path that begins at `start` ends. */
export function endOfPath(url: string, start: number): number {
  const end = url.indexOf('?', start);
  return end === -1 ? url.length : end;
}

function mergeSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/');
}
