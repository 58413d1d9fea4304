// Reads and writes IP addresses, finds the networks around them, and matches them against ranges.
//
// IPv4 and the sets of ranges are written by hand, because each heartbeat needs them: `ipaddr.js` takes seven times as
// long for an IPv4 address, and `net.BlockList` compares with one range after the other (23 µs for 5,000 ranges, where
// a set takes 0.15 µs). The runtime recognises and writes IPv6 addresses; `ipaddr.js` also accepts octal parts, and
// takes `::1.2.3.4` for 1.2.3.4.

import { isIPv6 } from 'node:net';
import { inputFailures } from '../messages/messages.ts';
import { Failure } from './failure.ts';

const UNREADABLE = -1;
const PORT_SUFFIX = /^(?::[0-9]{1,5})?$/;
const ZONE = /^[\w.~-]{1,64}$/;
const PREFIX_LENGTH = /^(?:0|[1-9][0-9]{0,2})$/;
const MAPPED_PREFIX = '::ffff:';
const DOT = 46;
const ZERO = 48;

function parseQuad(text: string, start: number, end: number): number {
  if (end - start < 7 || end - start > 15) return UNREADABLE;
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit === DOT) {
      if (octet < 0) return UNREADABLE;
      value = value * 256 + octet;
      octet = -1;
      dots++;
      continue;
    }
    const digit = unit - ZERO;
    // Some readers take a leading zero for octal, others ignore it.
    if (digit < 0 || digit > 9 || octet === 0) return UNREADABLE;
    octet = octet < 0 ? digit : octet * 10 + digit;
    if (octet > 255) return UNREADABLE;
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : UNREADABLE;
}

