// Warnings: who gives and withdraws one, and that the player reads it before any other page, and plays on meanwhile.

import { beforeEach, describe, expect, test } from 'bun:test';
import { warningFailures, warningMessages } from '../../src/modules/warnings/messages.ts';
import { WARNINGS_PATH } from '../../src/modules/warnings/warning-ports.ts';
import { MAX_WARNINGS, MIN_WARNING_LENGTH } from '../../src/modules/warnings/warnings.ts';
import { DAY_MS } from '../../src/platform/lib/clock.ts';
import { inLanguage } from '../../src/platform/messages/language.ts';
import { openedForEach } from '../support/opened.ts';
import type { Browser } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, claimAlpha } from './sample-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp } from './staff-app.ts';

const REASON = 'Griefing at the spawn';
const staff = openedForEach(openStaffApp);
let page = '';
let alice: Browser;
beforeEach(async () => {
  page = await pageOf('Alice');
  alice = await staff.app.loggedIn('Alice');
});

const pageOf = async (name: string) =>
  `/admin/accounts/${(await staff.app.administration.findAccount(name)).id}/`;
const warn = (by: Browser, reason = REASON, server = '', path = page) =>
  by.submit(`${path}warn/`, { 'warn-reason': reason, ...(server && { 'warn-server': server }) });
const idOn = async (by: Browser, path = page) =>
  Number(/name="id" value="(\d+)"/.exec((await by.request(path)).text)?.[1]);
const withdraw = (by: Browser, id: number, reason = '') =>
  by.submit(`${page}warning-withdraw/`, {
    id: `${id}`,
    [`warning-withdraw-${id}-reason`]: reason,
  });
const confirm = async (by: Browser, next = '') =>
  by.submit(WARNINGS_PATH, { id: `${await idOn(by, WARNINGS_PATH)}`, next });
const leadsTo = async (by: Browser, path: string) => {
  const { status, headers } = await by.request(path);
  return status === 303 ? headers.get('location') : status;
};

