// No text, wherever it stands in a request to the pages of administration, makes an internal error or live markup.

import { beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openedOnce } from '../support/opened.ts';
import { rounds } from '../support/rounds.ts';
import { ALPHA_HASH } from './sample-app.ts';
import { openStaffApp } from './staff-app.ts';

const staff = openedOnce(openStaffApp);
beforeAll(async () => {
  await staff.app.register('Paul');
});

const PAGES = [
  ...['servers', `servers/${ALPHA_HASH}`, 'reports', 'bans', 'filter', 'tags', 'audit', 'mail'],
  ...['accounts', 'accounts/2'],
];
const ACTIONS = [
  ...[
    ...['feature', 'unfeature', 'unlist', 'relist', 'country', 'country-reset', 'ban'],
    ...['ban-address', 'ban-name', 'claim-clear', 'claim-remove'],
  ].map((action) => `servers/${ALPHA_HASH}/${action}`),
  ...[
    ...['verify', 'suspend', 'restore', 'details', 'rename', 'end-sessions'],
    ...['reset-second-factor', 'role', 'delete'],
  ].map((action) => `accounts/2/${action}`),
  ...['reports/close', 'reports/close-all', 'reports/unlist', 'accounts/new/create'],
  ...['bans/add', 'filter/add', 'filter/remove'],
  ...['servers/many', 'accounts/many', 'reports/many', 'bans/many'],
  ...['mail/retry', 'mail/drop', 'mail/retry-failed', 'mail/test'],
];
const REQUESTED = [
  ...[
    'text',
    'state',
    'kind',
    'page',
    'before',
    'actor',
    'action',
    'act',
    'subject',
    'done',
    'standing',
    'add-word',
  ],
];
const FIELDS = [
  ...['reason', 'subject', 'lasts', 'country', 'kind', 'word'],
  ...['until', 'flags', 'title', 'premium', 'name', 'role'],
];
const PLAIN = [
  ...['id', 'kind', 'subject', 'word', 'hash', 'latest', 'from', 'before'],
  ...['name', 'email', 'password', 'role', 'verified', 'reason'],
  ...['many-do', 'many-row-2', `many-row-${ALPHA_HASH} 203.0.113.7`, `many-row-${ALPHA_HASH} 1`],
  ...['many-row-network 203.0.113.0/24', 'many-row-network x', 'many-row-range y', 'many-row-'],
];

const nasty = fc.constantFrom(
  ...['<script>alert(1)</script>', '"><b>', "' OR 1=1 --", '__proto__', 'constructor', '\0'],
  ...['\u202e', '\ud800', '', ' ', 'Paul', 'd', '-1', '1e9', '99999999999999999999', '0x10'],
  ...['range', 'name', 'server', '7d', '1h', 'NZ', '203.0.113.0/24', '::/0', '0.0.0.0/0', '*'],
  ...['unlist', 'relist', 'ban', 'ban-address', 'close-all', 'remove', 'suspend'],
  ...['a*b*c', 'alpha', 'x'.repeat(3_000), '\u{10ffff}'],
);
const text = fc.oneof(
  nasty,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

function expectSound(path: string, { status, text: page }: { status: number; text: string }): void {
  expect([200, 303, 400, 404, 409], `${path}: ${page.slice(0, 300)}`).toContain(status);
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('"><b>');
  expect(staff.app.heard.unknown).toEqual([]);
}

test('pages answer whatever they are asked, and for whatever id', async () => {
  const query = fc.dictionary(fc.constantFrom(...REQUESTED), text, { maxKeys: 4 });
  const page = fc.oneof(
    fc.constantFrom(...PAGES),
    text.map((id) => `accounts/${encodeURIComponent(id.toWellFormed())}`),
  );
  await fc.assert(
    fc.asyncProperty(page, query, async (shown, requested) => {
      const path = `/admin/${shown}/?${new URLSearchParams(requested)}`;
      expectSound(path, await staff.anna.request(path));
    }),
    rounds(400),
  );
}, 60_000);

test('actions answer whatever they are sent, and what they leave behind is shown as text', async () => {
  const fields = fc.dictionary(fc.constantFrom(...FIELDS), text, { maxKeys: 5 });
  const plain = fc.dictionary(fc.constantFrom(...PLAIN), text, { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ACTIONS), fields, plain, async (action, typed, sent) => {
      const name = action.split('/').at(-1);
      const own = Object.entries(typed).map(([field, value]) => [`${name}-${field}`, value]);
      const path = `/admin/${action}/`;
      expectSound(path, await staff.anna.submit(path, { ...Object.fromEntries(own), ...sent }));
    }),
    rounds(700),
  );
  for (const page of PAGES) expectSound(page, await staff.anna.request(`/admin/${page}/`));
}, 60_000);