function formatQuad(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

function readGroups(text: string): number[] {
  const groups: number[] = [];
  if (text === '') return groups;
  for (const item of text.split(':')) {
    const quad = parseQuad(item, 0, item.length);
    if (quad === UNREADABLE) groups.push(Number.parseInt(item, 16));
    else groups.push(quad >>> 16, quad & 0xffff);
  }
  return groups;
}

/** The eight groups of an IPv6 address that has no brackets, port or zone. */
function parseIpv6(text: string): number[] | undefined {
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const [head = '', tail] = text.split('::');
  const first = readGroups(head);
  if (tail === undefined) return first;
  const last = readGroups(tail);
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** The shortest form (RFC 5952), which the URL standard uses for an IPv6 host. */
function formatIpv6(groups: readonly number[]): string {
  const text = groups.map((group) => group.toString(16)).join(':');
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}

/** The IPv4 value inside `::ffff:0:0/96`, or `UNREADABLE` for any other address. */
function unmapIpv4(groups: readonly number[]): number {
  const [a, b, c, d, e, f, high = 0, low = 0] = groups;
  if (a !== 0 || b !== 0 || c !== 0 || d !== 0 || e !== 0 || f !== 0xffff) return UNREADABLE;
  return high * 0x10000 + low;
}

function normaliseIpv6(text: string): string | undefined {
  const percent = text.indexOf('%');
  if (percent >= 0 && !ZONE.test(text.slice(percent + 1))) return undefined;
  const groups = parseIpv6(percent < 0 ? text : text.slice(0, percent));
  if (groups === undefined) return undefined;
  const quad = unmapIpv4(groups);
  return quad === UNREADABLE ? formatIpv6(groups) : formatQuad(quad);
}

export function isIpv4(text: string): boolean {
  return parseQuad(text, 0, text.length) !== UNREADABLE;
}

/** An address in its one spelling (C6.19), without port, brackets or zone. `undefined` for octal, hex, short IPv4. */
export function normaliseIp(text: string): string | undefined {
  // This runs for each heartbeat, so it tries first the two forms that sockets report.
  if (parseQuad(text, 0, text.length) !== UNREADABLE) return text;
  if (
    text.startsWith(MAPPED_PREFIX) &&
    parseQuad(text, MAPPED_PREFIX.length, text.length) !== UNREADABLE
  ) {
    return text.slice(MAPPED_PREFIX.length);
  }
  if (text.startsWith('[')) {
    const close = text.indexOf(']');
    if (close < 0 || !PORT_SUFFIX.test(text.slice(close + 1))) return undefined;
    return normaliseIpv6(text.slice(1, close));
  }
  const colon = text.indexOf(':');
  if (colon > 0 && parseQuad(text, 0, colon) !== UNREADABLE) {
    return PORT_SUFFIX.test(text.slice(colon)) ? text.slice(0, colon) : undefined;
  }
  return normaliseIpv6(text);
}

/** The key of a client in rate limits: its IPv4 address, or the /64 of its household. Other text stays as it is. */
export function groupOfAddress(ip: string): string {
  return networkOfAddress(ip, { ipv4: 32, ipv6: 64 });
}

/** The networks around an address. When the text is not an address, each network is the text itself. */
export interface Networks {
  address: string;
  /** The /24 or /48: the largest network that one customer of a provider usually gets. */
  site: string;
  /** The /16 or /32: a large part of one provider. */
  provider: string;
}

export function networksOfAddress(ip: string): Networks {
  return {
    address: groupOfAddress(ip),
    site: networkOfAddress(ip, { ipv4: 24, ipv6: 48 }),
    provider: networkOfAddress(ip, { ipv4: 16, ipv6: 32 }),
  };
}

/** The network around an address, by prefix length. Returns text that is not an address unchanged. */
export function networkOfAddress(ip: string, lengths: { ipv4: number; ipv6: number }): string {
  const quad = parseQuad(ip, 0, ip.length);
  if (quad !== UNREADABLE) return networkOfQuad(quad, lengths.ipv4);
  const groups = parseIpv6(ip);
  if (groups === undefined) return ip;
  const mapped = unmapIpv4(groups);
  if (mapped !== UNREADABLE) return networkOfQuad(mapped, lengths.ipv4);
  return `${formatIpv6(maskGroups(groups, lengths.ipv6))}/${lengths.ipv6}`;
}

function networkOfQuad(quad: number, prefixLength: number): string {
  const base = formatQuad(maskQuad(quad, prefixLength));
  return prefixLength === 32 ? base : `${base}/${prefixLength}`;
}

type Range =
  | { family: 4; base: number; prefixLength: number }
  | { family: 6; groups: readonly number[]; prefixLength: number };

function maskQuad(value: number, prefixLength: number): number {
  // In JavaScript, a shift by 32 is a shift by 0, so /0 needs its own answer.
  return prefixLength === 0 ? 0 : (value & (-1 << (32 - prefixLength))) >>> 0;
}

function maskGroups(groups: readonly number[], prefixLength: number): number[] {
  return groups.map((group, index) => {
    const kept = Math.min(16, Math.max(0, prefixLength - index * 16));
    return group & (0xffff << (16 - kept)) & 0xffff;
  });
}

function readRange(text: string): Range | undefined {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const lengthText = slash < 0 ? undefined : text.slice(slash + 1);
  if (lengthText !== undefined && !PREFIX_LENGTH.test(lengthText)) return undefined;

  const quad = parseQuad(address, 0, address.length);
  if (quad !== UNREADABLE) {
    const prefixLength = Number(lengthText ?? 32);
    if (prefixLength > 32) return undefined;
    return { family: 4, base: maskQuad(quad, prefixLength), prefixLength };
  }

  const groups = parseIpv6(address);
  const prefixLength = Number(lengthText ?? 128);
  if (groups === undefined || prefixLength > 128) return undefined;
  const mapped = unmapIpv4(groups);
  if (mapped === UNREADABLE || prefixLength < 96) {
    return { family: 6, groups: maskGroups(groups, prefixLength), prefixLength };
  }
  const shortLength = prefixLength - 96;
  return { family: 4, base: maskQuad(mapped, shortLength), prefixLength: shortLength };
}

function requireRange(text: string): Range {
  const range = readRange(text.trim());
  if (range !== undefined) return range;
  const seen = JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
  throw new Failure('invalid', inputFailures.range(seen));
}

/** An address or range as CIDR without host bits; mapped IPv4 becomes IPv4. Throws `invalid`. */
export function parseRange(text: string): string {
  const range = requireRange(text);
  const address = range.family === 4 ? formatQuad(range.base) : formatIpv6(range.groups);
  return `${address}/${range.prefixLength}`;
}

/** The IPv4 addresses of a range; none when the range has more than `most`. Throws `invalid`. */
export function listAddresses(text: string, most: number): string[] {
  const range = requireRange(text);
  const length = 2 ** (32 - range.prefixLength);
  if (range.family === 6 || length > most) return [];
  return Array.from({ length }, (_, index) => formatQuad(range.base + index));
}

/**
 * A set of ranges. Looking up an address takes one step per prefix length in the set. Text that is not an address is in
 * no set. Throws `invalid`.
 */
export function createAddressRanges(ranges: readonly string[]): {
  contains(ip: string): boolean;
} {
  const quads = new Map<number, Set<number>>();
  const groups = new Map<number, Set<string>>();
  for (const text of ranges) {
    const range = requireRange(text);
    const length = range.prefixLength;
    if (range.family === 4) quads.getOrInsertComputed(length, () => new Set()).add(range.base);
    else groups.getOrInsertComputed(length, () => new Set()).add(range.groups.join(':'));
  }

  function containsQuad(quad: number): boolean {
    for (const [prefixLength, bases] of quads) {
      if (bases.has(maskQuad(quad, prefixLength))) return true;
    }
    return false;
  }

  function containsIpv6(address: readonly number[]): boolean {
    for (const [prefixLength, bases] of groups) {
      if (bases.has(maskGroups(address, prefixLength).join(':'))) return true;
    }
    return false;
  }

  return {
    contains(ip) {
      const quad = parseQuad(ip, 0, ip.length);
      if (quad !== UNREADABLE) return containsQuad(quad);
      const address = parseIpv6(ip);
      if (address === undefined) return false;
      const mapped = unmapIpv4(address);
      return mapped === UNREADABLE ? containsIpv6(address) : containsQuad(mapped);
    },
  };
}