describe('an unread warning', () => {
  beforeEach(async () => {
    await follow(staff.mia, await warn(staff.mia));
  });

  test.each([
    ['the list', '/', WARNINGS_PATH],
    ['the list with a filter', '/?q=alp&sort=name', undefined],
    ['the other path of the list', '/server/list/', undefined],
    ['a server', `/server/play/${ALPHA_HASH}/`, undefined],
    ['a server that does not exist', `/server/play/${'f'.repeat(32)}/`, undefined],
    ['the account', '/acc/', undefined],
    ['security', '/acc/security/sessions/', undefined],
    ['favourites', '/favourites/', undefined],
    ['a player', '/player/Alice/', undefined],
    ['statistics', '/statistics/', undefined],
    ['start', '/start/', undefined],
    ['administration', '/admin/', undefined],
    ['the login page', '/acc/login/', WARNINGS_PATH],
  ])('leads %s to the warning and back', async (_, path, to) => {
    const way = to ?? `${WARNINGS_PATH}?next=${encodeURIComponent(path)}`;
    const answer = await alice.request(path);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(way);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const shown = await alice.request(way);
    expect(shown.text).toContain(REASON);
    const next = /name="next" value="([^"]*)"/.exec(shown.text)?.[1]?.replaceAll('&amp;', '&');
    const done = await confirm(alice, next);
    expect(done.status).toBe(303);
    expect(done.headers.get('location')).toBe(to === undefined ? path : '/');
    expect(await leadsTo(alice, path)).not.toBe(way);
  });

  test.each([
    ['the API of lists', '/api/servers/'],
    ['the API of one server', `/api/server/${ALPHA_HASH}`],
    ['the first step of a login', '/api/login/'],
    ['the search', '/api/v1/servers/'],
    ['sparklines', '/server/list/sparks'],
    ['a face', `/assets/face/${ALPHA_HASH}.svg`],
    ['the warning', WARNINGS_PATH],
  ])('leaves %s alone', async (_, path) => {
    expect(await leadsTo(alice, path)).toBe(200);
  });

  test('keeps its player in the lists of launchers, with mppasses', async () => {
    const launcher = await staff.app.loggedIn('Alice');
    expect((await launcher.request('/api/servers/')).text).toMatch(/"mppass":\s*"[0-9a-f]{32}"/);
  });

  test('loses no form: what is sent is done, and the next page is the warning', async () => {
    const star = await alice.submit('/favourites/', { add: BRAVO_HASH, next: '/' });
    expect(star.status).toBe(303);
    expect(star.headers.get('location')).not.toContain(WARNINGS_PATH);
    await confirm(alice);
    expect((await alice.request('/favourites/')).text).toContain('Bravo');
  });

  test('lets its player log out, change the language, and read the rules', async () => {
    const { anna } = staff;
    await anna.submit('/admin/site/rules/', { 'rules-rules': 'Be kind.' });
    expect((await alice.request('/rules/')).text).toContain('Be kind.');
    expect((await alice.submit('/language/', { language: 'de' })).status).toBe(303);
    expect((await alice.submit('/acc/logout/', {})).status).toBe(303);
    expect(await leadsTo(alice, '/')).toBe(200);
  });

  test('leads nobody else anywhere', async () => {
    const { app, mia } = staff;
    await app.register('Bob');
    for (const by of [app.browser(), await app.loggedIn('Bob'), mia]) {
      expect(await leadsTo(by, '/')).toBe(200);
    }
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/acc/logout/'])(
    'goes on to no other site: next=%s',
    async (next) => {
      expect((await confirm(alice, next)).headers.get('location')).toBe('/');
      expect(await leadsTo(alice, `${WARNINGS_PATH}?next=${encodeURIComponent(next)}`)).toBe('/');
    },
  );

  test('that comes while the player reads another one stays unread', async () => {
    const id = await idOn(alice, WARNINGS_PATH);
    await follow(staff.mia, await warn(staff.mia, 'The second one.'));
    await alice.submit(WARNINGS_PATH, { id: `${id}`, next: '' });
    expect(await leadsTo(alice, '/')).toBe(WARNINGS_PATH);
    expect((await alice.request(WARNINGS_PATH)).text).toContain('The second one.');
    await confirm(alice);
    const list = (await alice.request(WARNINGS_PATH)).text;
    expect(list).toContain(REASON);
    expect(list).toContain('The second one.');
    expect(list).not.toContain('Mia');
  });

  test('is linked on the account of its player, and on no other', async () => {
    await confirm(alice);
    expect((await alice.request('/acc/')).text).toContain(warningMessages.see(1));
    await staff.app.register('Carl');
    const carl = await staff.app.loggedIn('Carl');
    expect((await carl.request('/acc/')).text).not.toContain(WARNINGS_PATH);
  });

  test('that another replica marked as read leads on', async () => {
    const { app } = staff;
    const { id } = await app.administration.findAccount('Alice');
    const [warning] = await app.store.warnings.listWarnings(id);
    await app.store.warnings.markRead(id, warning?.id ?? 0, app.now());
    const way = `${WARNINGS_PATH}?next=%2Facc%2F`;
    expect(await leadsTo(alice, '/acc/')).toBe(way);
    expect(await leadsTo(alice, way)).toBe('/acc/');
    expect(await leadsTo(alice, '/acc/')).toBe(200);
  });

  test('is in the language of its reader', async () => {
    const init = { headers: { 'accept-language': 'de' } };
    const { text: shown } = await alice.request(WARNINGS_PATH, init);
    expect(shown).toContain(inLanguage('de', () => warningMessages.confirm));
    expect((await staff.mia.request(page, init)).text).toContain('Noch nicht gelesen');
    const mails = await staff.app.readMails();
    const mail = mails.find(({ text }) => text.includes(REASON));
    expect(mail?.text).toContain('gave you a warning');
  });

  test('is gone after two years, read or not', async () => {
    const { app } = staff;
    const { id } = await app.administration.findAccount('Alice');
    const countAfter = async (ms: number) => {
      app.skip(ms);
      await app.runJob('remove old warnings');
      return (await app.store.warnings.listWarnings(id)).length;
    };
    expect(await countAfter(2 * 365 * DAY_MS)).toBe(1);
    expect(await countAfter(1)).toBe(0);
  });
});

