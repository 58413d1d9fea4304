// Finds addresses that nobody on the internet can be reached at.

import ipaddr from 'ipaddr.js';

/** Whether a dotted IPv4 address is private, loopback, link-local, multicast or reserved. Throws for other texts. */
export function isUnroutable(ip: string): boolean {
  return ipaddr.IPv4.parse(ip).range() !== 'unicast';
}
