// Sends one HTTP request to another site. It follows no redirect and unpacks no body.

import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { createNameLookup, toLookupFunction } from './name-lookup.ts';

/**
 * A header on each request that Muster sends. Every Muster refuses requests with this header: otherwise somebody could
 * make a Muster send a heartbeat from that Muster's address.
 */
export const OUTGOING_HEADER = 'muster-outgoing';

/** Why the receiver of a POST did not take it. */
export type PostProblem = 'dns' | 'address' | 'connection' | 'timeout' | 'redirect' | 'refused';

/** Sends a POST. Never throws, and ends within ten seconds. `status` is 0 without an answer. `retryAfterMs` is the wait that the receiver asks for. */
export type PostWebhook = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}) => Promise<{ status: number; problem?: PostProblem; retryAfterMs?: number }>;

/** Looks up names that the operator wrote into a setting. */
export const findNamedAddresses = createNameLookup();

/** Sends the request. `signal` ends both the request and its response. Throws the system's error. */
export async function sendRequest(
  url: URL,
  options: {
    method?: 'GET' | 'POST';
    headers: Readonly<Record<string, string>>;
    body?: string | Buffer;
    signal: AbortSignal;
    /** Addresses of the host: the connection goes to one of these. Without them, the name is looked up. */
    addresses?: LookupAddress[];
    /** Certificates of authorities to trust in addition; for tests. */
    ca?: string;
  },
): Promise<IncomingMessage> {
  // Loading the modules takes a tenth of the start, so the first request loads them.
  const { request: send } = await (url.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  const { method = 'GET', headers, body, signal, addresses, ca } = options;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const known = addresses === undefined ? findNamedAddresses : async () => addresses;
  const request = send(url, {
    method,
    signal,
    agent: false,
    headers: { ...headers, [OUTGOING_HEADER]: 'true' },
    lookup: toLookupFunction(known),
    ...(ca !== undefined && { ca }),
  });
  request.on('response', resolve).on('error', reject).end(body);
  return promise;
}

/** The body of a response; `undefined` as soon as it exceeds `mostBytes`. */
export async function readAnswer(
  answer: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
