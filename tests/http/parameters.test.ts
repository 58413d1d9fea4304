// Parameters: each path declares a schema of its own, and the framework refuses what does not match; queries of pages are read once, and cut.

import { describe, expect, test } from 'bun:test';
import { Value } from '@sinclair/typebox/value';
import { Elysia } from 'elysia';
import { queryParameters } from '../../src/platform/http/parameters.ts';
import { openedOnce } from '../support/opened.ts';
import { type Answer, openTestApp } from '../support/test-app.ts';
import { OWN, openLoggedIn } from './account-forms.ts';

/** Routes whose parameter may be any text, with the reason. */
const ANY_TEXT: Record<string, string> = {
  '/api/server/:hashes': 'what is no hash is skipped, whatever it is (C5.7)',
};
/** In no hash, name, number, token or file name. */
const BAD_VALUES = ['', '%', 'a/b', 'ä', '\0', `${'x'.repeat(200)}!`];

const app = openedOnce(openTestApp);

describe('the routes', () => {
  test('each declare a schema of every parameter, which refuses what cannot be one', () => {
    const withParameters = app.routes.filter(({ path }) => path.includes(':'));
    expect(withParameters.length).toBeGreaterThan(30);
    for (const { method, path, params } of withParameters) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      expect([method, path, Object.keys(params?.properties ?? {})]).toEqual([method, path, names]);
      if (params === undefined || path in ANY_TEXT) continue;
      for (const name of names) {
        for (const value of BAD_VALUES) {
          expect([path, value, Value.Check(params, { [name]: value })]).toEqual([
            path,
            value,
            false,
          ]);
        }
      }
    }
  });
});

describe('a value that no route takes', () => {
  const USER_NOT_FOUND = '"error":"User not found"';

  test.each([
    ['/api/player/a-b', 200, USER_NOT_FOUND],
    ['/api/id/1e0', 200, USER_NOT_FOUND],
    ['/api/v1/servers/1/history', 404, '"kind":"not_found"'],
    ['/server/play/x/', 404, '<!doctype html>'],
    ['/assets/face/x.svg', 404, '<!doctype html>'],
    ['/static/.hidden', 404, '<!doctype html>'],
    ['/acc/reset/x/', 410, '<!doctype html>'],
    ['/acc/first-administrator/x/', 410, '<!doctype html>'],
    ['/acc/done/x/', 303, ''],
    ['/server/claim/x/', 303, ''],
    ['/admin/accounts/x/', 303, ''],
  ])('in %s is answered with %i, as a value that nothing has', async (path, status, text) => {
    const answer = await app.request(path);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
    // Nothing of what the framework says about it.
    expect(answer.text).not.toMatch(/validation|expected|"on":/i);
  });

  test('gets a visitor of pages a session all the same', async () => {
    for (const path of ['/server/play/x/', '/acc/reset/x/', '/acc/done/x/']) {
      expect((await app.request(path)).headers.getSetCookie(), path).toHaveLength(1);
    }
  });

  test('in a form of another site is refused as such', async () => {
    const send = (path: string, headers: Record<string, string>): Promise<Answer> =>
      app.request(path, { method: 'POST', headers });
    for (const path of ['/acc/reset/x/', '/acc/verify/x/', '/server/claim/x/']) {
      expect((await send(path, {})).status, path).toBe(403);
      expect([303, 410], path).toContain((await send(path, OWN)).status);
    }
  });

  test('below /admin is not told to players', async () => {
    await app.register('Alice');
    await app.register('Moss', { role: 'moderator' });
    const [alice, moss] = [await openLoggedIn(app, 'Alice'), await openLoggedIn(app, 'Moss')];
    for (const path of ['/admin/accounts/x/', '/admin/servers/x/']) {
      expect((await alice.request(path)).status, path).toBe(404);
      expect((await moss.request(path)).status, path).toBe(404);
      expect((await moss.request(path, { method: 'POST', headers: OWN })).status).toBe(405);
      const action = `${path}${path.includes('servers') ? 'feature' : 'verify'}/`;
      expect((await moss.request(action, { method: 'POST' })).status, action).toBe(403);
      expect((await moss.request(action, { method: 'POST', headers: OWN })).status).toBe(404);
    }
  });
});

const page = new Elysia().get('/page', ({ query: { text, done } }) => ({ text, done }), {
  ...queryParameters('text', 'done'),
});

async function read(query: string): Promise<unknown> {
  const answer = await page.fetch(new Request(`http://muster.test/page${query}`));
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('the query of a page', () => {
  test.each([
    ['', {}],
    ['?', {}],
    ['?text=a&done=b', { text: 'a', done: 'b' }],
    ['?text', { text: '' }],
    ['?text=a&text=b', { text: 'a' }],
    ['?text=%61+b', { text: 'a b' }],
    ['?text=%ff&done=%zz', { text: '\ufffd', done: '%zz' }],
    ['?text=ad%00min', { text: 'ad\0min' }],
    ['?other=x&done[]=y', {}],
    ['?__proto__=x', {}],
    ['?text={"a":1}', { text: '{"a":1}' }],
  ])('%s is read as %p', async (query, expected) => {
    expect(await read(query)).toEqual(expected);
  });

  test('has the beginning of a long value', async () => {
    expect(await read(`?text=${'x'.repeat(5_000)}`)).toEqual({ text: 'x'.repeat(1_024) });
    const half = { text: `${'x'.repeat(1_023)}\ufffd` };
    expect(await read(`?text=${'x'.repeat(1_023)}%F0%9F%98%80`)).toEqual(half);
  });
});
