// The networks around an address.

import { expect, test } from 'bun:test';
import { networksOfAddress } from '../../src/lib/networks.ts';

const cases: [ip: string, address: string, site: string, provider: string][] = [
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['255.255.255.255', '255.255.255.255', '255.255.255.0/24', '255.255.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['::1', '::/64', '::/48', '::/32'],
  ['account 7', 'account 7', 'account 7', 'account 7'],
];
test.each(cases)('%p lies in %p, %p and %p', (ip, address, site, provider) => {
  expect(networksOfAddress(ip)).toEqual({ address, site, provider });
});
