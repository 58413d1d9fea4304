// Sends the POST of a webhook to an address that a person typed. It is decided on the addresses that the name has when it
// is sent, and the connection is made to one of those alone: a name that changes in between leads nowhere.

import ipaddr from 'ipaddr.js';
import { createNameLookup, type FindAddresses } from '../lib/name-lookup.ts';
import { sendRequest } from '../lib/outgoing-request.ts';
import { systemTimers, type Timers, within } from '../lib/timers.ts';
import type { PostWebhook } from '../servers/webhooks/ports.ts';

const TIMEOUT_MS = 10_000;
/** Private networks that an operator may allow; link-local, multicast and reserved ones never. */
const PRIVATE: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** All that is given out for the internet; what is outside may lead to IPv4 addresses, or anywhere. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** To private addresses also by http. */
function mayReach(address: string, isSecure: boolean, mayBePrivate: boolean): boolean {
  // An IPv4 address that is mapped into IPv6 is that IPv4 address.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (PRIVATE.includes(range)) return mayBePrivate;
  return isSecure && range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
}

export function createWebhookPost(options: {
  mayBePrivate(): boolean;
  findAddresses?: FindAddresses;
  timers?: Timers;
  /** Certificates of authorities to trust in addition; for tests. */
  ca?: string;
}): PostWebhook {
  const { mayBePrivate, timers = systemTimers, ca } = options;
  // Of its own: names that players chose keep nobody else's waiting.
  const { findAddresses = createNameLookup({ timers }) } = options;

  async function send(
    { url: text, headers, body }: Parameters<PostWebhook>[0],
    signal: AbortSignal,
  ): ReturnType<PostWebhook> {
    const url = new URL(text);
    const isSecure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = await findAddresses(host).catch(() => []);
    if (addresses.length === 0) return { status: 0, problem: 'dns' };
    if (!addresses.every(({ address }) => mayReach(address, isSecure, mayBePrivate()))) {
      return { status: 0, problem: 'address' };
    }
    const length = { 'content-length': `${Buffer.byteLength(body)}` };
    const { statusCode: status = 0 } = await sendRequest(url, {
      method: 'POST',
      headers: { ...headers, ...length },
      body,
      signal,
      addresses,
      ...(ca !== undefined && { ca }),
    });
    if (status >= 200 && status < 300) return { status };
    return { status, problem: status >= 300 && status < 400 ? 'redirect' : 'refused' };
  }

  return async (request) => {
    const over = new AbortController();
    const sent = send(request, over.signal).catch(
      () => ({ status: 0, problem: 'connection' }) as const,
    );
    const late = () => ({ status: 0, problem: 'timeout' }) as const;
    try {
      return await within<Awaited<ReturnType<PostWebhook>>>(TIMEOUT_MS, sent, late, timers);
    } finally {
      // Nothing of an answer is read but its status.
      over.abort();
    }
  };
}
