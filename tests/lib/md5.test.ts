// MD5 against published vectors, and against another implementation.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { md5Hex } from '../../src/lib/md5.ts';

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
])('RFC 1321 says of %p', (text, digest) => {
  expect(md5Hex(text)).toBe(digest);
});

test('any text is hashed as its UTF-8 bytes, to 32 lower-case digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = new TextEncoder().encode(text);
      expect(md5Hex(text)).toBe(new Bun.CryptoHasher('md5').update(bytes).digest('hex'));
      expect(md5Hex(text)).toMatch(/^[0-9a-f]{32}$/);
    }),
  );
});
