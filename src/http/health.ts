// The two paths that ask whether the process lives and takes requests; they alone need no right host (C2.6).

import type { HealthReport, Readiness } from '../lib/readiness.ts';
import { NO_SNIFFING } from './security-headers.ts';

export const LIVE_PATH = '/livez';
export const READY_PATH = '/readyz';

const HEADERS = { 'cache-control': 'no-store', ...NO_SNIFFING };

export function answerLive(): Response {
  return new Response('ok', { headers: { 'content-type': 'text/plain', ...HEADERS } });
}

/** What the checks find, after those that take time: 503 when requests should go elsewhere. */
export async function answerReady(readiness: Pick<Readiness, 'probe' | 'read'>): Promise<Response> {
  await readiness.probe();
  return answerReport(readiness.read());
}

/** The answer of a service that starts or stops. `now` is in milliseconds since the Unix epoch. */
export function answerNotReady(now: number): Response {
  const since = new Date(now).toISOString();
  const message = 'The service is starting or stopping.';
  return answerReport({
    status: 'not_ready',
    checks: { service: { status: 'failed', since, message } },
  });
}

function answerReport(report: HealthReport): Response {
  const status = report.status === 'not_ready' ? 503 : 200;
  return Response.json(report, { status, headers: HEADERS });
}
