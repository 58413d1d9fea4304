// Recognises addresses that are unreachable from the internet.

import ipaddr from 'ipaddr.js';

/** Whether a dotted IPv4 address is private, loopback, link-local, multicast or reserved. Throws for any other text. */
export function isUnroutable(ip: string): boolean {
  return ipaddr.IPv4.parse(ip).range() !== 'unicast';
}

const PRIVATE_RANGES = ['private', 'linkLocal', 'loopback'];

/** Whether a dotted IPv4 address is of a network such as one at home, or of this machine. Throws for any other text. */
export function isPrivate(ip: string): boolean {
  return PRIVATE_RANGES.includes(ipaddr.IPv4.parse(ip).range());
}
