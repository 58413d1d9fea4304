// Which encoding an Accept-Encoding header gets, by RFC 9110 section 12.5.3, and whether If-None-Match names what would be sent.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  chooseEncoding,
  matchesEtag,
  parseAcceptEncoding,
} from '../../src/platform/http/negotiation.ts';
import { rounds } from '../support/rounds.ts';

// C1.11
describe('an Accept-Encoding header', () => {
  test.each([
    ['that is empty', '', 'identity'],
    ['for gzip', 'gzip', 'gzip'],
    ['as Chromium sends it', 'gzip, deflate, br, zstd', 'br'],
    ['for gzip and zstd', 'gzip, zstd', 'zstd'],
    ['in capitals', 'GZIP', 'gzip'],
    ['by the old name', 'x-gzip', 'gzip'],
    ['for what is not offered', 'deflate, compress', 'identity'],
    ['for identity alone', 'identity', 'identity'],
    ['for anything', '*', 'br'],
    ['for anything but br', '*, br;q=0', 'zstd'],
    ['for nothing but gzip', 'gzip, *;q=0', 'gzip'],
    ['that excludes everything', '*;q=0', 'identity'],
    ['that excludes identity and takes gzip', 'identity;q=0, gzip', 'gzip'],
    ['that would rather have it plain', 'gzip;q=0.5, identity', 'identity'],
    ['that likes plain less', 'gzip;q=0.5, identity;q=0.4', 'gzip'],
    ['that prefers gzip to br', 'br;q=0.5, gzip;q=0.9', 'gzip'],
    ['with a quality of 0', 'gzip;q=0', 'identity'],
    ['with blanks around the quality', 'gzip ; q=0.5 , br ;q=0', 'gzip'],
    ['with a capital Q', 'gzip;Q=0', 'identity'],
    ['with a quality over 1', 'gzip;q=1.5', 'identity'],
    ['with too many decimals', 'gzip;q=0.1234', 'identity'],
    ['with an unknown parameter', 'gzip;level=9', 'gzip'],
    ['with names of the language', 'constructor, __proto__', 'identity'],
  ])('%s gets what it asks for', (_what, header, wanted) => {
    expect(parseAcceptEncoding(header)).toBe(wanted as 'identity');
    expect(chooseEncoding(header)).toBe(wanted as 'identity');
  });

  test('that is missing gets it plain', () => {
    expect(chooseEncoding(null)).toBe('identity');
  });
});

describe('any Accept-Encoding header', () => {
  const quality = fc.constantFrom('', ';q=0', ';q=0.0', ';q=0.3', ';q=0.7', ';q=1', ';q=x', ';q=');
  const coding = fc.constantFrom(
    'gzip',
    'br',
    'zstd',
    'identity',
    '*',
    'deflate',
    'x-gzip',
    '',
    ' ',
  );
  const item = fc.tuple(coding, quality).map((parts) => parts.join(''));
  const header = fc.oneof(
    fc.array(item, { maxLength: 6 }).map((items) => items.join(',')),
    fc.string({ unit: 'binary', maxLength: 300 }),
  );

  test('is answered in an encoding that it names, or plain', () => {
    fc.assert(
      fc.property(header, (text) => {
        const chosen = chooseEncoding(text);
        if (chosen === 'identity') return;
        expect(['br', 'zstd', 'gzip']).toContain(chosen);
        expect(text.includes('*') || text.toLowerCase().includes(chosen)).toBe(true);
      }),
      rounds(1_000),
    );
  });

  test('is answered from memory as it was the first time', () => {
    fc.assert(
      fc.property(header, (text) => {
        expect(chooseEncoding(text)).toBe(parseAcceptEncoding(text));
        expect(chooseEncoding(text)).toBe(parseAcceptEncoding(text));
      }),
      rounds(1_000),
    );
  });
});

const ETAG = '"0123456789-gzip"';

describe('an If-None-Match header', () => {
  test.each([
    ['the ETag', ETAG, true],
    ['the ETag made weak on the way', `W/${ETAG}`, true],
    ['the ETag among others', `"a", ${ETAG}, "b"`, true],
    ['anything', '*', true],
    ['another ETag', '"0123456789"', false],
    ['one without quotes', '0123456789-gzip', false],
    ['one in capitals', ETAG.toUpperCase(), false],
    ['a small w', `w/${ETAG}`, false],
    ['nothing', '', false],
  ])('%s', (_what, header, isMatch) => {
    expect(matchesEtag(header, ETAG)).toBe(isMatch);
  });

  test('of any sort is answered, and matches only what holds the tag', () => {
    const pieces = fc.constantFrom('W/', '"', ',', ' ', '*', ETAG, '0123456789-gzip', 'w/');
    const header = fc.oneof(
      fc.array(pieces, { maxLength: 6 }).map((some) => some.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(header, (text) => {
        if (matchesEtag(text, ETAG)) expect(text.trim() === '*' || text.includes(ETAG)).toBe(true);
      }),
      rounds(1_000),
    );
  });
});
