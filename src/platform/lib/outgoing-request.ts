// Sends one HTTP request to another site, by name over TLS. Redirects are not followed, and nothing is unpacked.

import type { LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { createNameLookup, toLookupFunction } from './name-lookup.ts';

/**
 * On each request that Muster sends. What has it is refused by every Muster: a heartbeat that somebody has Muster send
 * would come from the address of Muster.
 */
export const OUTGOING_HEADER = 'muster-outgoing';

/** Finds the addresses of names that the operator wrote into a setting. */
export const findNamedAddresses = createNameLookup();

/** Ends as soon as `signal` does, the answer too. Throws the system's error. */
export async function sendRequest(
  url: URL,
  options: {
    method?: 'GET' | 'POST';
    headers: Readonly<Record<string, string>>;
    body?: string | Buffer;
    signal: AbortSignal;
    /** Where its host is: the connection goes to one of these. Looked up unless given. */
    addresses?: LookupAddress[];
    /** Certificates of authorities to trust in addition; for tests. */
    ca?: string;
  },
): Promise<IncomingMessage> {
  // Loading them takes a tenth of the start, so the first request does it.
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

/** The body of an answer; `undefined` as soon as it is longer than `mostBytes`. */
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
