// Addresses: every form that a socket, a proxy or a person writes, and every form that is refused.

import { describe, expect, test } from 'bun:test';
import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import {
  groupOfAddress,
  isIpv4,
  networkOfAddress,
  networksOfAddress,
  normaliseIp,
} from '../../../src/platform/lib/address.ts';
import { rounds } from '../../support/rounds.ts';

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const quadText = octets.map((parts) => parts.join('.'));
const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });
const nearlyAddresses = fc.string({
  unit: fc.constantFrom(...'0123456789abfx.:[]%/ -'),
  maxLength: 48,
});

/** What WHATWG's own parser makes of an IPv6 address: the shortest form, mapped ones in hex. */
function shortestByUrl(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

describe('normaliseIp', () => {
  const readable: [text: string, address: string, why: string][] = [
    ['203.0.113.7:55', '203.0.113.7', 'a port is dropped'],
    ['::FFFF:203.0.113.7', '203.0.113.7', 'a mapped address in capitals'],
    ['::ffff:cb00:7107', '203.0.113.7', 'a mapped address in hex'],
    ['0000:0000:0000:0000:0000:ffff:192.168.100.100', '192.168.100.100', 'the longest form'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7', 'a mapped address in brackets'],
    ['[::1]:80', '::1', 'brackets and a port are dropped'],
    ['fe80::1%eth0', 'fe80::1', 'a zone is dropped'],
    ['[fe80::1%eth0.5]:80', 'fe80::1', 'zone, brackets and port together'],
    ['2001:DB8::A', '2001:db8::a', 'capitals become small'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221', 'a dotted tail that is not mapped stays IPv6'],
    ['::1.2.3.4', '::102:304', 'the deprecated compatible form is not the mapped one'],
  ];
  test.each(readable)('%p is %p: %s', (text, address) => {
    expect(normaliseIp(text)).toBe(address);
  });

  const unreadable: [text: string, why: string][] = [
    ['', 'nothing'],
    ['1.2.3', 'a shortened form'],
    ['16909060', 'one number'],
    ['01.2.3.4', 'a leading zero'],
    ['1.2.3.00', 'two zeros'],
    ['0x1.2.3.4', 'hexadecimal'],
    ['256.1.1.1', 'an octet too high'],
    ['1.2.3.4.5', 'five octets'],
    ['1.2.3.', 'a missing octet'],
    ['1..2.3', 'an empty octet'],
    [' 1.2.3.4', 'a space'],
    ['1.2.3.4\n', 'a line end'],
    ['1.2.3.4:', 'a port without digits'],
    ['1.2.3.4:123456', 'a port of six digits'],
    ['1.2.3.4%eth0', 'a zone on IPv4'],
    ['[1.2.3.4]', 'IPv4 in brackets'],
    ['[::1', 'an open bracket'],
    ['[::1]x', 'text after a bracket'],
    ['::ffff:01.2.3.4', 'a leading zero in a mapped address'],
    ['::ffff:1.2.3', 'a shortened mapped address'],
    ['fe80::1%', 'an empty zone'],
    ['fe80::1%a b', 'a zone with a space'],
    ['::1/128', 'a range'],
  ];
  test.each(unreadable)('%p cannot be read: %s', (text) => {
    expect(normaliseIp(text)).toBeUndefined();
  });

  test('every dotted address is itself, with a port or mapped too', () => {
    fc.assert(
      fc.property(quadText, fc.nat(65_535), (quad, port) => {
        expect(normaliseIp(quad)).toBe(quad);
        expect(normaliseIp(`${quad}:${port}`)).toBe(quad);
        expect(normaliseIp(`::ffff:${quad}`)).toBe(quad);
        expect(normaliseIp(shortestByUrl(`::ffff:${quad}`))).toBe(quad);
      }),
    );
  });

  test('every IPv6 address comes out as another parser writes it', () => {
    fc.assert(
      fc.property(groups, (parts) => {
        const text = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
        const shortest = shortestByUrl(text);
        fc.pre(!shortest.startsWith('::ffff:'));
        expect(normaliseIp(text)).toBe(shortest);
        expect(normaliseIp(`[${text.toUpperCase()}]:80`)).toBe(shortest);
      }),
    );
  });

  test('what another reader takes for an address is read, and nothing else without extras', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyAddresses, fc.ipV6(), fc.ipV4()), (text) => {
        const isPlain = !/[[\]%]/.test(text) && !/^[0-9.]+:[0-9]*$/.test(text);
        if (isPlain) expect(normaliseIp(text) !== undefined).toBe(isIPv4(text) || isIPv6(text));
      }),
      rounds(2_000),
    );
  });

  test('any text is read or refused without a crash, and what was read reads as itself', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyAddresses, fc.string(), fc.ipV6()), (text) => {
        const address = normaliseIp(text);
        if (address === undefined) return;
        expect(normaliseIp(address)).toBe(address);
        expect(isIPv4(address) || isIPv6(address)).toBe(true);
      }),
      rounds(1_000),
    );
  });
});

describe('isIpv4', () => {
  test.each(['1.2.3.4', '0.0.0.0'])('%p is', (text) => {
    expect(isIpv4(text)).toBe(true);
  });
  test.each(['', '::1', '::ffff:1.2.3.4', '1.2.3.4:5', '1.2.3.4 ', '01.2.3.4', '1.2.3.4.'])(
    '%p is not',
    (text) => {
      expect(isIpv4(text)).toBe(false);
    },
  );
});

describe('groupOfAddress', () => {
  const cases: [ip: string, group: string, why: string][] = [
    ['203.0.113.7', '203.0.113.7', 'IPv4 stands alone'],
    ['::ffff:203.0.113.7', '203.0.113.7', 'a mapped address is its IPv4 one'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', 'IPv6 is its /64'],
    ['::1', '::/64', 'loopback'],
    ['unknown', 'unknown', 'other text stands for itself'],
  ];
  test.each(cases)('%p counts as %p: %s', (ip, group) => {
    expect(groupOfAddress(ip)).toBe(group);
  });
  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
  ])('the network around %p is %p', (ip, network) => {
    expect(networkOfAddress(ip, { ipv4: 24, ipv6: 48 })).toBe(network);
  });
});

describe('networksOfAddress', () => {
  const cases: [ip: string, address: string, site: string, provider: string][] = [
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
    ['::1', '::/64', '::/48', '::/32'],
    ['account 7', 'account 7', 'account 7', 'account 7'],
  ];
  test.each(cases)('%p lies in %p, %p and %p', (ip, address, site, provider) => {
    expect(networksOfAddress(ip)).toEqual({ address, site, provider });
  });
});
