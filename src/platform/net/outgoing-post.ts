// Sends the POST of a webhook to an address that a person typed. The check looks at the addresses that the name has at
// this moment, and the connection goes only to one of them: a name that changes in between leads nowhere.

import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import os from 'node:os';
import ipaddr from 'ipaddr.js';
import { createNameLookup, type FindAddresses } from '../lib/name-lookup.ts';
import { type PostWebhook, sendRequest } from '../lib/outgoing-request.ts';
import { systemTimers, type Timers, within } from '../lib/timers.ts';

const TIMEOUT_MS = 10_000;
/** Private networks that an operator may allow. Link-local, multicast and reserved networks are never allowed. */
const PRIVATE: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** The whole IPv6 space of the internet. Addresses outside it may lead to IPv4 addresses or anywhere else. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** The receivers that the settings allow. Hosts are in lower case; a host without a port means all ports. */
export interface ReceiverRules {
  mayBePrivate(): boolean;
  /** Hosts of this site. Like this machine's addresses, they are never receivers unless `namedHosts` lists them. */
  ownHosts?(): readonly string[];
  /** Hosts that the operator named: allowed at any address, and over http. */
  namedHosts?(): readonly string[];
}

/** Public addresses need https; private addresses also take http. */
function mayReach(address: string, isSecure: boolean, mayBePrivate: boolean): boolean {
  // Treats an IPv4 address mapped into IPv6 as IPv4.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (PRIVATE.includes(range)) return mayBePrivate;
  if (isOfThisMachine(parsed)) return false;
  return isSecure && range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6));
}

function isOfThisMachine(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const own = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some((each) => ipaddr.process(each.address).toString() === address.toString());
}

/**
 * Whether the URL leads to this site. A name matches on all ports. An address matches only on the site's port, since
 * other programs may listen on the others.
 */
export function isOwnHost(url: URL, ownHosts: readonly string[]): boolean {
  const name = url.hostname.replace(/\.$/, '');
  return ownHosts.some((host) => {
    const own = new URL(`${url.protocol}//${host}`);
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0 || name === 'localhost';
    return own.hostname === name && (!isAddress || own.port === url.port);
  });
}

/** The wait in milliseconds from whole seconds or a date; `undefined` for any other text and for the past. */
function readRetryAfter(text = ''): number | undefined {
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : undefined;
}

export function createWebhookPost(
  options: ReceiverRules & {
    findAddresses?: FindAddresses;
    timers?: Timers;
    /** Certificates of authorities to trust in addition; for tests. */
    ca?: string;
  },
): PostWebhook {
  const { mayBePrivate, timers = systemTimers, ca } = options;
  const { ownHosts = () => [], namedHosts = () => [] } = options;
  // This lookup is separate, so that names chosen by players delay no other lookup.
  const { findAddresses = createNameLookup({ timers }) } = options;

  function mayReceive(url: URL, addresses: readonly LookupAddress[]): boolean {
    const isSecure = url.protocol === 'https:';
    const port = url.port || (isSecure ? '443' : '80');
    const named = namedHosts();
    if (named.includes(url.hostname) || named.includes(`${url.hostname}:${port}`)) return true;
    if (isOwnHost(url, ownHosts())) return false;
    return addresses.every(({ address }) => mayReach(address, isSecure, mayBePrivate()));
  }

  async function send(
    { url: text, headers, body }: Parameters<PostWebhook>[0],
    signal: AbortSignal,
  ): ReturnType<PostWebhook> {
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = await findAddresses(host).catch(() => []);
    if (addresses.length === 0) return { status: 0, problem: 'dns' };
    if (!mayReceive(url, addresses)) return { status: 0, problem: 'address' };
    const length = { 'content-length': `${Buffer.byteLength(body)}` };
    const { statusCode: status = 0, headers: answered } = await sendRequest(url, {
      method: 'POST',
      headers: { ...headers, ...length },
      body,
      signal,
      addresses,
      ...(ca !== undefined && { ca }),
    });
    if (status >= 200 && status < 300) return { status };
    const retryAfterMs = readRetryAfter(answered['retry-after']);
    const problem = status >= 300 && status < 400 ? 'redirect' : 'refused';
    return { status, problem, ...(retryAfterMs !== undefined && { retryAfterMs }) };
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
      // Only the status of a response is read.
      over.abort();
    }
  };
}
