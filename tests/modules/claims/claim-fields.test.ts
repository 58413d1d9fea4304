// What operators say of their servers: the rules of each field.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  CLAIM_FIELD_NAMES,
  offerHttps,
  parseClaimTexts,
  type TypedTexts,
} from '../../../src/modules/claims/claim-fields.ts';
import { listLanguageCodes } from '../../../src/platform/lib/country-name.ts';
import { failureIn } from '../../support/failures.ts';

const EMPTY = Object.fromEntries(CLAIM_FIELD_NAMES.map((name) => [name, '']));
const TAGS = ['freebuild', 'pvp', '24-7', 'bauen-ü', 't1', 't2', 't3', 't4', 't5', 't6'];
const parse = (typed: Partial<TypedTexts>) => parseClaimTexts({ ...EMPTY, ...typed }, TAGS);

/** The fields that something is wrong with. */
function fieldsOf(typed: Partial<TypedTexts>): string[] {
  const failure = failureIn(() => parse(typed));
  return failure === undefined ? [] : [failure, ...failure.others].map(({ field = '' }) => field);
}

test('nothing is allowed to be said', () => {
  expect(parse({})).toMatchObject({
    ...{ description: '', links: [], tags: [], country: null, language: null },
  });
});

test('all texts are stored in their canonical form', () => {
  expect(
    parse({
      description: '  Build \u0007freely.\r\n\r\n\r\n\r\nNo \u202egrief. <b>\ud83e ',
      links: ' https://Example.net \r\n\nhttps://example.net/\nhttps://a.example/x?y=%20z#top',
      tags: 'Freebuild, pvp  PVP\n24-7 Bauen-ü',
      country: ' nz ',
      language: ' MI ',
    }),
  ).toMatchObject({
    description: 'Build freely.\n\nNo grief. <b>\ufffd',
    links: ['https://example.net/', 'https://a.example/x?y=%20z#top'],
    tags: ['freebuild', 'pvp', '24-7', 'bauen-ü'],
    country: 'NZ',
    language: 'mi',
  });
});

describe('the description', () => {
  test.each([
    ['x'.repeat(500), []],
    ['🧱'.repeat(500), []],
    ['x'.repeat(501), ['description']],
  ])('%p', (description, fields) => expect(fieldsOf({ description })).toEqual(fields));

  test.each(['\u200b\u200b', '&c&F', ' &a\n&b\u2800 '])(
    'of nothing to see, %p, is none',
    (text) => {
      expect(parse({ description: text }).description).toBe('');
      expect(parse({ description: `${text}x` }).description).toEndWith('x');
    },
  );
});

describe('a link', () => {
  const refused: [link: string, why: string][] = [
    ['http://example.net/', 'not https'],
    ['javascript:alert(1)', 'a script'],
    ['data:text/html,x', 'data'],
    ['example.net', 'no scheme'],
    ['https://', 'no host'],
    ['https://localhost/', 'a bare name'],
    ['https://[::1]/', 'an IPv6 address'],
    ['https://user:secret@example.net/', 'a password'],
    ['https://bank.example@evil.example/', 'a name in front'],
    [`https://example.net/${'x'.repeat(200)}`, 'too long'],
    ['https://a b.example/', 'a space in the host'],
  ];
  test.each(refused)('%p is refused: %s', (links) => {
    expect(fieldsOf({ links })).toEqual(['links']);
  });

  test('is one of at most five different ones', () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, number) => `https://a${number}.example/`).join('\n');
    expect(fieldsOf({ links: links(5) })).toEqual([]);
    expect(fieldsOf({ links: links(6) })).toEqual(['links']);
  });

  test.each([
    ['http://otto.example', 'https://otto.example'],
    ['HTTP://otto.example/a', 'https://otto.example/a'],
    ['//otto.example', 'https://otto.example'],
    ['  otto.example:8443/a?b', '  https://otto.example:8443/a?b'],
    ['https://a.example/\nb.example\n\nc', 'https://a.example/\nhttps://b.example\n\nc'],
    ...[
      'javascript:alert(1)',
      'mailto:otto@otto.example',
      'otto@otto.example',
      'ftp://otto.example',
      'otto',
      'see otto.example',
      'http://localhost',
    ].map((same) => [same, same]),
  ])(
    'without https is offered with it where that makes it a link: %p',
    (typed = '', offered = '') => {
      expect(offerHttps(typed)).toBe(offered);
    },
  );

  test('that is kept begins with https, and reads the same again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        fc.pre(fieldsOf({ links: text }).length === 0);
        const parsed = parse({ links: text });
        for (const link of parsed.links ?? []) expect(link).toStartWith('https://');
        expect(parse({ links: (parsed.links ?? []).join('\n') })).toEqual(parsed);
      }),
    );
  });
});

test.each([
  ['pvp', []],
  ['pvp other', ['tags']],
  ['<b>', ['tags']],
  ['t1 t2 t3 t4 t5', []],
  ['t1 t2 t3 t4 t5 t6', ['tags']],
])('the tags %p, of those on the list', (tags, fields) =>
  expect(fieldsOf({ tags })).toEqual(fields),
);

test('languages are those of ISO 639-1, without what it withdrew', () => {
  expect(listLanguageCodes()).toContainValues(['en', 'de', 'mi', 'zu']);
  for (const language of ['iw', 'xx', 'eng', 'e', '12', 'en-NZ']) {
    expect(fieldsOf({ language })).toEqual(['language']);
  }
});

test.each(['NZL', 'N', '12', 'T1'])('%p is no country', (country) => {
  expect(fieldsOf({ country })).toEqual(['country']);
});

test('all problems are reported together, each with its field', () => {
  expect(fieldsOf({ description: 'x'.repeat(501), links: 'x', tags: 'x', country: 'x' })).toEqual([
    ...['description', 'links', 'tags', 'country'],
  ]);
});
