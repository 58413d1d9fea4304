// Whatever is typed into the forms and addresses of administration, each answer is one that was meant.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { rounds } from '../support/rounds.ts';
import { type Browser, openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let anna: Browser;
beforeAll(async () => {
  app = await openTestApp();
  await app.register('Anna', { role: 'administrator' });
  await app.register('Paul');
  anna = app.browser();
  await anna.logIn('Anna');
});
afterAll(() => app[Symbol.asyncDispose]());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '7d', 'Paul', 'd', 'a'.repeat(2_000), '<b>', '\u202e'),
);

const ACTS: Record<string, readonly string[]> = {
  verify: [],
  suspend: ['until'],
  restore: [],
  details: ['flags', 'title', 'premium'],
  rename: ['name'],
  'end-sessions': [],
  'reset-second-factor': [],
  role: ['role'],
  delete: ['name'],
};

test('forms of actions', async () => {
  const anyForm = fc.constantFrom(...Object.keys(ACTS)).chain((action) =>
    fc.record({
      action: fc.constant(action),
      values: fc.array(text, { minLength: 4, maxLength: 4 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(anyForm, async ({ action, values }) => {
      const fields = ['reason', ...(ACTS[action] ?? [])].map((field, index) => [
        `${action}-${field}`,
        values[index] ?? '',
      ]);
      const answer = await anna.submit(`/admin/accounts/2/${action}/`, Object.fromEntries(fields));
      expect([200, 303, 400, 404, 409]).toContain(answer.status);
      expect(answer.text).not.toContain('<b>');
    }),
    rounds(150),
  );
  expect(app.heard.unknown).toEqual([]);
});

test('searches, pages and ids', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (search, standing, before, id) => {
      const query = new URLSearchParams({ text: search, standing, before, done: id });
      const list = await anna.request(`/admin/accounts/?${query}`);
      expect([200, 400]).toContain(list.status);
      const odd = encodeURIComponent(id.toWellFormed());
      expect([200, 303, 404]).toContain((await anna.request(`/admin/accounts/${odd}/`)).status);
    }),
    rounds(100),
  );
  expect(app.heard.unknown).toEqual([]);
});

test('the form of a new account', async () => {
  const names = ['name', 'email', 'password', 'role', 'verified', 'reason'];
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 6, maxLength: 6 }), async (values) => {
      const fields = names.map((name, index) => [name, values[index] ?? '']);
      const answer = await anna.submit('/admin/accounts/new/', Object.fromEntries(fields));
      expect([303, 400, 409]).toContain(answer.status);
    }),
    rounds(60),
  );
  expect(app.heard.unknown).toEqual([]);
});
