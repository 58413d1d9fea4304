// What a request's headers say of the answer: its encoding, whether the client has it, its language and theme.

import { AsyncLocalStorage } from 'node:async_hooks';
import { ENCODINGS, type Encoding } from '../lib/compress.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../messages/language.ts';
import { SYSTEM_THEME, THEMES, type Theme } from '../views/site-look.ts';
import { makeCookie, readCookie } from './cookies.ts';

const KEPT_LIMIT = 200;
const MAX_KEPT_LENGTH = 200;
const kept = new Map<string, Encoding | 'identity'>();

/**
 * The encoding to use: the one with the highest quality, br before zstd before gzip among equals,
 * `identity` unless the request asks for one of them by name or by `*` (C1.11).
 *
 * Compatibility: the launcher cannot inflate, and sends no Accept-Encoding.
 */
export function chooseEncoding(acceptEncoding: string | null): Encoding | 'identity' {
  if (acceptEncoding === null) return 'identity';
  const known = kept.get(acceptEncoding);
  if (known !== undefined) return known;
  const chosen = parseAcceptEncoding(acceptEncoding);
  // The few values that clients really send are read once; an odd one must not fill the memory.
  if (kept.size < KEPT_LIMIT && acceptEncoding.length <= MAX_KEPT_LENGTH) {
    kept.set(acceptEncoding, chosen);
  }
  return chosen;
}

export function parseAcceptEncoding(header: string): Encoding | 'identity' {
  const qualities = new Map<string, number>();
  for (const item of header.split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (coding !== '')
      qualities.set(coding === 'x-gzip' ? 'gzip' : coding, readQuality(parameters));
  }
  const others = qualities.get('*') ?? 0;
  let best: Encoding | 'identity' = 'identity';
  let bestQuality = qualities.get('identity') ?? 0;
  for (const encoding of [...ENCODINGS].reverse()) {
    const quality = qualities.get(encoding) ?? others;
    if (quality > 0 && quality >= bestQuality) {
      best = encoding;
      bestQuality = quality;
    }
  }
  return best;
}

/** The `q` among the parameters of an accepted value, 0 to 1: 1 without one, 0 for what cannot be read. */
function readQuality(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    if (!parameter.startsWith('q=')) continue;
    const text = parameter.slice(2);
    return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
  }
  return 1;
}

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

/** Longest header that is looked at; those of browsers are shorter. */
const MAX_HEADER_LENGTH = 512;

/** The language for a request's answer: the one that was switched to, or the best of those accepted. */
export function chooseLanguage(headers: Headers): Language {
  const chosen = readCookie({ headers }, 'language');
  if (isLanguage(chosen)) return chosen;
  return findAccepted(headers.get('accept-language') ?? '') ?? DEFAULT_LANGUAGE;
}

/** The accepted language with the greatest weight, the first of equals; `undefined` where none is ours. */
function findAccepted(header: string): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const item of header.slice(0, MAX_HEADER_LENGTH).split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const [language = ''] = range.split('-');
    const weight = readQuality(parameters);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

const current = new AsyncLocalStorage<Theme>();

/** The theme that was chosen with a form or a cookie; that of the system for anything else. */
export function parseTheme(text: string): Theme {
  return THEMES.find((theme) => theme === text) ?? SYSTEM_THEME;
}

export function readTheme(request: Pick<Request, 'headers'>): Theme {
  return parseTheme(readCookie(request, 'theme'));
}

/** Answers a request, and makes every page on the way in the theme of its cookie. */
export function inThemeOf<Result>(request: Request, answer: () => Result): Result {
  const theme = readTheme(request);
  return theme === SYSTEM_THEME ? answer() : current.run(theme, answer);
}

export function currentTheme(): Theme {
  return current.getStore() ?? SYSTEM_THEME;
}

export function themeCookie(context: Parameters<typeof makeCookie>[0], theme: Theme) {
  return makeCookie(context, 'theme', theme, theme === SYSTEM_THEME ? 0 : undefined);
}
