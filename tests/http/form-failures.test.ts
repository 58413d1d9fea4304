// The adapter from forms to pages: what a failed form shows, and what it leaves to the error page.

import { describe, expect, test } from 'bun:test';
import { answerForm, type FailedForm } from '../../src/platform/http/page-form.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import type { FormState } from '../../src/platform/views/form-fields.tsx';

/** Answers a form whose use case throws this; `shown` is what its page is made from. */
async function fail(error: unknown, form: Partial<FailedForm> = {}) {
  const shown: FormState[] = [];
  const answer = await answerForm(() => Promise.reject(error), {
    show(state, status) {
      shown.push(state);
      return new Response('the form', { status });
    },
    ...form,
  });
  return { answer, state: shown[0], retryAfter: answer.headers.get('retry-after') };
}

test('a form that succeeds is answered as it says, and no page is made', async () => {
  const done = new Response(null, { status: 303 });
  const answer = await answerForm(() => done, {
    show: () => {
      throw new Error('Nothing failed.');
    },
  });
  expect(answer).toBe(done);
});

test('a failure shows the form again with its status', async () => {
  const { answer, state, retryAfter } = await fail(
    new Failure('conflict', 'Do this.', { field: 'a' }),
  );
  expect(answer.status).toBe(409);
  expect(state).toEqual({ values: {}, problems: [{ field: 'a', message: 'Do this.' }] });
  expect(retryAfter).toBeNull();
});

test('one with a wait has Retry-After', async () => {
  const failure = new Failure('unavailable', 'Wait.', { retryAfterSeconds: 7 });
  const { answer, state, retryAfter } = await fail(failure);
  expect([answer.status, retryAfter]).toEqual([503, '7']);
  expect(state?.problems).toEqual([{ message: 'Wait.' }]);
});

describe('what no visitor may read', () => {
  test.each([
    ['a failure for the operator', new Failure('unavailable', 'Restore a copy.')],
    ['an unexpected error', new TypeError('x is no function')],
  ])('%s is thrown on, and the page is not made', async (_what, error) => {
    const pages: unknown[] = [];
    const form = { show: (state: FormState) => new Response(`${pages.push(state)}`) };
    expect(await fail(error, form).catch((thrown: unknown) => thrown)).toBe(error);
    expect(pages).toEqual([]);
  });
});

test('several failures are shown together, each at its field, with the status of the first', async () => {
  const failure = new Failure('conflict', 'One.', {
    field: 'a',
    others: [new Failure('invalid', 'Two.', { field: 'b' }), new Failure('invalid', 'Three.')],
  });
  const { answer, state } = await fail(failure);
  expect(answer.status).toBe(409);
  expect(state?.problems).toEqual([
    { field: 'a', message: 'One.' },
    { field: 'b', message: 'Two.' },
    { message: 'Three.' },
  ]);
});

test('fields get the names that the page has for them; a failure without one gets the field given', async () => {
  const failure = new Failure('invalid', 'One.', {
    field: 'a',
    others: [new Failure('invalid', 'Two.')],
  });
  const { state } = await fail(failure, { nameOf: (field) => `ban-${field}`, about: 'subject' });
  expect(state?.problems).toEqual([
    { field: 'ban-a', message: 'One.' },
    { field: 'ban-subject', message: 'Two.' },
  ]);
});

test('what was typed is kept, cut to a length', async () => {
  const values = { name: 'Alice', text: 'x'.repeat(300) };
  const failure = new Failure('invalid', 'No.');
  expect((await fail(failure, { values })).state?.values).toEqual({
    name: 'Alice',
    text: 'x'.repeat(254),
  });
  expect((await fail(failure, { values, keptLength: 2 })).state?.values).toEqual({
    name: 'Al',
    text: 'xx',
  });
});

test('the failure is noted before the page is made', async () => {
  const steps: string[] = [];
  await fail(new Failure('invalid', 'No.'), {
    onFailure: async ({ message }) => void steps.push(message),
    show: (_state, status) => new Response(`${steps.push('page')}`, { status }),
  });
  expect(steps).toEqual(['No.', 'page']);
});
