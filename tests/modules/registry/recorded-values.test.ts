// Hashes and mppasses as live servers accepted them, and as the community's tools compute them.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { computeMppass } from '../../../src/modules/list/mppass.ts';
import { computeServerHash, parseServerHash } from '../../../src/modules/registry/server-hash.ts';
import mppasses from '../../vectors/mppass.json' with { type: 'json' };
import hashes from '../../vectors/serverhash.json' with { type: 'json' };

// C8.1
describe('the mppass', () => {
  test('vectors are there, those of a live server among them', () => {
    expect(mppasses.length).toBeGreaterThan(10);
    expect(mppasses.filter((it) => it.provenance.startsWith('accepted')).length).toBe(3);
  });

  test.each(mppasses)('of $name for the salt $salt ($provenance)', ({ salt, name, mppass }) => {
    expect(computeMppass(salt, name)).toBe(mppass);
  });

  test('keeps its leading noughts', () => {
    expect(computeMppass('0123456789abcdef', 'Z703553')).toStartWith('00000');
  });

  test('is the md5 of salt and name as UTF-8, one after the other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (salt, name) => {
        const digest = new Bun.CryptoHasher('md5').update(`${salt}${name}`).digest('hex');
        expect(computeMppass(salt, name)).toBe(digest);
      }),
    );
  });
});

// C8.2
describe('the hash of a server', () => {
  test.each(hashes)('at $addr', ({ addr, hash }) => {
    const [ip = '', port] = addr.split(':');
    expect(computeServerHash(ip, Number(port))).toBe(hash);
  });

  test.each([
    [
      '32 lower-case digits',
      'abf74d16ae6df453f47265d8b47a3e1b',
      'abf74d16ae6df453f47265d8b47a3e1b',
    ],
    ['capitals', 'ABF74D16AE6DF453F47265D8B47A3E1B', 'abf74d16ae6df453f47265d8b47a3e1b'],
    ['31 digits', 'abf74d16ae6df453f47265d8b47a3e1', undefined],
    ['33 digits', 'abf74d16ae6df453f47265d8b47a3e1b0', undefined],
    ['a letter beyond f', 'gbf74d16ae6df453f47265d8b47a3e1b', undefined],
    ['a newline at the end', 'abf74d16ae6df453f47265d8b47a3e1b\n', undefined],
    ['a space before', ' abf74d16ae6df453f47265d8b47a3e1b', undefined],
    ['full-width digits', '０'.repeat(32), undefined],
    ['nothing', '', undefined],
  ])('is read from a path: %s', (_what, text, hash) => {
    expect(parseServerHash(text)).toBe(hash as string);
  });

  test('any hash is read back, in either case', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 65_535 }), (ip, port) => {
        const hash = computeServerHash(ip, port);
        expect(parseServerHash(hash)).toBe(hash);
        expect(parseServerHash(hash.toUpperCase())).toBe(hash);
      }),
    );
  });
});
