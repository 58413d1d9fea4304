// The two paths that ask whether the process lives and takes requests; they alone need no right host (C2.6).

import type { Finding } from '../lib/readiness.ts';
import { NO_SNIFFING } from './security-headers.ts';

/** Asks whether the process lives. */
export const LIVE_PATH = '/livez';
/** Asks whether it takes requests. */
export const READY_PATH = '/readyz';

/** The answer of a process that lives. */
export function answerLive(): Response {
  return answerText(200, ['ok']);
}

/** The answer of a service that takes requests, with a line for each thing that is wrong. */
export function answerReady(findings: readonly Finding[]): Response {
  const isReady = findings.every((finding) => finding.isReady);
  const reasons = findings.map(({ reason }) => reason);
  return answerText(isReady ? 200 : 503, [isReady ? 'ok' : 'not ready', ...reasons]);
}

/** The answer of a service that starts or stops. */
export function answerNotReady(): Response {
  return answerText(503, ['not ready']);
}

function answerText(status: number, lines: readonly string[]): Response {
  return new Response(lines.join('\n'), {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...NO_SNIFFING },
  });
}
