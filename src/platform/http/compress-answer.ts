// Compresses answers, except those whose length could betray a secret.

import { compress } from '../lib/compress.ts';
import { chooseEncoding } from './negotiation.ts';
import { pathOf } from './path.ts';
import { NO_TRANSFORM } from './security-headers.ts';

/** Smallest size of a compressed answer in bytes. */
export const SMALLEST_COMPRESSED = 1024;

/** Pages of a session that never repeat the query, which only chooses between a few known values. */
const WITHOUT_REFLECTION = /^\/server\/play\//;

/**
 * Whether an answer may be compressed. The length of a compressed answer shows whether a text in it repeats
 * another. Attackers who see lengths, and who can make a victim's browser send texts of their
 * choice, can guess a secret in the answer letter by letter (BREACH). So answers for a session are only
 * compressed if they are pages without secrets, and only if the request has no text that the page may repeat.
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

/** Returns the answer in the encoding that the request prefers, if it may be compressed. */
export async function compressAnswer(request: Request, answer: Response): Promise<Response> {
  if (!mayCompress(request, answer)) return answer;
  const { status, headers } = answer;
  const vary = headers.get('vary') ?? '';
  if (!/accept-encoding/i.test(vary)) headers.append('vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  if (encoding === 'identity' || answer.body === null) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length < SMALLEST_COMPRESSED) return new Response(bytes, { status, headers });
  const packed = await compress(encoding, bytes, 'once');
  headers.set('content-encoding', encoding);
  return new Response(packed, { status, headers });
}
