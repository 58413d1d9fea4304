// The two paths that ask whether the process lives and takes requests; they alone need no right host.

export const LIVE_PATH = '/livez';
export const READY_PATH = '/readyz';

/** The answer of a service that is well. */
export function answerOk(): Response {
  return new Response('ok', {
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  });
}
