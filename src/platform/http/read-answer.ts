// Answers to public reads, open to any origin and revalidated by ETag, and private answers.

import { answerKeptPage, type KeptPage, keepPage } from './html.ts';
import { NO_SNIFFING } from './security-headers.ts';

/** Headers of every public read answer (C5.15). Sites of the community read these answers in the browser (C5.16). */
export const PUBLIC_READ_HEADERS = {
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding, Cookie',
  'access-control-allow-origin': '*',
} as const;

const PUBLIC_JSON_HEADERS = { ...PUBLIC_READ_HEADERS, 'content-type': 'application/json' } as const;

const PRIVATE_JSON_HEADERS = {
  ...NO_SNIFFING,
  'cache-control': 'private, no-store',
  'content-type': 'application/json',
} as const;

/** A public answer, for this request or kept for others too. Answers 304 if the client already has it. */
export function answerPublicJson(
  request: Request,
  body: string | KeptPage,
): Response | Promise<Response> {
  const kept = typeof body === 'string' ? keepPage(body, 'once') : body;
  return answerKeptPage(request, kept, PUBLIC_JSON_HEADERS);
}

/** An answer for one logged-in session, which nobody may keep (C5.14). */
export function answerPrivateJson(body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { headers: PRIVATE_JSON_HEADERS });
}
