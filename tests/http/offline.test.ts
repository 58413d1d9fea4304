// The page of a server that is offline: what it keeps, who waits for it, and what a ban leaves of it.

import { beforeEach, describe, expect, test } from 'bun:test';
import { historyMessages } from '../../src/modules/history/messages.ts';
import { bannedMessages, serverMessages } from '../../src/modules/registry/messages.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { type Browser, openTestApp } from '../support/test-app.ts';
import { ALPHA_HASH, HIDDEN_HASH, openSampleApp, play, UNKNOWN_HASH } from './sample-app.ts';

const { alert } = serverMessages;
const PLAY = `/server/play/${ALPHA_HASH}/`;
const DAY_MS = 24 * 60 * 60_000;

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  alice = await app.loggedIn('Alice');
  await app.servers.history.sample();
  await app.advance(10 * 60_000);
});

const wait = (by = alice, value = 'yes') => by.submit(PLAY, { alert: value });

/** Alpha sends heartbeats for some minutes. */
async function comeBack(minutes = 4): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await app.beat({ name: 'Alpha' }, '203.0.113.7');
    await app.advance(60_000);
    await app.servers.returnAlerts.sendDue();
  }
}

const mails = async () =>
  (await app.readMails()).filter(({ kind }) => kind === ('server back' as string));

describe('a server that is offline', () => {
  test('keeps its page, with its name, when it was last seen, and its history', async () => {
    await play(app, {
      path: PLAY,
      setsSession: true,
      contains: [
        'Alpha',
        serverMessages.offline,
        '9 min ago',
        historyMessages.heading,
        serverMessages.available,
        alert.needsLogin,
      ],
      lacks: [serverMessages.launcherTitle, 'mc://', '/server/report/', '203.0.113.7'],
    });
    await app.beat({ name: 'Alpha' }, '203.0.113.7');
    await play(app, {
      path: PLAY,
      setsSession: true,
      lacks: [serverMessages.offline, alert.title],
    });
  });

  test('shows the shortest period that it was seen in, and no page after ninety days', async () => {
    await app.advance(3 * DAY_MS);
    expect((await app.request(PLAY)).text).toMatch(/\?period=7d#history" aria-current="true"/);
    await app.advance(100 * DAY_MS);
    expect((await app.request(PLAY)).status).toBe(404);
  });

  test.each([
    ['was private', HIDDEN_HASH],
    ['was never there', UNKNOWN_HASH],
  ])('has no page where it %s', async (_what, hash) => {
    expect((await app.request(`/server/play/${hash}/`)).status).toBe(404);
  });

  test('has no page once moderators unlisted it, or when it was private at the end', async () => {
    await app.moderation.actOnServer('unlist', COMMAND, ALPHA_HASH, 'Fake');
    await app.servers.reloadModeration();
    const { status, text } = await app.request(PLAY);
    expect([status, text.includes('Alpha')]).toEqual([404, false]);
    await wait();
    expect(await app.servers.returnAlerts.isSet(1, ALPHA_HASH)).toBe(false);
  });
});

describe('who waits for it', () => {
  test('gets one email once it is back for some minutes, and no other', async () => {
    expect((await alice.request(PLAY)).text).toContain(alert.how(30));
    expect((await wait()).status).toBe(303);
    expect((await alice.request(PLAY)).text).toContain(alert.isSet(30));
    await comeBack(1);
    await app.advance(10 * 60_000);
    expect(await mails()).toEqual([]);
    await comeBack(6);
    expect(await mails()).toMatchObject([
      { to: 'Alice@example.net', links: [expect.stringContaining(PLAY)] },
    ]);
    await app.advance(10 * 60_000);
    await comeBack(6);
    expect(await mails()).toHaveLength(1);
  });

  test('waits for ten servers at most, and is told so in the page', async () => {
    const { store } = app;
    const others = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(32));
    const place = { players: 1, name: 'X', ip: '192.0.2.1', port: 1 };
    await store.history.saveMinute({
      ...{ at: 1, players: 0, servers: 0, series: new Uint32Array(), counts: new Uint16Array() },
      newcomers: others.map((hash) => ({ hash, ...place })),
    });
    for (const hash of others) {
      await store.returnAlerts.addAlert(
        { accountId: 1, hash, expiresAt: app.now() + DAY_MS },
        99,
        0,
      );
    }
    const refused = await wait();
    expect([refused.status, refused.text.includes('waiting for 10 servers')]).toEqual([409, true]);
  });

  test('changes it twenty times in a row at most', async () => {
    for (let turn = 0; turn < 20; turn += 1) await wait(alice, turn % 2 === 0 ? 'yes' : 'no');
    expect((await wait()).status).toBe(429);
  });

  test('is logged in, has a confirmed address, and sent the form from here', async () => {
    const visitor = await wait(app.browser());
    expect([visitor.status, visitor.headers.get('location')]).toEqual([
      303,
      `/acc/login/?next=${encodeURIComponent(PLAY)}`,
    ]);
    await app.register('Una', { isVerified: false });
    await app.administration.verifyAccount('Una');
    const una = await app.loggedIn('Una');
    expect((await una.request(PLAY)).text).toContain(alert.needsEmail);
    await wait(una);
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect((await alice.submit(PLAY, { alert: 'yes' }, { headers: foreign })).status).toBe(403);
    expect(await app.store.returnAlerts.listAwaited(0)).toEqual([]);
  });

  test('waits for nothing where no email can be sent', async () => {
    await using silent = await openTestApp({ isMailOn: false });
    await silent.register('Alice');
    await silent.beat({ name: 'Alpha' }, '203.0.113.7');
    await silent.servers.history.sample();
    await silent.advance(10 * 60_000);
    const browser = await silent.loggedIn('Alice');
    expect((await browser.request(PLAY)).text).not.toContain(alert.title);
    await browser.submit(PLAY, { alert: 'yes' });
    expect(await silent.store.returnAlerts.listAwaited(0)).toEqual([]);
  });
});

describe('after a ban', () => {
  test.each([
    ['its hash', { kind: 'server', subject: ALPHA_HASH }],
    ['its address', { kind: 'range', subject: '203.0.113.7' }],
    ['its name', { kind: 'name', subject: 'alph*' }],
  ] as const)(
    'of %s moderators read why, and others that it is not listed',
    async (_what, target) => {
      await app.moderation.addBan(COMMAND, target, { reason: 'Fake <counts>.' });
      await app.servers.reloadModeration();
      await app.register('Mia', { role: 'moderator' });
      const mia = await app.loggedIn('Mia');
      const banned = bannedMessages;
      await play(mia, {
        ...{ path: PLAY, status: 404 },
        contains: [banned.staffTitle, 'Fake &lt;counts>.', `/admin/servers/${ALPHA_HASH}/`],
      });
      await play(alice, {
        ...{ path: PLAY, status: 404 },
        ...{ contains: [banned.title], lacks: ['Fake', 'Alpha', banned.staffTitle] },
      });
      const path = `/api/v1/servers/${ALPHA_HASH}/history`;
      await play(app, { path, status: 404 });
    },
  );
});