describe('a moderator', () => {
  test('warns a player and sees whether it was read, and the log has both', async () => {
    const { mia, readLog } = staff;
    const given = await follow(mia, await warn(mia, `${REASON} ${MARKUP}`));
    expect(given).toContain('Not read yet');
    expect(given).not.toContain(MARKUP);
    await follow(mia, await warn(mia, 'By mistake.'));
    await follow(mia, await withdraw(mia, await idOn(mia), 'Wrong player'));
    await confirm(alice);
    expect(await idOn(mia)).toBeNaN();
    const { text } = await mia.request(page);
    expect(text).toContain('Mia');
    expect(text).not.toContain('Not read yet');
    const actor = { name: 'Mia' };
    expect((await readLog()).slice(0, 3)).toMatchObject([
      { action: 'warning withdrawn', subject: 'Alice', actor, reason: 'Wrong player' },
      { action: 'account warned', subject: 'Alice', actor, reason: 'By mistake.' },
      { action: 'account warned', subject: 'Alice', actor },
    ]);
  });

  test('frees the player by withdrawing, until it is read', async () => {
    const { mia } = staff;
    await warn(mia);
    const id = await idOn(mia);
    expect(await leadsTo(alice, '/')).toBe(WARNINGS_PATH);
    await follow(mia, await withdraw(mia, id));
    expect(await leadsTo(alice, '/')).toBe(200);
    await warn(mia);
    const other = await idOn(mia);
    await confirm(alice);
    expect((await withdraw(mia, other)).text).toContain(warningFailures.gone);
  });

  test('names a server that the player claimed, and no other', async () => {
    const { app, mia } = staff;
    await claimAlpha(app, alice);
    await app.servers.flush();
    expectRefused(await warn(mia, REASON, BRAVO_HASH), 'warn-server', warningFailures.server);
    await follow(mia, await warn(mia, REASON, ALPHA_HASH));
    expect((await alice.request(WARNINGS_PATH)).text).toContain(
      warningMessages.about('Alpha').slice(0, 20),
    );
  });

  test.each([
    ['too short', 'x'.repeat(MIN_WARNING_LENGTH - 1), warningFailures.short(MIN_WARNING_LENGTH)],
    ['too long', 'x'.repeat(501), '501'],
  ])('is refused a reason that is %s', async (_, reason, sentence) => {
    expectRefused(await warn(staff.mia, reason), 'warn-reason', sentence);
    expect(await leadsTo(alice, '/')).toBe(200);
  });

  test(`gives at most ${MAX_WARNINGS} warnings`, async () => {
    for (let number = 0; number < MAX_WARNINGS; number += 1) await warn(staff.mia);
    const answer = await warn(staff.mia);
    expect([answer.status, answer.text.includes(warningFailures.full(MAX_WARNINGS))]).toEqual([
      409,
      true,
    ]);
  });

  test('warns no staff; an administrator does, and a player nobody', async () => {
    const { app, mia, anna } = staff;
    await app.register('Moe', { role: 'moderator' });
    const moe = await pageOf('Moe');
    expect((await mia.request(moe)).text).not.toContain('id="warnings"');
    expect((await warn(mia, REASON, '', moe)).status).toBe(403);
    await follow(anna, await warn(anna, REASON, '', moe));
    expect((await mia.request(moe)).text).not.toContain('id="warnings"');
    expect(await leadsTo(await app.loggedIn('Moe'), '/admin/')).toBe(
      `${WARNINGS_PATH}?next=%2Fadmin%2F`,
    );
    expect((await warn(alice)).status).toBe(404);
  });
});
