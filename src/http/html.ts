// Answers that are pages: their policy, their validators, and their encodings.

import { compress, type Encoding, type Lasting } from '../lib/compress.ts';
import { sha256Base64, sha256Hex } from '../lib/sha256.ts';
import { type PlainPage, renderPlainPage } from '../views/plain-page.tsx';
import { type ByTheme, byTheme, plainStyles, type SiteLook } from '../views/site-look.ts';
import { type Incoming, REQUEST_ID_HEADER, requestIdOf } from './listener.ts';
import { answerNotModified, chooseEncoding } from './negotiation.ts';
import { pathOf } from './path.ts';
import { readTheme } from './preferences.ts';
import { NO_SNIFFING, NO_TRANSFORM } from './security-headers.ts';

const COMMON_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  ...NO_SNIFFING,
  'referrer-policy': 'same-origin',
};

const POLICY_END = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

function plainHeaders(styles: string, hasLogo: boolean) {
  const pictures = hasLogo ? "; img-src 'self'" : '';
  return {
    ...COMMON_HEADERS,
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${sha256Base64(styles)}'${pictures}; ${POLICY_END}`,
  };
}

type PlainHeaders = ByTheme<ReturnType<typeof plainHeaders>>;

const PLAIN_HEADERS = byTheme((theme) => plainHeaders(plainStyles[theme], false));
const headersOfLooks = new WeakMap<SiteLook, PlainHeaders>();

function headersOfLook(look: SiteLook | undefined): PlainHeaders {
  if (look === undefined) return PLAIN_HEADERS;
  let headers = headersOfLooks.get(look);
  if (headers === undefined) {
    const hasLogo = look.logoPath !== undefined;
    headers = byTheme((theme) => plainHeaders(look.plainStyles[theme], hasLogo));
    headersOfLooks.set(look, headers);
  }
  return headers;
}

const PAGE_HEADERS = { ...COMMON_HEADERS, 'content-security-policy': pagePolicy() };

const NO_STORE = 'private, no-store';

/** Headers of a kept page that shows who is logged in: this service alone keeps it. */
export const SITE_PAGE_HEADERS = { ...PAGE_HEADERS, 'cache-control': NO_STORE };

/** What a page may do beyond the usual. */
export interface PageAllowance {
  /** Further sources of scripts, as the policy spells them. */
  scripts?: readonly string[];
  /** Further places to connect to. */
  connections?: readonly string[];
  /** Further directives. */
  directives?: readonly string[];
}

/** The policy of a page: nothing but what this installation serves, and what is allowed on top. */
export function pagePolicy(allowance: PageAllowance = {}): string {
  const { scripts = [], connections = [], directives = [] } = allowance;
  return [
    "default-src 'none'",
    "style-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "img-src 'self'",
    ["connect-src 'self'", ...connections].join(' '),
    ...directives,
    POLICY_END,
  ].join('; ');
}

/**
 * A plain page with this status, which names the request by its id, unless its paragraphs do. It loads
 * nothing but the logo, so that it is whole wherever it is seen.
 */
export function answerPage(
  request: Incoming,
  status: number,
  page: Omit<PlainPage, 'requestId'>,
  isIdTold = false,
): Response {
  const requestId = requestIdOf(request);
  const frame = request.transport?.readFrame?.();
  request.isIdShown = true;
  const theme = readTheme(request);
  const html = renderPlainPage(isIdTold ? page : { ...page, requestId }, frame, theme);
  return new Response(html, {
    status,
    headers: { ...headersOfLook(frame?.look)[theme], [REQUEST_ID_HEADER]: requestId },
  });
}

/** The same for a request to a host that is not ours, which has nothing of the site. */
export function answerPageOfAnyHost(
  request: Incoming,
  status: number,
  page: Omit<PlainPage, 'requestId'>,
): Response {
  const requestId = requestIdOf(request);
  request.isIdShown = true;
  const theme = readTheme(request);
  const html = renderPlainPage({ ...page, requestId }, undefined, theme);
  const headers = { ...PLAIN_HEADERS[theme], [REQUEST_ID_HEADER]: requestId };
  return new Response(html, { status, headers });
}

/**
 * A page with this status for one visitor, which nobody may keep. One that `hasSecrets` of theirs is never
 * compressed (src/http/html.ts).
 */
export function answerSitePage(
  html: string,
  status = 200,
  policy = pagePolicy(),
  hasSecrets = false,
): Response {
  const headers = {
    ...COMMON_HEADERS,
    'content-security-policy': policy,
    'cache-control': hasSecrets ? `${NO_STORE}, ${NO_TRANSFORM}` : NO_STORE,
  };
  return new Response(html, { status, headers });
}

