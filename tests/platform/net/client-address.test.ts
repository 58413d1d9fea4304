// The client address: the peer, or what trusted proxies say, and never what others say.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createAddressRanges } from '../../../src/platform/lib/address.ts';
import {
  createMetricsGate,
  createRequestAddress,
  findClientAddress,
} from '../../../src/platform/net/client-address.ts';
import { requestFrom } from '../../support/test-app.ts';

const TRUSTED = ['10.0.0.0/8', '127.0.0.1', '2001:db8:aaaa::/48'];
const PROXY = '10.0.0.1';
const RANGES = createAddressRanges(TRUSTED);
const clientAddress = (peer: string, forwardedFor: string | null) =>
  findClientAddress(peer, forwardedFor, RANGES);

// C6.18, C6.19
describe('with trusted proxies', () => {
  const cases: [peer: string, forwardedFor: string | null, address: string, why: string][] = [
    ['203.0.113.7', null, '203.0.113.7', 'a direct caller'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7', 'a stranger cannot name another address'],
    ['::ffff:203.0.113.7', null, '203.0.113.7', 'a direct caller on a socket of both families'],
    ['2001:DB8:0::1', null, '2001:db8::1', 'a direct IPv6 caller in its shortest form'],
    [PROXY, null, PROXY, 'a proxy that sends no header is the caller'],
    [PROXY, '', PROXY, 'so is one whose header is empty'],
    [PROXY, '203.0.113.7', '203.0.113.7', 'one proxy'],
    [`::ffff:${PROXY}`, '203.0.113.7', '203.0.113.7', 'a trusted proxy in its mapped form'],
    ['2001:db8:aaaa::1', '203.0.113.7', '203.0.113.7', 'a trusted proxy on IPv6'],
    ['127.0.0.1', '203.0.113.7, 10.9.9.9', '203.0.113.7', 'two proxies'],
    [PROXY, '1.1.1.1, 203.0.113.7', '203.0.113.7', 'what the caller made up stands left of it'],
    [PROXY, '10.0.0.5, 203.0.113.7', '203.0.113.7', 'even if it names a trusted proxy'],
    [PROXY, '203.0.113.7,10.0.0.2,10.0.0.3', '203.0.113.7', 'commas without spaces'],
    [PROXY, '203.0.113.7 \t,\t 10.0.0.2 ', '203.0.113.7', 'spaces and tabs'],
    [PROXY, '203.0.113.7:4711', '203.0.113.7', 'a port'],
    [PROXY, '203.0.113.7, 10.0.0.2:4711', '203.0.113.7', 'a port on a trusted entry'],
    [PROXY, '::ffff:203.0.113.7', '203.0.113.7', 'a mapped entry'],
    [PROXY, '203.0.113.7, [::ffff:10.0.0.2]:80', '203.0.113.7', 'a mapped trusted entry'],
    [PROXY, '[2001:DB8:0:0::7]:4711', '2001:db8::7', 'IPv6 with brackets and a port'],
    [PROXY, '2001:db8:0:0:0:0:0:7', '2001:db8::7', 'IPv6 written in full'],
    [PROXY, 'unknown', PROXY, 'an unreadable entry ends the walk at the proxy'],
    [PROXY, '203.0.113.7, unknown, 10.0.0.2', '10.0.0.2', 'or at the last good address'],
    [PROXY, '203.0.113.7, , 10.0.0.2', '10.0.0.2', 'an empty entry is unreadable'],
    [PROXY, '203.0.113.7,', PROXY, 'an empty last entry too'],
    [PROXY, ',203.0.113.7', '203.0.113.7', 'an empty first entry is never reached'],
    [PROXY, ',10.0.0.2', '10.0.0.2', 'an empty first entry behind trusted ones'],
    [PROXY, ',', PROXY, 'a lone comma'],
    [PROXY, '"203.0.113.7"', PROXY, 'quotes belong to another header'],
    [PROXY, 'for=203.0.113.7', PROXY, 'so does this'],
    [PROXY, '0203.0.113.7', PROXY, 'an octal-looking entry'],
    [PROXY, '10.0.0.3, 10.0.0.2', '10.0.0.3', 'all trusted: the left-most'],
    [PROXY, '10.0.0.2', '10.0.0.2', 'one entry, trusted'],
    ['not an address', '203.0.113.7', 'not an address', 'a peer without an address is no proxy'],
  ];
  test.each(cases)('%p with %p is %p: %s', (peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor)).toBe(address);
  });

  test('the hundredth hop is still read, what lies beyond it is not', () => {
    const hops = (count: number) => new Array(count).fill('10.0.0.2').join(',');
    expect(clientAddress(PROXY, `203.0.113.7,${hops(99)}`)).toBe('203.0.113.7');
    expect(clientAddress(PROXY, `203.0.113.7,${hops(100)}`)).toBe('10.0.0.2');
  });

  test('entries left of the one that the proxy added change nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(',', ', ', ' ,'), (claimed, comma) => {
        expect(clientAddress(PROXY, `${claimed}${comma}203.0.113.7`)).toBe('203.0.113.7');
      }),
    );
  });

  test('any header gives an address', () => {
    const header = fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constant('10.0.0.2')));
    fc.assert(
      fc.property(header, (entries) => {
        const address = clientAddress(PROXY, entries.join(','));
        expect(address).toMatch(/^[0-9a-f.:]+$/);
      }),
    );
  });
});

// C6.18
describe('without trusted proxies', () => {
  const none = createAddressRanges([]);

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
  ])('the peer %p is %p whatever the header says', (peer, address) => {
    expect(findClientAddress(peer, '203.0.113.7', none)).toBe(address);
    expect(findClientAddress(peer, null, none)).toBe(address);
  });
});

test('whom a request came from, and who may read the metrics, follow a reload', () => {
  const settings = { trustedProxies: [] as string[], metricsAllow: ['127.0.0.1/32'] };
  const addressOf = createRequestAddress(settings);
  const mayRead = createMetricsGate(settings, addressOf);
  const request = requestFrom('127.0.0.1', { headers: { 'x-forwarded-for': '198.51.100.9' } });
  expect(addressOf(request)).toBe('127.0.0.1');
  settings.trustedProxies = ['127.0.0.0/8'];
  expect(addressOf(request)).toBe('198.51.100.9');
  expect(mayRead(request)).toBe(false);
  settings.metricsAllow = ['198.51.100.0/24'];
  expect(mayRead(request)).toBe(true);
});
