// The path that is cut out of a URL, and doubled slashes made one.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { findTypedLookup } from '../../src/modules/list/server-api.ts';
import { mergeSlashesOfUrl, pathOf } from '../../src/platform/http/path.ts';
import { rounds } from '../support/rounds.ts';

/** A request whose URL is exactly this text, as a socket may bring it. */
function requestFor(url: string): Request {
  const request = new Request('http://m/');
  Object.defineProperty(request, 'url', { value: url });
  return request;
}

// C1.2
describe('the path of a URL', () => {
  test.each([
    ['http://muster.test/api/login', '/api/login'],
    ['http://muster.test/api/login?a=b', '/api/login'],
    ['http://muster.test/api/login?a=//b', '/api/login'],
    ['http://muster.test/api//login', '/api/login'],
    ['http://muster.test//api///login//', '/api/login/'],
    ['http://muster.test/', '/'],
    ['http://muster.test', ''],
    ['http://m/api/login', '/api/login'],
    ['http://[::1]:8080/api/login', '/api/login'],
    ['https://muster.test:8443/api/%2F%2f', '/api/%2F%2f'],
    ['/api/login', '/api/login'],
    ['//api/login', '/api/login'],
    ['', ''],
  ])('%p has the path %p', (url, path) => {
    expect(pathOf(requestFor(url))).toBe(path);
  });
});

describe('a lookup of a play URL that was typed', () => {
  const [one, two] = ['0123456789abcdef'.repeat(2), 'fedcba9876543210'.repeat(2)];
  test.each([
    [`http://m/api/server/http:/m/server/play/${one}/`, `http://m/api/server/${one}`],
    [`https://m:1/api/server/m/server/play/${one}?x=/`, `https://m:1/api/server/${one}`],
    [`http://m/api/server/${two},m/server/play/${one}/`, `http://m/api/server/${two},${one}`],
    [`http://m/api/server/m/${one}/${two}/edit`, `http://m/api/server/${two}`],
    [`http://m/api/server/m/${one.toUpperCase()}`, `http://m/api/server/${one}`],
    [`/api/server/m/${one}`, `/api/server/${one}`],
  ])('%p means %p', (url, meant) => {
    expect(findTypedLookup(url)).toBe(meant);
  });

  test.each([
    `http://m/api/server/${one}`,
    `http://m/api/server/${one}/`,
    `http://m/api/servers/m/${one}`,
    `http://m/?x=/api/server/m/${one}`,
    `http://m/api/server/m/${one.slice(1)}`,
    'http://m/api/server/a/b',
    'http://m',
    '',
  ])('%p is none', (url) => {
    expect(findTypedLookup(url)).toBeUndefined();
  });
});

describe('any URL', () => {
  const path = fc
    .array(fc.oneof(fc.constantFrom('/', '//', '%2f', '.', '..', '%'), fc.string({ maxLength: 5 })))
    .map((parts) => `/${parts.join('').replaceAll('?', '')}`);
  const query = fc.option(fc.string(), { nil: undefined }).map((text) => (text ? `?${text}` : ''));
  const origin = fc.constantFrom('http://muster.test', 'https://m:8443', 'http://[::1]', '');

  test('loses its doubled slashes once and for all, and nothing else', () => {
    fc.assert(
      fc.property(origin, path, query, (start, middle, end) => {
        const merged = mergeSlashesOfUrl(start + middle + end);
        expect(mergeSlashesOfUrl(merged)).toBe(merged);
        const wanted = middle.split(/\/+/).join('/');
        expect(merged).toBe(start + wanted + end);
        expect(pathOf(requestFor(start + middle + end))).toBe(wanted);
      }),
      rounds(1_000),
    );
  });
});
