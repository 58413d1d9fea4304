// Reads the body of a request within the limit, and its urlencoded fields. No field is ever an error.

import { ownCopy } from '../lib/text.ts';

/** The largest body that any route accepts, in bytes (C1.5). */
export const BODY_LIMIT = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
let arriving = 0;

/** Number of bodies that are still arriving, over all requests of this process. */
export function countArrivingBodies(): number {
  return arriving;
}

/** The body exceeds the limit. The rest is unread, so the answer must close the connection. */
export class BodyTooLargeError extends Error {
  constructor(readonly limit = BODY_LIMIT) {
    super();
  }
}

/**
 * The body as text without a byte order mark; empty if there is none. Invalid UTF-8 becomes U+FFFD. Returns
 * without a promise if nothing has to be awaited. Throws `BodyTooLargeError`.
 */
export function readBody(request: Request): string | Promise<string> {
  const { headers } = request;
  const announced = headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > BODY_LIMIT) throw new BodyTooLargeError();
    return announced === '0' ? '' : whileArriving(request.text());
  }
  // Reading `request.body` makes a stream of it, which costs more than the rest of a heartbeat.
  return headers.has('transfer-encoding')
    ? whileArriving(readBytes(request, BODY_LIMIT).then(decodeText))
    : '';
}

function whileArriving(body: Promise<string>): Promise<string> {
  arriving += 1;
  // Every heartbeat passes here, and `finally` costs more microtasks than this.
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

/** The body as bytes; empty if there is none. Throws `BodyTooLargeError`. */
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

/** Calls `take` with a copy of each decoded field of an urlencoded text, in order. */
export function readForm(text: string, take: (name: string, value: string) => void): void {
  splitForm(text, (name, value) => take(decodeField(name), decodeField(value)));
}

/**
 * Calls `take` with each field of an urlencoded text, undecoded and in order. Empty items, such as the one
 * before a leading `&`, are skipped (C1.14). A field without `=` has an empty value. Each piece keeps the whole text
 * in memory, so pass everything that you store through `decodeField`.
 */
export function splitForm(text: string, take: (name: string, value: string) => void): void {
  let start = 0;
  // The next `=` is searched only after the last one. Otherwise each field without one would search the whole text.
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

/** Whether decoding would not change the text. */
export const isPlain = (text: string): boolean => !text.includes('%') && !text.includes('+');

/**
 * Decodes a name or value: `+` is a space, `%XX` are UTF-8 bytes, an incomplete escape stays (C1.15, C6.3).
 * Returns a copy, so that no field keeps the body or URL in memory.
 */
export function decodeField(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  try {
    // This also copies a text without escapes, faster than any other way.
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
