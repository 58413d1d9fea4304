// Tells the addresses that nobody on the internet can be reached at.

import { createAddressRanges } from './address.ts';

const UNROUTABLE = createAddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** Whether a dotted IPv4 address is private, loopback, link-local, multicast or reserved. */
export function isUnroutable(ip: string): boolean {
  return UNROUTABLE.contains(ip);
}
