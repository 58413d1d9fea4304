// Bans before they are made: what they would hit now, and the question about wide ranges.

import { expect, test } from 'bun:test';
import { moderationFailures, serverAdminMessages } from '../../src/modules/moderation/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { ALPHA_HASH, claimAlpha } from './sample-app.ts';
import { expectRefused, follow, openStaffApp } from './staff-app.ts';

const { bans } = serverAdminMessages;
const staff = openedForEach(openStaffApp);

const add = (subject: string, fields: Readonly<Record<string, string>> = {}) =>
  staff.mia.submit('/admin/bans/add/', {
    ...{ 'add-kind': 'range', 'add-subject': subject, 'add-reason': 'Flood', ...fields },
  });
const listed = async () => (await staff.app.moderation.listBans()).map(({ subject }) => subject);

test.each([
  ['0.0.0.0/0', 3],
  ['202.0.0.0/7', 1],
  ['203.0.0.0/15', 1],
  ['::/0', 0],
  ['2001:db8::/31', 0],
])('a ban of %s is asked about, with what it would hit', async (range, servers) => {
  const answer = await add(range);
  const sentence = moderationFailures.wideBan(range, moderationFailures.banHits(servers, ''));
  expectRefused(answer, 'add-wide', sentence);
  expect(answer.text).toContain(`value="${range}"`);
  expect(answer.text).toContain(bans.wide);
  expect(await listed()).toEqual([]);
  await follow(staff.mia, await add(range, { 'add-wide': 'yes' }), 'ban-added');
  expect(await listed()).toEqual([range]);
});

test.each(['203.0.0.0/16', '198.51.100.0/24', '2001:db8::/32'])(
  'a ban of %s is not, and the form has no box for it',
  async (range) => {
    expect((await staff.mia.request('/admin/bans/')).text).not.toContain(bans.wide);
    await follow(staff.mia, await add(range), 'ban-added');
    expect(await listed()).toEqual([range]);
  },
);

test('a preview names the servers and the accounts that claimed them, and bans nothing', async () => {
  await claimAlpha(staff.app, await staff.app.loggedIn('Alice'));
  const preview = async (query: string) => (await staff.mia.request(`/admin/bans/?${query}`)).text;
  const page = await preview('hits-kind=range&hits-subject=203.0.113.0/24');
  expect(page).toContain(moderationFailures.banHits(1, 'Alice'));
  expect(page).toContain(`/admin/servers/${ALPHA_HASH}/`);
  expect(await preview('hits-kind=name&hits-subject=bra*')).toContain(
    moderationFailures.banHits(1, ''),
  );
  const refused = await staff.mia.request('/admin/bans/?hits-kind=range&hits-subject=everybody');
  expect([refused.status, await listed()]).toEqual([400, []]);
});

test('the page of a server asks as well', async () => {
  const send = (fields: Readonly<Record<string, string>>) =>
    staff.mia.submit(`/admin/servers/${ALPHA_HASH}/ban-address/`, {
      ...{ 'ban-address-subject': '203.0.0.0/8', 'ban-address-reason': 'Flood', ...fields },
    });
  expect((await send({})).text).toContain(bans.wide);
  expect(await listed()).toEqual([]);
  await follow(staff.mia, await send({ 'ban-address-wide': 'yes' }), 'ban-added');
  expect(await listed()).toEqual(['203.0.0.0/8']);
});

test('the audit log has the name that a server had then, with its colours, and its hash small', async () => {
  const { app, mia } = staff;
  await app.beat({ name: '&aOld &fname' }, '203.0.113.7');
  const reason = { 'unlist-reason': 'Rude' };
  await mia.submit(`/admin/servers/${ALPHA_HASH}/unlist/`, reason);
  await app.beat({ name: 'New name' }, '203.0.113.7');
  const page = (await mia.request('/admin/audit/')).text;
  expect(page).toContain('<i class="ca">Old </i>name');
  expect(page).toContain(`<span class="small-hash">${ALPHA_HASH}</span>`);
  expect(page).not.toContain('New name');
  expect(page).not.toContain('&quot;form&quot;');
});
