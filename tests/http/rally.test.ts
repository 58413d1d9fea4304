// Players who say on a server's page that they would play if enough come.

import { beforeEach, describe, expect, test } from 'bun:test';
import { rallyFailures } from '../../src/modules/rallies/messages.ts';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { type Browser, openTestApp } from '../support/test-app.ts';
import { ALPHA_HASH, HIDDEN_HASH, openSampleApp, PUBLIC_READ, play } from './sample-app.ts';

const { rally } = serverMessages;
const PLAY = `/server/play/${ALPHA_HASH}/`;
const API = `/api/v1/servers/${ALPHA_HASH}/rally`;
const HOUR_MS = 60 * 60_000;

const app = openedForEach(openSampleApp);
let alice: Browser;
let bob: Browser;
beforeEach(async () => {
  await app.register('Bob');
  [alice, bob] = [await app.loggedIn('Alice'), await app.loggedIn('Bob')];
});

const pledge = (by: Browser, fields: Readonly<Record<string, string>> = {}, path = PLAY) =>
  by.submit(path, { rally: 'yes', wanted: '2', minutes: '60', ...fields });
const read = async () => (await app.request(API)).json();
const mails = async () =>
  (await app.readMails()).filter(({ kind }) => kind === ('rally met' as string));

describe('players who pledge', () => {
  test('are all told once there are enough: on the page, which looks by itself, and by email', async () => {
    expect((await alice.request(PLAY)).text).toContain(rally.how);
    const answer = await pledge(alice);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PLAY}#rally`]);
    await play(alice, {
      path: PLAY,
      contains: [rally.pledged(1, 2), rally.own(2), rally.byEmail, 'id="rally"', 'data-watch="3"'],
      lacks: [rally.submit],
    });
    expect(await mails()).toEqual([]);
    await pledge(bob);
    for (const browser of [alice, bob]) {
      await play(browser, {
        path: PLAY,
        contains: [rally.coming(2), rally.takeBack],
        lacks: ['data-watch', rally.byEmail],
      });
    }
    await pledge(bob);
    const told = await mails();
    expect(told.map(({ to }) => to).toSorted()).toEqual(['Alice@example.net', 'Bob@example.net']);
    expect(told).toMatchObject(told.map(() => ({ links: [expect.stringContaining(PLAY)] })));
  });

  test('are counted for everybody, and named to nobody', async () => {
    await pledge(alice, { wanted: '3' });
    await pledge(bob, { wanted: '5' });
    expect(await read()).toEqual({ pledged: 2, wanted: 3, coming: 0 });
    await play(app, { path: API, shows: PUBLIC_READ });
    await play(app, {
      path: PLAY,
      setsSession: true,
      contains: [rally.pledged(2, 3), rally.how],
      lacks: ['Alice', 'Bob', rally.submit],
    });
  });

  test('get no email where none can be sent, and are not promised one', async () => {
    await using silent = await openTestApp({ isMailOn: false });
    await silent.register('Alice');
    await silent.beat({ name: 'Alpha' }, '203.0.113.7');
    const browser = await silent.loggedIn('Alice');
    await pledge(browser);
    const { text } = await browser.request(PLAY);
    expect([text.includes(rally.own(2)), text.includes(rally.byEmail)]).toEqual([true, false]);
  });

  test('read it in their own language', async () => {
    const headers = { 'accept-language': 'de' };
    expect((await app.request(PLAY, { headers })).text).toContain('Zusammen spielen');
  });
});

describe('a pledge is refused', () => {
  test.each([
    ['wanted', '1'],
    ['wanted', '17'],
    ['wanted', 'x'],
    ['minutes', '1'],
    ['minutes', '999999'],
  ])('where %s is %p, at its field', async (field, value) => {
    const { status, text } = await pledge(alice, { [field]: value });
    expect([status, text.includes(`id="field-${field}-problem"`)]).toEqual([400, true]);
    expect(text).toContain(rallyFailures.choice);
    expect(await read()).toEqual({ pledged: 0, wanted: null, coming: 0 });
  });

  test('without an account, before it is verified, and from another site', async () => {
    const visitor = await pledge(app.browser());
    expect(visitor.headers.get('location')).toStartWith('/acc/login/');
    const ulla = await app.loggedIn('Ulla');
    expect((await ulla.request(PLAY)).text).not.toContain(rally.submit);
    expect((await pledge(ulla)).status).toBe(403);
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    const forged = { rally: 'yes', wanted: '2', minutes: '60' };
    expect((await alice.submit(PLAY, forged, { headers: foreign })).status).toBe(403);
    expect(await read()).toEqual({ pledged: 0, wanted: null, coming: 0 });
  });

  test('for a server that is private, banned, or offline', async () => {
    const hidden = `/server/play/${HIDDEN_HASH}/`;
    const refused = await pledge(alice, {}, hidden);
    expect([refused.status, refused.text.includes(rallyFailures.notListed)]).toEqual([409, true]);
    expect((await alice.request(hidden)).text).not.toContain(rally.title);
    await play(app, { path: `/api/v1/servers/${HIDDEN_HASH}/rally`, status: 404 });
    const target = { kind: 'server', subject: ALPHA_HASH } as const;
    await app.moderation.addBan(COMMAND, target, { reason: 'Fake.' });
    await app.servers.reloadModeration();
    expect((await pledge(alice)).status).toBe(404);
    await play(app, { path: API, status: 404 });
  });

  test('after twenty changes in a row', async () => {
    for (let turn = 0; turn < 20; turn += 1) await pledge(alice, { wanted: '16' });
    const refused = await pledge(alice);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '360']);
    app.skip(HOUR_MS);
    expect((await app.store.rallies.listPledges(ALPHA_HASH, app.now())).length).toBe(0);
  });
});
