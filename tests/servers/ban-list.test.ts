// The ban list: by address, name and server, with and without an end.

import { describe, expect, test } from 'bun:test';
import { createBanList } from '../../src/servers/moderation/rules.ts';
import { computeServerHash } from '../../src/servers/server-hash.ts';
import { banOf } from '../support/moderation-samples.ts';

const IP = '203.0.113.7';
const NOW = Date.UTC(2026, 10, 21, 16, 30, 30);
const HASH = computeServerHash(IP, 25_565);

const never = () => {
  throw new Error('Nothing is banned by its hash, so nobody needs one.');
};

describe('the sentence', () => {
  test('of an address names it and the reason', () => {
    const list = createBanList([banOf('203.0.113.0/24', 'Fake "counts"')]);
    expect(list.findForAddress(IP, NOW)).toBe(`${IP} is banned: Fake "counts"`);
    expect(list.findForAddress('203.0.114.7', NOW)).toBeUndefined();
  });

  test('of a name quotes it in plain ASCII', () => {
    const list = createBanList([banOf('*späm*', 'Grüße', { kind: 'name' })]);
    expect(list.findForName('&aMy SPÄM', NOW)).toBe('The name "&aMy SP?M" is banned: Gr??e');
    expect(list.findForName('Spam', NOW)).toBeUndefined();
  });

  test('of a server names its place', () => {
    const list = createBanList([banOf(HASH, 'x', { kind: 'server' })]);
    expect(list.findForServer(() => HASH, `${IP}:25565`, NOW)).toBe(
      `The server ${IP}:25565 is banned: x`,
    );
    expect(list.findForServer(() => 'f'.repeat(32), 'elsewhere', NOW)).toBeUndefined();
  });

  test('names the end, never a minute too early', () => {
    const expiresAt = NOW + 60_000;
    const list = createBanList([banOf(`${IP}/32`, 'x', { expiresAt })]);
    expect(list.findForAddress(IP, NOW)).toBe(`${IP} is banned until 2026-11-21 16:32 UTC: x`);
  });
});

describe('an expired ban', () => {
  const bans = (['range', 'name', 'server'] as const).map((kind) =>
    banOf({ range: `${IP}/32`, name: 'spam', server: HASH }[kind], 'x', {
      ...{ kind, expiresAt: NOW },
    }),
  );
  test('counts to the last millisecond and then no more', () => {
    const list = createBanList(bans);
    const found = (now: number) => [
      list.findForAddress(IP, now),
      list.findForName('spam', now),
      list.findForServer(() => HASH, IP, now),
    ];
    expect(found(NOW - 1).filter((it) => it !== undefined)).toHaveLength(3);
    expect(found(NOW)).toEqual([undefined, undefined, undefined]);
  });

  test('does not hide a wider one that still counts', () => {
    const list = createBanList([...bans, banOf('203.0.113.0/24', 'wider')]);
    expect(list.findForAddress(IP, NOW)).toBe(`${IP} is banned: wider`);
  });
});

test('without bans nothing is looked up', () => {
  const list = createBanList([]);
  expect(list.findForAddress(IP, NOW)).toBeUndefined();
  expect(list.findForName('spam', NOW)).toBeUndefined();
  expect(list.findForServer(never, IP, NOW)).toBeUndefined();
});
