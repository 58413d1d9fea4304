// Whether If-None-Match names what would be sent.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { matchesEtag } from '../../src/http/negotiation.ts';
import { rounds } from '../support/rounds.ts';

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
