// SHA-256 against the examples of FIPS 180-2, in each of its forms.

import { expect, test } from 'bun:test';
import { sha256Base64, sha256Bytes, sha256Hex } from '../../../src/platform/lib/digest.ts';

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test('hex of a text and of its bytes are the same', () => {
  expect(sha256Hex('abc')).toBe(ABC);
  expect(sha256Hex(new TextEncoder().encode('abc'))).toBe(ABC);
  expect(sha256Hex('')).toBe(EMPTY);
});

test('a text counts as UTF-8', () => {
  expect(sha256Hex('é')).toBe(sha256Hex(new Uint8Array([0xc3, 0xa9])));
});

test('base64 and bytes are the same digest', () => {
  expect(sha256Bytes('abc').toString('hex')).toBe(ABC);
  expect(sha256Base64('abc')).toBe(Buffer.from(ABC, 'hex').toString('base64'));
});
