// The methods that a path takes, for 405 and OPTIONS.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createMethodTable } from '../../src/http/http.ts';
import { rounds } from '../support/rounds.ts';

const table = createMethodTable([
  { method: 'GET', path: '/api/servers' },
  { method: 'GET', path: '/api/server/:hashes' },
  { method: 'GET', path: '/api/login' },
  { method: 'POST', path: '/api/login' },
  { method: 'POST', path: '/heartbeat.jsp' },
  { method: 'GET', path: '/a/:one/b/:two/' },
]);

describe('the methods of a path', () => {
  test.each([
    ['/api/servers', ['GET', 'HEAD', 'OPTIONS']],
    ['/api/servers/', ['GET', 'HEAD', 'OPTIONS']],
    ['/api/login', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/api/login/', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/heartbeat.jsp', ['OPTIONS', 'POST']],
    ['/api/server/abc', ['GET', 'HEAD', 'OPTIONS']],
    ['/api/server/a,b%2Cc/', ['GET', 'HEAD', 'OPTIONS']],
    ['/a/1/b/2', ['GET', 'HEAD', 'OPTIONS']],
  ])('%s takes %p', (path, methods) => {
    expect(table.findMethods(path)).toEqual(methods);
  });

  test.each([
    ['an unknown one', '/api/nothing'],
    ['one that goes on', '/api/servers/x'],
    ['one that only starts alike', '/api/serversx'],
    ['one inside another', '/x/api/servers'],
    ['a dot that is another character', '/heartbeatxjsp'],
    ['capitals', '/API/servers'],
    ['a parameter of two segments', '/api/server/a/b'],
    ['a parameter that is missing', '/api/server/'],
    ['the root', '/'],
    ['nothing', ''],
    ['two slashes at the end', '/api/servers//'],
    ['a line end at the end', '/api/servers\n'],
  ])('%s has none', (_what, path) => {
    expect(table.findMethods(path)).toEqual([]);
  });

  test('of any path are found without complaint', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(table.findMethods(text)).toEqual([]);
        const segment = text.replaceAll('/', '');
        const wanted = segment === '' ? 0 : 3;
        expect(table.findMethods(`/api/server/${segment}`)).toHaveLength(wanted);
      }),
      rounds(500),
    );
  });
});
