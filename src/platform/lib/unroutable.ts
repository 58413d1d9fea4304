// Recognises addresses that are unreachable from the internet.

import ipaddr from 'ipaddr.js';

/** Whether a dotted IPv4 address is private, loopback, link-local, multicast or reserved. Throws for any other text. */
export function isUnroutable(ip: string): boolean {
  return ipaddr.IPv4.parse(ip).range() !== 'unicast';
}
