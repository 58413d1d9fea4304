// Choices by request headers: encoding, whether the client already has the answer, language and theme.

import { AsyncLocalStorage } from 'node:async_hooks';
import { ENCODINGS, type Encoding } from '../lib/compress.ts';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../messages/language.ts';
import { SYSTEM_THEME, THEMES, type Theme } from '../views/site-look.ts';
import { makeCookie, readCookie } from './cookies.ts';

const KEPT_LIMIT = 200;
const MAX_KEPT_LENGTH = 200;
const kept = new Map<string, Encoding | 'identity'>();

/**
 * The encoding with the highest quality; among equals br before zstd before gzip. Returns
 * `identity` unless the request names one of them or `*` (C1.11).
 *
 * Compatibility: the launcher cannot decompress, and sends no Accept-Encoding.
 */
export function chooseEncoding(acceptEncoding: string | null): Encoding | 'identity' {
  if (acceptEncoding === null) return 'identity';
  const known = kept.get(acceptEncoding);
  if (known !== undefined) return known;
  const chosen = parseAcceptEncoding(acceptEncoding);
  // Clients send only a few values, so these are parsed once. Long or odd values must not fill the memory.
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

/** The `q` parameter of an accepted value, 0 to 1: 1 if missing, 0 if unreadable. */
function readQuality(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    if (!parameter.startsWith('q=')) continue;
    const text = parameter.slice(2);
    return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
  }
  return 1;
}

/** The 304 for a request whose If-None-Match has this ETag, otherwise `undefined`. `headers` include the ETag. */
export function answerNotModified(
  requested: Headers,
  etag: string,
  headers: HeadersInit,
): Response | undefined {
  const ifNoneMatch = requested.get('if-none-match');
  if (ifNoneMatch === null || !matchesEtag(ifNoneMatch, etag)) return undefined;
  return new Response(null, { status: 304, headers });
}

/** Whether an If-None-Match header has this ETag. Weak and strong ones compare as equal. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
}

/** Longest header that is parsed. Those of browsers are shorter. */
const MAX_HEADER_LENGTH = 512;

/** The language of the answer: the visitor's choice, or the best accepted one. */
export function chooseLanguage(headers: Headers): Language {
  const chosen = readCookie({ headers }, 'language');
  if (isLanguage(chosen)) return chosen;
  return findAccepted(headers.get('accept-language') ?? '') ?? DEFAULT_LANGUAGE;
}

/** The accepted language with the greatest weight, the first among equals; `undefined` if the site has none of them. */
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

/** The theme from a form or a cookie. Any other text means the system's theme. */
export function parseTheme(text: string): Theme {
  return THEMES.find((theme) => theme === text) ?? SYSTEM_THEME;
}

export function readTheme(request: Pick<Request, 'headers'>): Theme {
  return parseTheme(readCookie(request, 'theme'));
}

/** Runs `answer` with the theme of the request's cookie for all pages that it renders. */
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
