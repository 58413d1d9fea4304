// The queries of pages: read once, cut, and checked by the framework.

import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { queryParameters } from '../../src/http/parameters.ts';

const app = new Elysia().get('/page', ({ query: { text, done } }) => ({ text, done }), {
  ...queryParameters('text', 'done'),
});

async function read(query: string): Promise<unknown> {
  const answer = await app.fetch(new Request(`http://muster.test/page${query}`));
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
    ['?text=ad%00min', { text: 'admin' }],
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
