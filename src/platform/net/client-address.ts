// Requests behind proxies: finds their client address, refuses those without a known one, and guards the metrics.

import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import { createReloaded } from '../lib/reloaded.ts';
import { ownCopy } from '../lib/text.ts';

export interface AddressRanges {
  contains(ip: string): boolean;
}

const SIGNS_OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'via'];

/** Where the operator's own proxy may run: this machine and private networks. */
const NEAR = createAddressRanges([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['100.64.0.0/10', '::1/128', 'fc00::/7', 'fe80::/10'],
]);

/** No real chain of proxies is longer. The rest of a longer header is ignored. */
const MAX_HOPS = 100;

interface ProxySettings {
  /** CIDR ranges, which a reload may change. */
  readonly trustedProxies: readonly string[];
}

interface Received extends Request {
  transport?: { requestIP(request: Request): { address: string } | null };
}

/** The address of the TCP peer; empty once the connection is closed. */
function peerOf(request: Received): string {
  const peer = request.transport?.requestIP(request)?.address ?? '';
  return normaliseIp(peer) ?? peer;
}

/** The client address: the rightmost one that is not a trusted proxy, as each proxy appends its peer (C6.18, C6.19). */
export function findClientAddress(
  peer: string,
  forwardedFor: string | null,
  trustedProxies: AddressRanges,
): string {
  const connected = normaliseIp(peer) ?? peer;
  if (forwardedFor === null || !trustedProxies.contains(connected)) return connected;
  // Logs and limits keep the address. Without a copy, the address would keep the whole header, which a client can make
  // long.
  return ownCopy(findForwarded(connected, forwardedFor, trustedProxies));
}

function findForwarded(
  connected: string,
  forwardedFor: string,
  trustedProxies: AddressRanges,
): string {
  let lastGood = connected;
  let end = forwardedFor.length;
  for (let hop = 0; hop < MAX_HOPS && end >= 0; hop++) {
    // For lastIndexOf a negative start means the first character, not "nowhere".
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
    const address = normaliseIp(forwardedFor.slice(comma + 1, end).trim());
    if (address === undefined) return lastGood;
    if (!trustedProxies.contains(address)) return address;
    lastGood = address;
    end = comma;
  }
  return lastGood;
}

export function createRequestAddress(settings: ProxySettings): (request: Received) => string {
  const proxies = createReloaded(() => settings.trustedProxies, createAddressRanges);
  return (request) => {
    const peer = peerOf(request);
    if (settings.trustedProxies.length === 0) return peer;
    return findClientAddress(peer, request.headers.get('x-forwarded-for'), proxies());
  };
}

/** Ids that the log can quote and search for. Longer and odder ids are ignored. */
const REQUEST_ID = /^[\w.:=+/-]{8,128}$/;

/** Reads the `X-Request-Id` of a request whose peer is a trusted proxy; `undefined` for other requests. */
export function createRequestId(
  settings: ProxySettings,
): (request: Received) => string | undefined {
  const proxies = createReloaded(() => settings.trustedProxies, createAddressRanges);
  return (request) => {
    const id = request.headers.get('x-request-id');
    if (id === null || !REQUEST_ID.test(id)) return undefined;
    return proxies().contains(peerOf(request)) ? id : undefined;
  };
}

function saysProxy({ headers }: Received): boolean {
  return SIGNS_OF_A_PROXY.some((name) => headers.has(name));
}

/** Recognises a nearby proxy while none is trusted. Everybody behind it has its address, so it is refused. */
export function createProxyCheck(
  settings: ProxySettings,
  onRefused: (proxy: string) => void,
): (request: Received) => string | undefined {
  return (request) => {
    if (settings.trustedProxies.length > 0 || !saysProxy(request)) return undefined;
    const address = peerOf(request);
    if (!NEAR.contains(address)) return undefined;
    onRefused(address);
    return address;
  };
}

/** Decides who may read the metrics: nobody through an untrusted proxy, since all share its address. */
export function createMetricsGate(
  settings: ProxySettings & { readonly metricsAllow: readonly string[] },
  addressOf: (request: Received) => string,
): (request: Received) => boolean {
  const readers = createReloaded(() => settings.metricsAllow, createAddressRanges);
  const proxies = createReloaded(() => settings.trustedProxies, createAddressRanges);
  return (request) => {
    if (saysProxy(request) && !proxies().contains(peerOf(request))) return false;
    return readers().contains(addressOf(request));
  };
}