/** A file is compressed once: of the icon, half is left. */
const SMALLEST_FILE_COMPRESSED = 256;

/** A page that is sent many times: its bytes, their ETag, and each encoding once it was requested. */
export interface KeptPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly encoded: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** How much work compressing it is worth, or none since it is compressed already. */
  readonly lasts: Lasting;
  readonly isPacked: boolean;
}

/** Keeps a page or another text for `answerKeptPage`. */
export function keepPage(html: string, lasts: Lasting = 'a while'): KeptPage {
  const bytes = new TextEncoder().encode(html);
  const digest = sha256Hex(bytes).slice(0, 20);
  return { bytes, etag: digest, encoded: new Map(), lasts, isPacked: false };
}

/** Keeps a file whose digest is known for `answerKeptPage`; a packed one is never compressed again. */
export function keepFile(
  { bytes, digest }: { bytes: Uint8Array<ArrayBuffer>; digest: string },
  isPacked: boolean,
): KeptPage {
  return { bytes, etag: digest, encoded: new Map(), lasts: 'for good', isPacked };
}

/** Sends a kept page in the requested encoding, or 304 to a client that may keep it and has it already. */
export function answerKeptPage(
  request: Request,
  page: KeptPage,
  headers: Readonly<Record<string, string>> = PAGE_HEADERS,
): Response | Promise<Response> {
  const smallest = page.lasts === 'for good' ? SMALLEST_FILE_COMPRESSED : SMALLEST_COMPRESSED;
  const encoding =
    page.isPacked || page.bytes.length < smallest
      ? 'identity'
      : chooseEncoding(request.headers.get('accept-encoding'));
  const own = new Headers({
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  });
  for (const [name, value] of Object.entries(headers)) own.set(name, value);
  const etag = encoding === 'identity' ? `"${page.etag}"` : `"${page.etag}-${encoding}"`;
  const isForOne = own.get('cache-control') === NO_STORE;
  if (!isForOne) own.set('etag', etag);
  const unchanged = isForOne ? undefined : answerNotModified(request.headers, etag, own);
  if (unchanged !== undefined) return unchanged;
  if (encoding === 'identity') return new Response(page.bytes, { headers: own });
  let bytes = page.encoded.get(encoding);
  if (bytes === undefined) {
    bytes = compress(encoding, page.bytes, page.lasts);
    page.encoded.set(encoding, bytes);
  }
  own.set('content-encoding', encoding);
  return bytes.then((packed) => new Response(packed, { headers: own }));
}

/** Small answers are not worth the work, and grow. */
const SMALLEST_COMPRESSED = 1024;

/** Pages of a session that show nothing of the query, which chooses between a few known values. */
const WITHOUT_REFLECTION = /^\/server\/play\//;

/**
 * Whether an answer may be compressed. From the length of a compressed answer one can tell whether a text in
 * it repeats another. Whoever sees the lengths and has a victim's browser send requests with texts of their
 * choice can so guess a secret in it, letter by letter (BREACH). So nothing that is made for a session is
 * compressed but pages without secrets, and none of those where the request had a text to be shown again.
 */
function mayCompress(request: Request, { headers }: Response): boolean {
  if (headers.has('content-encoding') || headers.has('etag')) return false;
  if (headers.get('content-type')?.startsWith('text/html') !== true) return false;
  const cacheControl = headers.get('cache-control') ?? '';
  if (cacheControl.includes(NO_TRANSFORM)) return false;
  if (!cacheControl.includes('private')) return true;
  const { method, url } = request;
  const hasText = url.includes('?') && !WITHOUT_REFLECTION.test(pathOf(request));
  return (method === 'GET' || method === 'HEAD') && !hasText;
}

/**
 * The same answer, in the encoding that the request prefers where it may be compressed. Answers with an ETag, JSON among them,
 * have chosen their encoding already (`answerKeptPage`).
 */
export function compressAnswer(request: Request, answer: Response): Response | Promise<Response> {
  if (!mayCompress(request, answer)) return answer;
  const { headers } = answer;
  const vary = headers.get('vary') ?? '';
  if (!/accept-encoding/i.test(vary)) headers.append('vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  return encoding === 'identity' || answer.body === null ? answer : pack(answer, encoding);
}

async function pack(answer: Response, encoding: Encoding): Promise<Response> {
  const { status, headers } = answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length < SMALLEST_COMPRESSED) return new Response(bytes, { status, headers });
  const packed = await compress(encoding, bytes, 'once');
  headers.set('content-encoding', encoding);
  return new Response(packed, { status, headers });
}
