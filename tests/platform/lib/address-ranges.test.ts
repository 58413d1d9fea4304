// Address ranges: which texts are one, their canonical spelling, and which addresses they contain.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { createAddressRanges, normaliseIp, parseRange } from '../../../src/platform/lib/address.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { rounds } from '../../support/rounds.ts';

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const quadText = octets.map((parts) => parts.join('.'));
const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });

describe('parseRange', () => {
  const cases: [text: string, range: string, why: string][] = [
    ['203.0.113.7', '203.0.113.7/32', 'an address is a range of one'],
    ['203.0.113.7/24', '203.0.113.0/24', 'host bits are cleared'],
    ['255.255.255.255/1', '128.0.0.0/1', 'the sign bit is no sign'],
    ['9.9.9.9/0', '0.0.0.0/0', 'everything'],
    [' 10.0.0.0/8 ', '10.0.0.0/8', 'spaces around a list item'],
    ['2001:DB8::1', '2001:db8::1/128', 'an IPv6 address'],
    ['2001:db8:ffff:ffff::/33', '2001:db8:8000::/33', 'IPv6 host bits inside a group'],
    ['::1/0', '::/0', 'all of IPv6'],
    ['::ffff:203.0.113.7', '203.0.113.7/32', 'a mapped address is IPv4'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24', 'a mapped range is IPv4'],
    ['::ffff:0:0/96', '0.0.0.0/0', 'the whole mapped block'],
    ['::ffff:0:0/95', '::fffe:0:0/95', 'wider than the mapped block is IPv6'],
  ];
  test.each(cases)('%p is %p: %s', (text, range) => {
    expect(parseRange(text)).toBe(range);
  });

  const refused: [text: string, why: string][] = [
    ['', 'nothing'],
    ['10.0.0.0/33', 'too long for IPv4'],
    ['::/129', 'too long for IPv6'],
    ['10.0.0.0/', 'no length'],
    ['10.0.0.0/08', 'a length with a leading zero'],
    ['10.0.0.0/8/8', 'two lengths'],
    ['10.0.0.0/255.0.0.0', 'a netmask'],
    ['10.0.0', 'a shortened address'],
    ['10.0.0.1:80', 'a port'],
    ['[::1]/128', 'brackets'],
    ['example.net', 'a name'],
  ];
  test.each(refused)('%p is refused: %s', (text) => {
    let failure: unknown;
    try {
      parseRange(text);
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ kind: 'invalid' });
    const { message } = failure as Failure;
    expect(message).toContain(JSON.stringify(text));
    expect(message).toContain('203.0.113.0/24');
  });

  test('the sentence shows a long or hostile text cut and escaped', () => {
    expect(() => parseRange(`\u0007${'x'.repeat(500)}`)).toThrow(/^.{1,260}$/);
    expect(() => parseRange('a\nb')).toThrow('"a\\nb"');
  });

  test('is at rest: a canonical range is canonical', () => {
    fc.assert(
      fc.property(quadText, fc.nat(32), groups, fc.nat(128), (quad, short, parts, long) => {
        const hex = parts.map((part) => part.toString(16)).join(':');
        for (const range of [parseRange(`${quad}/${short}`), parseRange(`${hex}/${long}`)]) {
          expect(parseRange(range)).toBe(range);
        }
      }),
    );
  });
});

describe('createAddressRanges', () => {
  const ranges = createAddressRanges([
    '10.0.0.0/8',
    '203.0.113.7',
    '192.168.1.77/24',
    '2001:db8::/33',
    '::1',
  ]);
  const cases: [ip: string, isInside: boolean, why: string][] = [
    ['10.255.255.255', true, 'the last of a range'],
    ['192.168.1.1', true, 'host bits of the range do not count'],
    ['::ffff:10.1.2.3', true, 'a mapped address is its IPv4 one'],
    ['::ffff:11.1.2.3', false, 'a mapped address outside'],
    ['2001:db8:7fff::1', true, 'IPv6 inside a range that ends within a group'],
    ['2001:db8:8000::1', false, 'IPv6 just outside it'],
    ['::1', true, 'an IPv6 address alone'],
    ['::2', false, 'its neighbour'],
    ['', false, 'nothing'],
    ['unknown', false, 'no address'],
    ['10.0.0', false, 'a shortened address'],
  ];
  test.each(cases)('%p inside: %p, %s', (ip, isInside) => {
    expect(ranges.contains(ip)).toBe(isInside);
  });

  test('everything of one family is not the other family', () => {
    const all4 = createAddressRanges(['0.0.0.0/0']);
    const all6 = createAddressRanges(['::/0']);
    expect([all4.contains('255.255.255.255'), all4.contains('::1')]).toEqual([true, false]);
    expect([all6.contains('255.255.255.255'), all6.contains('::1')]).toEqual([false, true]);
  });

  test('a range that cannot be read is refused', () => {
    expect(() => createAddressRanges(['10.0.0.0/8', 'x'])).toThrow(Failure);
  });

  test('agrees with another matcher on every range and address', () => {
    const near = fc
      .tuple(octets, fc.nat(32), octets, fc.nat(32))
      .map(([base, shared, other, length]) => {
        // An address that shares some leading bits with the range, so that both answers are common.
        const bits = (parts: number[]) => parts.map((n) => n.toString(2).padStart(8, '0')).join('');
        const mixed = bits(base).slice(0, shared) + bits(other).slice(shared);
        const ip = mixed.match(/.{8}/g)?.map((octet) => Number.parseInt(octet, 2)) ?? [];
        return { range: `${base.join('.')}/${length}`, ip: ip.join('.') };
      });
    fc.assert(
      fc.property(near, ({ range, ip }) => {
        const expected = ipaddr.IPv4.parse(ip).match(ipaddr.IPv4.parseCIDR(range));
        expect(createAddressRanges([range]).contains(ip)).toBe(expected);
        const mapped = createAddressRanges([`::ffff:${range.split('/')[0]}/${lengthIn6(range)}`]);
        expect(mapped.contains(ip)).toBe(expected);
      }),
      rounds(500),
    );
  });

  test('agrees with another matcher on IPv6', () => {
    const near = fc.tuple(groups, fc.nat(8), groups, fc.nat(128));
    fc.assert(
      fc.property(near, ([base, shared, other, length]) => {
        const hex = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
        const ip = hex([...base.slice(0, shared), ...other.slice(shared)]);
        const range = `${hex(base)}/${length}`;
        fc.pre(!(normaliseIp(ip) ?? '').includes('.') && !parseRange(range).includes('.'));
        const expected = ipaddr.IPv6.parse(ip).match(ipaddr.IPv6.parseCIDR(range));
        expect(createAddressRanges([range]).contains(ip)).toBe(expected);
      }),
      rounds(500),
    );
  });
});

function lengthIn6(range: string): number {
  return 96 + Number(range.split('/')[1]);
}
