// Compression of the pages that are made for one request: which may be compressed, and how.

import { compress, type Encoding } from '../lib/compress.ts';
import { chooseEncoding } from './encoding.ts';
import { pathOf } from './path.ts';

/** Small answers are not worth the work, and grow. */
export const SMALLEST_COMPRESSED = 1024;

/** In `Cache-Control`: nobody may compress this, a proxy neither. Pages with secrets of a session say it. */
export const NO_TRANSFORM = 'no-transform';

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
