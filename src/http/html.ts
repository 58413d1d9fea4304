// Answers that are pages.

import { type PlainPage, renderPlainPage } from '../pages/plain-page.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** A plain page with this status. */
export function answerPage(status: number, page: PlainPage): Response {
  return new Response(renderPlainPage(page), { status, headers: HEADERS });
}
