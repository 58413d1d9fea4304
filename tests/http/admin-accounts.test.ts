// The pages of accounts in /admin/: what they show, what their forms do, and what they refuse.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { requireEmailAddress } from '../../src/modules/account/email-addresses.ts';
import { adminMessages } from '../../src/modules/administration/messages.ts';
import { overviewMessages } from '../../src/modules/overview/messages.ts';
import { labels, staffMessages } from '../../src/platform/messages/messages.ts';
import { messageIn, REASON_MISSING } from '../support/failures.ts';
import { openedOnce } from '../support/opened.ts';
import { type Browser, openTestApp } from '../support/test-app.ts';

const app = openedOnce(openTestApp);
let anna: Browser;
let mia: Browser;
beforeAll(async () => {
  await app.register('Anna', { role: 'administrator' });
  await app.register('Mia', { role: 'moderator' });
  anna = await app.loggedIn('Anna');
  mia = await app.loggedIn('Mia');
});

let name = '';
let id = 0;
let count = 0;
/** A fresh player for each test. */
beforeEach(async () => {
  count += 1;
  name = `Player_${count}`;
  await app.register(name, { isVerified: false });
  id = (await app.administration.findAccount(name)).id;
});

const page = () => `/admin/accounts/${id}/`;

/** Sends the form of an action, its fields named as the page names them. */
function action(browser: Browser, which: string, fields: Record<string, string> = {}) {
  const named = Object.entries(fields).map(([field, value]) => [`${which}-${field}`, value]);
  return browser.submit(`${page()}${which}/`, Object.fromEntries(named));
}

const find = () => app.administration.findAccount(id);
const lastAction = async () => (await app.store.audit.listActions({ limit: 1 }))[0];

