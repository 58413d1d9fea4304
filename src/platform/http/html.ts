// Answers that are pages: their headers, their validators, and the encodings of kept pages.

import type { VNode } from 'preact';
import { compress, type Encoding, type Lasting } from '../lib/compress.ts';
import { contentDigest, sha256Base64 } from '../lib/digest.ts';
import { renderDocument } from '../views/layout.tsx';
import { type PlainPage, renderPlainPage } from '../views/plain-page.tsx';
import { plainStyles } from '../views/site-look.ts';
import { SMALLEST_COMPRESSED } from './compress-answer.ts';
import type { Incoming } from './listener.ts';
import { answerNotModified, chooseEncoding, readTheme } from './negotiation.ts';
import { REQUEST_ID_HEADER, requestIdOf } from './path.ts';
import { NO_SNIFFING, NO_TRANSFORM, POLICY_END, pagePolicy } from './security-headers.ts';

const COMMON_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  ...NO_SNIFFING,
  'referrer-policy': 'same-origin',
};

const PAGE_HEADERS = { ...COMMON_HEADERS, 'content-security-policy': pagePolicy() };

const NO_STORE = 'private, no-store';

/** Headers of a kept page that shows who is logged in. Only this service may keep it. */
export const SITE_PAGE_HEADERS = { ...PAGE_HEADERS, 'cache-control': NO_STORE };

/**
 * A plain page with this status. It contains the request's id, unless its paragraphs do. It loads nothing
 * but the logo, so it is complete everywhere. With `isOfSite` false it shows nothing of the site.
 */
export function answerPage(
  request: Incoming,
  status: number,
  page: Omit<PlainPage, 'requestId'>,
  { isIdTold = false, isOfSite = true } = {},
): Response {
  const frame = isOfSite ? request.transport?.readFrame?.() : undefined;
  const requestId = requestIdOf(request);
  request.isIdShown = true;
  const theme = readTheme(request);
  const html = renderPlainPage(isIdTold ? page : { ...page, requestId }, frame, theme);
  const styles = (frame?.look.plainStyles ?? plainStyles)[theme];
  const pictures = frame?.look.logoPath === undefined ? '' : "; img-src 'self'";
  return new Response(html, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${sha256Base64(styles)}'${pictures}; ${POLICY_END}`,
      [REQUEST_ID_HEADER]: requestId,
    },
  });
}

/** A page for one visitor, which nobody may keep. A page that `hasSecrets` is never compressed. */
export function answerSitePage(
  page: VNode | string,
  status = 200,
  policy = pagePolicy(),
  hasSecrets = false,
): Response {
  const headers = {
    ...COMMON_HEADERS,
    'content-security-policy': policy,
    'cache-control': hasSecrets ? `${NO_STORE}, ${NO_TRANSFORM}` : NO_STORE,
  };
  const html = typeof page === 'string' ? page : renderDocument(page);
  return new Response(html, { status, headers });
}

/** Smallest size of a compressed file in bytes. A file is compressed only once, and the icon shrinks by half. */
const SMALLEST_FILE_COMPRESSED = 256;

type Encoded = Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;

/** Keeps a page or other text for `answerKeptPage`: its bytes, their ETag, and each encoding after its first use. */
export function keepPage(html: string, lasts: Lasting = 'a while') {
  const bytes = new TextEncoder().encode(html);
  const etag = contentDigest(bytes);
  return { bytes, etag, encoded: new Map() as Encoded, lasts, isPacked: false };
}

export type KeptPage = ReturnType<typeof keepPage>;

/** Keeps a file with a known digest for `answerKeptPage`. A packed file is never compressed again. */
export function keepFile(
  { bytes, digest }: { bytes: Uint8Array<ArrayBuffer>; digest: string },
  isPacked: boolean,
): KeptPage {
  return { bytes, etag: digest, encoded: new Map(), lasts: 'for good', isPacked };
}

/** Sends a kept page in the requested encoding, or 304 to a client that has it already. */
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
  // The ETag is set even if nobody may keep the page, since the script of the list only asks for changes.
  own.set('etag', etag);
  const unchanged = answerNotModified(request.headers, etag, own);
  if (unchanged !== undefined) return unchanged;
  if (encoding === 'identity') return new Response(page.bytes, { headers: own });
  const bytes = page.encoded.getOrInsertComputed(encoding, () =>
    compress(encoding, page.bytes, page.lasts),
  );
  own.set('content-encoding', encoding);
  return bytes.then((packed) => new Response(packed, { headers: own }));
}
