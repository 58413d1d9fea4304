// The ban list: by address, name and server, with and without an end.

import { describe, expect, test } from 'bun:test';
import { banMessage, createBanSearch } from '../../../src/modules/moderation/rules.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { banOf } from '../../support/moderation-samples.ts';

const IP = '203.0.113.7';
const NOW = Date.UTC(2026, 10, 21, 16, 30, 30);
const HASH = computeServerHash(IP, 25_565);

const never = () => {
  throw new Error('Nothing is banned by its hash, so nobody needs one.');
};

describe('the sentence', () => {
  const place = { ip: IP, port: 25_565, name: '&aMy SPÄM' };
  test.each([
    ['an address', banOf('203.0.113.0/24', 'Fake "counts"'), `${IP} is banned: Fake "counts"`],
    [
      'a name, in plain ASCII',
      banOf('*späm*', 'Grüße', { kind: 'name' }),
      'The name "&aMy SP?M" is banned: Gr??e',
    ],
    ['a server', banOf(HASH, 'x', { kind: 'server' }), `The server ${IP}:25565 is banned: x`],
    [
      'the end, never a minute too early',
      banOf(`${IP}/32`, 'x', { expiresAt: NOW + 60_000 }),
      `${IP} is banned until 2026-11-21 16:32 UTC: x`,
    ],
  ])('names %s', (_what, ban, sentence) => {
    expect(createBanSearch([ban])({ ...place, hash: () => HASH }, NOW)).toEqual(ban);
    expect(banMessage(ban, place)).toBe(sentence);
  });
});

test('others are not found', () => {
  const kinds = { range: '203.0.113.0/24', name: '*späm*', server: HASH };
  const bans = Object.entries(kinds).map(([kind, subject]) =>
    banOf(subject, 'x', { kind: kind as keyof typeof kinds }),
  );
  const other = { ip: '203.0.114.7', name: 'Spam', hash: () => 'f'.repeat(32) };
  expect(createBanSearch(bans)(other, NOW)).toBeUndefined();
});

describe('an expired ban', () => {
  const bans = (['range', 'name', 'server'] as const).map((kind) =>
    banOf({ range: `${IP}/32`, name: 'spam', server: HASH }[kind], 'x', {
      ...{ kind, expiresAt: NOW },
    }),
  );
  test('counts to the last millisecond and then no more', () => {
    const find = createBanSearch(bans);
    const found = (now: number) => [
      find({ ip: IP }, now),
      find({ name: 'spam' }, now),
      find({ hash: () => HASH }, now),
    ];
    expect(found(NOW - 1)).toEqual(bans);
    expect(found(NOW)).toEqual([undefined, undefined, undefined]);
  });

  test('does not hide a wider one that still counts', () => {
    const wider = banOf('203.0.113.0/24', 'wider');
    expect(createBanSearch([...bans, wider])({ ip: IP }, NOW)).toEqual(wider);
  });
});

test('without bans nothing is looked up', () => {
  expect(createBanSearch([])({ ip: IP, name: 'spam', hash: never }, NOW)).toBeUndefined();
});
