// Which Host headers get in, read as they came.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createHostGuard } from '../../src/platform/http/host-guard.ts';
import { rounds } from '../support/rounds.ts';

type Options = Parameters<typeof createHostGuard>[0] & Parameters<typeof createHostGuard>[1];

const guardFor = (options: Partial<Options> = {}) => {
  const all = {
    baseUrl: 'https://play.example.net',
    extraHosts: [],
    acceptsLoopback: false,
    ...options,
  };
  return createHostGuard(all, all);
};

test('a reload changes the extra hosts', () => {
  const settings = { extraHosts: ['a.lan'] };
  const guard = createHostGuard(settings, {
    baseUrl: 'http://play.example.net',
    acceptsLoopback: false,
  });
  expect([guard('a.lan'), guard('b.lan')]).toEqual([true, false]);
  settings.extraHosts = ['b.lan'];
  expect([guard('a.lan'), guard('b.lan')]).toEqual([false, true]);
});

const withPort = { baseUrl: 'http://play.example.net:8080' };
const loopback = { baseUrl: 'http://localhost:8080', acceptsLoopback: true };

// C2.1, C2.2, C2.4
describe('a host that gets in', () => {
  test.each<[string, Partial<Options>, string]>([
    ['the name of the base URL', {}, 'play.example.net'],
    ['in capitals', {}, 'PLAY.Example.NET'],
    ['with a port where none was configured', {}, 'play.example.net:1'],
    ['with the port that was configured', withPort, 'play.example.net:8080'],
    ['with leading zeros in the port', withPort, 'play.example.net:08080'],
    ['without a port where the default one was configured', { extraHosts: ['a.lan:443'] }, 'a.lan'],
    ['an extra host', { extraHosts: ['lan'] }, 'lan:99'],
    ['one of a single character', { extraHosts: ['m'] }, 'm'],
    ['an address as extra host', { extraHosts: ['192.0.2.1'] }, '192.0.2.1:8080'],
    ['an IPv6 address as extra host', { extraHosts: ['[2001:db8::1]'] }, '[2001:DB8::1]:80'],
    ['localhost while nothing is configured', loopback, 'localhost:8080'],
    ['127.0.0.1 while nothing is configured', loopback, '127.0.0.1:8080'],
    ['all of 127.0.0.0/8', loopback, '127.5.6.7'],
    ['::1 while nothing is configured', loopback, '[::1]:8080'],
  ])('%s', (_what, options, header) => {
    const guard = guardFor(options);
    expect(guard(header)).toBe(true);
    expect(guard(header)).toBe(true);
  });
});

// C2.1, C2.2, C2.3
describe('a host that does not', () => {
  test.each<[string, Partial<Options>, string | null]>([
    ['none at all', {}, null],
    ['an empty one', {}, ''],
    ['another name', {}, 'example.net'],
    ['a name that starts alike', {}, 'play.example.net.evil.test'],
    ['a name that ends alike', {}, 'evil-play.example.net'],
    ['a trailing dot', {}, 'play.example.net.'],
    ['two of them, joined as the runtime does', {}, 'play.example.net, play.example.net'],
    ['the whole URL', {}, 'https://play.example.net'],
    ['with a path', {}, 'play.example.net/'],
    ['with a user', {}, 'user@play.example.net'],
    ['with a backslash', {}, 'play.example.net\\'],
    ['port 0', {}, 'play.example.net:0'],
    ['a port over 65535', {}, 'play.example.net:65536'],
    ['another port than the one configured', withPort, 'play.example.net:8081'],
    ['no port where another than the default was configured', withPort, 'play.example.net'],
    ['an extra host on another port', { extraHosts: ['lan:99'] }, 'lan:98'],
    ['an escaped dot', {}, 'play%2eexample.net'],
    ['a look-alike beyond ASCII', {}, 'pl\u0430y.example.net'],
    ['a dotted capital I', { extraHosts: ['lili'] }, 'l\u0130li'],
    ['a NUL at the end', {}, 'play.example.net\0'],
    ['localhost once a base URL is configured', {}, 'localhost'],
    ['a name that only starts like loopback', loopback, '127.0.0.1.evil.test'],
    ['another loopback spelling', loopback, '127.1'],
    ['an address that is none', loopback, '127.999.0.1'],
  ])('%s', (_what, options, header) => {
    expect(guardFor(options)(header)).toBe(false);
  });
});

describe('any header', () => {
  const pieces = fc.constantFrom(
    ...['play', '.', 'example.net', 'localhost', '127.0.0.1', '[', ']', '::1', ':', ',', ' ', '@'],
    ...['443', '8080', '/', '%', '\0', '\u0130', 'PLAY.EXAMPLE.NET', '-', '_', 'm'],
  );
  const header = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(pieces, { maxLength: 6 }).map((some) => some.join('')),
  );

  test('what gets in is a host that a URL can be made of, and never another name', () => {
    const guard = guardFor({ extraHosts: ['m', 'lan:99'], acceptsLoopback: true });
    fc.assert(
      fc.property(header, (text) => {
        if (!guard(text)) return;
        const { hostname } = new URL(`http://${text}/`);
        expect(hostname).toMatch(/^(play\.example\.net|m|lan|localhost|127\..*|\[::1\])$/);
      }),
      rounds(2_000),
    );
  });
});
