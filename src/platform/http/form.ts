// Reads what a request sends: its body, within the limit, and urlencoded fields, in which nothing is an error.

import { ownCopy } from '../lib/text.ts';

/** The largest body that any route takes, in bytes (C1.5). */
export const BODY_LIMIT = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
let arriving = 0;

/** How many bodies are still arriving, over all requests of this process. */
export function countArrivingBodies(): number {
  return arriving;
}

/** The body is over the limit. Its rest was not read, so the answer has to close the connection. */
export class BodyTooLargeError extends Error {
  constructor(readonly limit = BODY_LIMIT) {
    super();
  }
}

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
  return headers.has('transfer-encoding')
    ? whileArriving(readBytes(request, BODY_LIMIT).then(decodeText))
    : '';
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

/** The body as bytes, empty when there is none. Throws `BodyTooLargeError`. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit)
    throw new BodyTooLargeError(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLargeError(limit);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Calls `take` with each decoded field of an urlencoded text, in order; what it gets are copies. */
export function readForm(text: string, take: (name: string, value: string) => void): void {
  splitForm(text, (name, value) => take(decodeField(name), decodeField(value)));
}

/**
 * Calls `take` with each field of an urlencoded text as it stands there, in order. Empty items, such as the one
 * before a leading `&`, are skipped (C1.14); a field without `=` has an empty value. Each piece keeps the whole text
 * in memory: whatever is kept goes through `decodeField`.
 */
export function splitForm(text: string, take: (name: string, value: string) => void): void {
  let start = 0;
  // Searched again only after it was passed: otherwise each field without one would search the whole text.
  let equals = -1;
  const { length } = text;
  while (start < length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = length;
    if (end > start) {
      if (equals < start) equals = text.indexOf('=', start);
      if (equals === -1) equals = length;
      const split = Math.min(equals, end);
      take(text.slice(start, split), text.slice(split + 1, end));
    }
    start = end + 1;
  }
}

/** Whether decoding would leave the text as it is. */
export const isPlain = (text: string): boolean => !text.includes('%') && !text.includes('+');

/**
 * Decodes a name or value: `+` is a space, `%XX` are UTF-8 bytes, an incomplete escape stays as it is (C1.15, C6.3).
 * The result is a copy: no field keeps the body or the URL that it came in.
 */
export function decodeField(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  try {
    // Of a text without escapes it makes a copy too, in less time than anything else does.
    return decodeURIComponent(spaced);
  } catch {
    return ownCopy(decodeLeniently(spaced));
  }
}

function decodeLeniently(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (escapes) =>
    utf8.decode(
      Uint8Array.from(escapes.slice(1).split('%'), (digits) => Number.parseInt(digits, 16)),
    ),
  );
}
