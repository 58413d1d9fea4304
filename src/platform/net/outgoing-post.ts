// Sends the POST of a webhook to an address that a person typed. It is decided on the addresses that the name has when it
// is sent, and the connection is made to one of those alone: a name that changes in between leads nowhere.

import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import os from 'node:os';
import ipaddr from 'ipaddr.js';
import type { WebhookAnswer } from '../../modules/webhooks/webhook-ports.ts';
import { createNameLookup, type FindAddresses } from '../lib/name-lookup.ts';
import { sendRequest } from '../lib/outgoing-request.ts';
import { systemTimers, type Timers, within } from '../lib/timers.ts';

/** Sends a POST. Never throws, and ends within ten seconds. `retryAfterMs` is how long a receiver that refused asks to wait. */
export type PostWebhook = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}) => Promise<Pick<WebhookAnswer, 'status' | 'problem'> & { retryAfterMs?: number }>;

const TIMEOUT_MS = 10_000;
/** Private networks that an operator may allow; link-local, multicast and reserved ones never. */
const PRIVATE: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** All that is given out for the internet; what is outside may lead to IPv4 addresses, or anywhere. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Which receivers the settings allow. Hosts are in lower case, with a port or for all ports. */
export interface ReceiverRules {
  mayBePrivate(): boolean;
  /** Of this site: never receivers, as the addresses of this machine, unless they are named. */
  ownHosts?(): readonly string[];
  /** That the operator named: wherever they are, by http too. */
  namedHosts?(): readonly string[];
}

/** To private addresses also by http. */
function mayReach(address: string, isSecure: boolean, mayBePrivate: boolean): boolean {
  // An IPv4 address that is mapped into IPv6 is that IPv4 address.
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

/** Of a name all ports, of an address, where other programs may listen, that of this site. */
export function isOwnHost(url: URL, ownHosts: readonly string[]): boolean {
  const name = url.hostname.replace(/\.$/, '');
  return ownHosts.some((host) => {
    const own = new URL(`${url.protocol}//${host}`);
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0 || name === 'localhost';
    return own.hostname === name && (!isAddress || own.port === url.port);
  });
}

/** Of whole seconds or a date; nothing of anything else, and of what is over. */
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
  // Of its own: names that players chose keep nobody else's waiting.
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
      // Nothing of an answer is read but its status.
      over.abort();
    }
  };
}