describe('an action', () => {
  const actions: [string, Record<string, string>, object, string][] = [
    ['verify', { reason: 'met them' }, { verifiedAt: expect.any(Number) }, 'account verified'],
    [
      'suspend',
      { reason: 'griefing', until: '7d' },
      { suspensionReason: 'griefing', suspendedUntil: expect.any(Number) },
      'account suspended',
    ],
    [
      'details',
      { flags: 'dm', title: 'Sir', premium: 'yes', reason: 'met them' },
      { flags: 'dm', forumTitle: 'Sir', isPremium: true },
      'account details changed',
    ],
    ['rename', { name: 'Renamed', reason: 'asked' }, { name: 'Renamed' }, 'account renamed'],
    ['end-sessions', { reason: 'asked' }, {}, 'sessions ended'],
    ['reset-second-factor', { reason: 'asked' }, {}, 'second factor reset'],
  ];
  test.each(actions)('%s by a moderator goes on to the page, which says so', async (...row) => {
    const [which, fields, changed, logged] = row;
    const answer = await action(mia, which, fields);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${page()}?done=${which}`);
    expect(await find()).toMatchObject(changed);
    expect(await lastAction()).toMatchObject({ action: logged, actor: { name: 'Mia' } });
    const shown = await mia.request(answer.headers.get('location') ?? '');
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('role="status"');
    expect(shown.text).not.toContain('@example.net');
  });

  test('restore takes a suspension back', async () => {
    await app.administration.suspendAccount(id, 'griefing');
    expect((await action(mia, 'restore')).status).toBe(303);
    expect(await find()).toMatchObject({ suspendedAt: null });
  });

  test('role is given by an administrator, and opens the pages at once', async () => {
    const browser = app.browser();
    await browser.logIn(name);
    expect((await browser.request('/admin/')).status).toBe(404);
    expect((await action(anna, 'role', { role: 'moderator' })).status).toBe(303);
    expect((await browser.request('/admin/')).status).toBe(200);
    expect((await action(anna, 'role', { role: 'player' })).status).toBe(303);
    expect((await browser.request('/admin/')).status).toBe(404);
  });

  test('delete wants the name to be typed, and leads to the list', async () => {
    const refused = await action(anna, 'delete', { name: 'Anna', reason: 'asked' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('The name did not match');
    expect(refused.text).toContain('<a href="#field-delete-name">');
    expect((await action(anna, 'delete', { name: '', reason: 'asked' })).status).toBe(400);
    expect((await find()).name).toBe(name);
    const answer = await action(anna, 'delete', { name: ` ${name} `, reason: 'asked' });
    expect(answer.headers.get('location')).toBe('/admin/accounts/?done=delete');
    expect((await anna.request(page())).status).toBe(404);
    expect((await anna.request(answer.headers.get('location') ?? '')).text).toContain(
      adminMessages.done.delete,
    );
  });

  test('reset-second-factor is shown by the page before and after', async () => {
    const shown = async () =>
      (await mia.request(page())).text
        .split(`<dt>${labels.twoFactor}</dt><dd>`)[1]
        ?.match(/^\w+/)?.[0];
    expect(await shown()).toBe('No');
    await app.store.security.turnOnMailCodes(id, 5, []);
    expect(await shown()).toBe('Yes');
    await action(mia, 'reset-second-factor', { reason: 'lost phone' });
    expect(await shown()).toBe('No');
  });
});

test('what is shown to have been done to an account was done to it, not to who had the name before', async () => {
  await app.administration.suspendAccount(name, 'a griefer of before');
  await app.administration.deleteAccount(name, 'griefed on');
  app.skip(1_000);
  await app.register(name);
  id = (await app.administration.findAccount(name)).id;
  await app.administration.suspendAccount(name, 'a mistake of now');
  const { text } = await mia.request(page());
  expect(text).toContain('a mistake of now');
  expect(text).not.toContain('a griefer of before');
  expect(text).not.toContain('griefed on');
});

describe('a refusal', () => {
  const refused: [string, Record<string, string>, number, string, string][] = [
    ['suspend', { reason: '', until: '7d' }, 400, 'reason', REASON_MISSING],
    ['suspend', { reason: 'x', until: 'soon' }, 400, 'until', '&quot;soon&quot;'],
    ['details', { flags: 'a', title: '' }, 400, 'flags', 'Make the account an administrator'],
    ['rename', { name: 'a b', reason: 'x' }, 400, 'name', 'is not allowed'],
    ['rename', { name: 'ANNA', reason: 'x' }, 409, 'name', 'already'],
  ];
  test.each(refused)('of %s %p stands at its field and on top', async (...row) => {
    const [which, fields, status, field, sentence] = row;
    const before = await find();
    const logged = await lastAction();
    const answer = await action(mia, which, fields);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('<title>Error: ');
    expect(answer.text).toContain('role="alert"');
    expect(answer.text).toContain(`<a href="#field-${which}-${field}">`);
    expect(answer.text).toContain(`aria-describedby="field-${which}-${field}`);
    expect(answer.text).toContain(sentence);
    expect(answer.text).toMatch(/<details class="action panel( danger)?" open>/);
    for (const typed of Object.values(fields)) {
      if (typed !== '') expect(answer.text).toContain(`value="${typed}"`);
    }
    expect(await find()).toEqual(before);
    expect(await lastAction()).toEqual(logged);
  });

  test('of far too long a reason tells how long it was, and keeps its beginning alone', async () => {
    const { status, text } = await action(mia, 'suspend', { reason: 'x'.repeat(9_000) });
    expect([status, text.includes('has 9000 characters')]).toEqual([400, true]);
    expect(/value="(x+)"/.exec(text)?.[1]).toHaveLength(600);
  });

  test('of a moderator who acts on staff is refused, and nothing happens', async () => {
    const { id: own } = await app.administration.findAccount('Anna');
    const form = { 'suspend-reason': 'x' };
    const answer = await mia.submit(`/admin/accounts/${own}/suspend/`, form);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Only administrators can do this to the account');
    expect(answer.text).not.toContain('action="/admin/accounts/');
    expect(answer.text).not.toContain('@example.net');
    expect(await app.administration.findAccount('Anna')).toMatchObject({ suspendedAt: null });
  });
});

