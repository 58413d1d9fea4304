// Reads the body of a request, within its limit.

/** The largest body that any route takes, in bytes (C1.5). */
export const BODY_LIMIT = 64 * 1024;

let arriving = 0;

/** How many bodies are still arriving, over all requests of this process. */
export function countArrivingBodies(): number {
  return arriving;
}

/** The body is over the limit. Its rest was not read, so the answer has to close the connection. */
export class BodyTooLargeError extends Error {}

/**
 * The body as text, empty when there is none, without a byte order mark; invalid UTF-8 becomes U+FFFD. Answers at once where
 * nothing has to be waited for. Throws `BodyTooLargeError`.
 */
export function readBody(request: Request): string | Promise<string> {
  const { headers } = request;
  const announced = headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > BODY_LIMIT) throw new BodyTooLargeError();
    return announced === '0' ? '' : whileArriving(request.text());
  }
  // Asking for `request.body` makes a stream of it, which costs more than the rest of a heartbeat.
  return headers.has('transfer-encoding') ? whileArriving(readChunks(request)) : '';
}

function whileArriving(body: Promise<string>): Promise<string> {
  arriving += 1;
  // Every heartbeat comes this way, and `finally` costs more turns than this.
  return body.then(
    (text) => {
      arriving -= 1;
      return text;
    },
    (error: unknown) => {
      arriving -= 1;
      throw error;
    },
  );
}

/** A body of a length that nobody announced. */
async function readChunks(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
