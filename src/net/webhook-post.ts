// Sends the POST of a webhook to an address that a person typed. It is decided on the addresses that the name has when it
// is sent, and the connection is made to one of those alone: a name that changes in between leads nowhere.

import type { LookupAddress } from 'node:dns';
import { lookup as lookUpName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
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
  /** Throws for a name that has no address. */
  lookup?(name: string): Promise<LookupAddress[]>;
  timers?: Timers;
  /** Certificates of authorities to trust in addition; for tests. */
  ca?: string;
}): PostWebhook {
  const { mayBePrivate, timers = systemTimers, ca } = options;
  const { lookup = (name: string) => lookUpName(name, { all: true }) } = options;

  async function send(
    { url: text, headers, body }: Parameters<PostWebhook>[0],
    signal: AbortSignal,
  ): ReturnType<PostWebhook> {
    const url = new URL(text);
    const isSecure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const known = family > 0 ? [{ address: host, family }] : await lookup(host).catch(() => []);
    const [first] = known;
    if (first === undefined) return { status: 0, problem: 'dns' };
    if (!known.every(({ address }) => mayReach(address, isSecure, mayBePrivate()))) {
      return { status: 0, problem: 'address' };
    }
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const request = (isSecure ? https : http).request(url, {
      ...{ method: 'POST', agent: false, signal, ...(ca === undefined ? {} : { ca }) },
      headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` },
      lookup: (_name, { all }, found) =>
        all ? found(null, known) : found(null, first.address, first.family),
    });
    request.on('response', resolve).on('error', reject).end(body);
    const { statusCode: status = 0 } = await promise;
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