describe('the list', () => {
  test('finds by a piece of the name, by id, and, for administrators, by address', async () => {
    for (const text of [name.toLowerCase(), `${id}`]) {
      const answer = await mia.request(`/admin/accounts/?text=${text}`);
      expect(answer.text).toContain(`href="${page()}"`);
      expect(answer.text).not.toContain('@example.net');
    }
    const query = `text=${encodeURIComponent(` ${name.toUpperCase()}@example.net `)}`;
    expect((await anna.request(`/admin/accounts/?${query}`)).text).toContain(`href="${page()}"`);
    const refused = await mia.request(`/admin/accounts/?${query}`);
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain(`href="${page()}"`);
  });

  test('is filtered, and says when nothing fits', async () => {
    const { text } = await mia.request('/admin/accounts/?standing=staff');
    expect(text).toContain('>Anna</a>');
    expect(text).not.toContain('href="/admin/accounts/new/"');
    expect((await mia.request(page())).text).toMatch(/maxlength="500"[^>]* name="suspend-reason"/);
    expect(text).not.toContain(name);
    const none = await mia.request('/admin/accounts/?text=zzzz&standing=staff');
    expect(none.text).toContain(adminMessages.accounts.nothing);
    // The same text finds it without the filter: the two count together.
    const both = await mia.request(`/admin/accounts/?text=${name}&standing=staff`);
    expect(both.text).toContain(adminMessages.accounts.nothing);
    expect((await mia.request('/admin/accounts/?standing=staffs')).status).toBe(400);
  });

  test('goes on behind an account, with the same search', async () => {
    const { text } = await anna.request(`/admin/accounts/?standing=staff&before=${id}`);
    expect(text).toContain('>Mia</a>');
    const { id: last } = await app.administration.findAccount('Mia');
    const behind = await anna.request(`/admin/accounts/?standing=staff&before=${last}`);
    expect(behind.text).toContain('>Anna</a>');
    expect(behind.text).not.toContain('>Mia</a>');
    expect(behind.text).toContain(
      `href="/admin/accounts/?standing=staff">${staffMessages.newest}<`,
    );
  });
});

test.each(['0', 'x', '99999999'])('an account %s is not there', async (odd) => {
  for (const answer of [
    await anna.request(`/admin/accounts/${odd}/`),
    await anna.submit(`/admin/accounts/${odd}/verify/`, {}),
  ]) {
    expect(answer.status).toBe(404);
  }
});

describe('an account that is made', () => {
  const form = () => ({
    ...{ 'create-name': `New_${count}`, 'create-email': `new${count}@example.net` },
    ...{ 'create-password': 'long enough', 'create-role': 'moderator' },
    ...{ 'create-verified': 'yes', 'create-reason': 'joins us' },
  });

  test('is there, with its role, and can log in', async () => {
    const answer = await anna.submit('/admin/accounts/new/create/', form());
    expect(answer.status).toBe(303);
    const made = await app.administration.findAccount(form()['create-name']);
    expect(answer.headers.get('location')).toBe(`/admin/accounts/${made.id}/?done=create`);
    expect(made).toMatchObject({ role: 'moderator', verifiedAt: expect.any(Number) });
    const login = await app.browser().logIn(made.name, { password: 'long enough' });
    expect(login.json()).toMatchObject({ authenticated: true });
    expect(await lastAction()).toMatchObject({ action: 'account created', reason: 'joins us' });
  });

  const wrong: [Record<string, string>, string, string][] = [
    [{ name: 'a b' }, 'name', 'is not allowed'],
    [{ name: 'Anna' }, 'name', 'already'],
    [{ email: 'none' }, 'email', messageIn(() => requireEmailAddress('none'))],
    [{ password: 'short' }, 'password', 'has 5 characters'],
    [{ reason: 'a\nb' }, 'reason', 'control characters'],
  ];
  test.each(wrong)('with %p is refused at its field, and no password is kept', async (...row) => {
    const [part, field, sentence] = row;
    const typed = Object.entries(part).map(([name, value]) => [`create-${name}`, value]);
    const all = { ...form(), ...Object.fromEntries(typed) };
    const answer = await anna.submit('/admin/accounts/new/create/', all);
    expect([400, 409]).toContain(answer.status);
    expect(answer.text).toContain(`<a href="#field-create-${field}">`);
    expect(answer.text).toContain(sentence);
    expect(answer.text).not.toContain('long enough');
    expect(answer.text).not.toContain('value="short"');
    expect(answer.text).toContain('<option value="moderator" selected');
  });
});

