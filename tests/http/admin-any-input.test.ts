// No text, wherever it stands in a request to the pages of administration, makes an internal error or live markup.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { rounds } from '../support/rounds.ts';
import { ALPHA_HASH } from './sample-app.ts';
import { openStaffApp, type StaffApp } from './staff-app.ts';

let staff: StaffApp;
beforeAll(async () => {
  staff = await openStaffApp();
});
afterAll(() => staff[Symbol.asyncDispose]());

const PAGES = ['servers', `servers/${ALPHA_HASH}`, 'reports', 'bans', 'filter', 'audit', 'mail'];
const ACTS = [
  ...['feature', 'unfeature', 'unlist', 'relist', 'country', 'country-reset', 'ban'],
  ...['ban-address', 'ban-name', 'claim-clear', 'claim-remove'],
].map((action) => `servers/${ALPHA_HASH}/${action}`);
const OTHERS = [
  ...['reports/close', 'reports/close-all', 'reports/unlist'],
  ...['bans/add', 'bans/remove', 'filter/add', 'filter/remove'],
  ...['mail/retry', 'mail/drop', 'mail/retry-failed', 'mail/test'],
];
const REQUESTED = ['text', 'state', 'kind', 'page', 'before', 'actor', 'act', 'subject', 'done'];
const FIELDS = ['reason', 'subject', 'lasts', 'country', 'kind', 'word'];
const PLAIN = ['id', 'kind', 'subject', 'word', 'hash', 'latest', 'from', 'before'];

const nasty = fc.constantFrom(
  ...[
    '<script>alert(1)</script>',
    '"><b>',
    "' OR 1=1 --",
    '__proto__',
    'constructor',
    '\0',
    '\u202e',
  ],
  ...['-1', '1e9', '99999999999999999999', '0x10', 'range', 'name', 'server', '7d', '1h', 'NZ'],
  ...[
    '203.0.113.0/24',
    '::/0',
    '0.0.0.0/0',
    '*',
    'a*b*c',
    'alpha',
    'x'.repeat(3_000),
    '\u{10ffff}',
  ],
);
const text = fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 40 }));

function expectSound(path: string, { status, text: page }: { status: number; text: string }): void {
  expect([200, 303, 400, 404, 409], `${path}: ${page.slice(0, 300)}`).toContain(status);
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('"><b>');
  expect(staff.app.heard.unknown).toEqual([]);
}

test('pages answer whatever they are asked', async () => {
  const query = fc.dictionary(fc.constantFrom(...REQUESTED), text, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PAGES), query, async (page, requested) => {
      const path = `/admin/${page}/?${new URLSearchParams(requested)}`;
      expectSound(path, await staff.anna.request(path));
    }),
    rounds(300),
  );
}, 60_000);

test('actions answer whatever they are sent, and what they leave behind is shown as text', async () => {
  const fields = fc.dictionary(fc.constantFrom(...FIELDS), text, { maxKeys: 5 });
  const plain = fc.dictionary(fc.constantFrom(...PLAIN), text, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ACTS, ...OTHERS),
      fields,
      plain,
      async (action, typed, sent) => {
        const name = action.split('/').at(-1);
        const own = Object.entries(typed).map(([field, value]) => [`${name}-${field}`, value]);
        const path = `/admin/${action}/`;
        expectSound(path, await staff.anna.submit(path, { ...Object.fromEntries(own), ...sent }));
      },
    ),
    rounds(500),
  );
  for (const page of PAGES) expectSound(page, await staff.anna.request(`/admin/${page}/`));
}, 60_000);
