// The two paths that ask whether the process lives and takes requests; they alone need no right host.

/** Asks whether the process lives. */
export const LIVE_PATH = '/livez';
/** Asks whether it takes requests. */
export const READY_PATH = '/readyz';

/** The answer of a service that is well. */
export function answerOk(): Response {
  return new Response('ok', {
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  });
}