describe('the overview', () => {
  test('counts, and names what needs attention', async () => {
    await using fresh = await openTestApp({ isMailOn: false });
    await fresh.register('Root_', { role: 'administrator' });
    await fresh.register('Ulla', { isVerified: false });
    await fresh.beat();
    await fresh.advance(1_000);
    const root = await fresh.loggedIn('Root_');
    await fresh.servers.history.sample();
    const { text } = await root.request('/admin/');
    const grown = [...text.matchAll(/<dd>([\d,]+)<\/dd><dd class="hint">(\d+)/g)];
    expect(grown.map(([, now, before]) => [now, before])).toEqual([
      ['3', '0'],
      ['1', '0'],
      ['2', '0'],
    ]);
    const waits = '<a href="/admin/accounts/?standing=unverified">1 account is waiting';
    expect(text).toContain(waits);
    expect(text).toContain('<span class="hidden-label">1 open</span>');
    const steps = ['/admin/mail/', '/admin/doctor/', '/admin/site/', '/acc/security/'];
    for (const path of steps) expect(text).toContain(`<span class="dot neutral"><a href="${path}"`);
    expect(text).not.toContain(overviewMessages.steps.server);
  });

  test('names accounts that wait for a hand, where emails do not verify them', async () => {
    await using fresh = await openTestApp({ verification: 'administrator' });
    await fresh.register('Root_', { role: 'administrator' });
    await fresh.register('Ulla', { isVerified: false });
    const root = await fresh.loggedIn('Root_');
    expect((await root.request('/admin/')).text).toContain(
      '1 account is waiting to be verified by hand.',
    );
    await fresh.administration.verifyAccount('Ulla');
    expect((await root.request('/admin/')).text).toContain(overviewMessages.calm);
  });
});

test('the way to administration stands on the list of staff alone', async () => {
  expect((await mia.request('/')).text).toContain('href="/admin/"');
  await app.administration.setDetails('Mia', { role: 'player' });
  expect((await mia.request('/')).text).not.toContain('/admin');
  await app.administration.setDetails('Mia', { role: 'moderator' });
});

describe('where a second factor is asked of staff', () => {
  test('there is one page for those without, whatever they ask for, and all for those with', async () => {
    await using strict = await openTestApp({ isStaffTwoFactorRequired: true });
    await strict.register('Root_', { role: 'administrator' });
    await strict.register('Paul');
    const root = await strict.loggedIn('Root_');
    const before = await strict.store.audit.listActions({ limit: 9 });
    for (const answer of [
      await root.request('/admin/'),
      await root.request('/admin/accounts/2/'),
      await root.submit('/admin/accounts/2/verify/', {}),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('href="/acc/security/"');
      expect(answer.text).not.toContain('Paul');
    }
    expect(await strict.store.audit.listActions({ limit: 9 })).toEqual(before);
    await strict.store.security.turnOnMailCodes(1, 5, []);
    expect((await root.request('/admin/accounts/2/')).status).toBe(200);
    await strict.store.security.turnOffMailCodes(1);
    expect((await root.request('/admin/accounts/2/')).status).toBe(403);
  });
});
