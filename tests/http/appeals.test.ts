// Appeals: how suspended players get to the page, what they may send, and what staff decide.

import { beforeEach, describe, expect, test } from 'bun:test';
import { MAX_APPEAL_LENGTH } from '../../src/modules/appeals/appeals.ts';
import {
  appealAdminMessages,
  appealFailures,
  appealMessages,
} from '../../src/modules/appeals/messages.ts';
import { loginMessages } from '../../src/modules/login/messages.ts';
import { inputFailures, staffMessages } from '../../src/platform/messages/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { createSoftPasskey } from '../support/passkey.ts';
import { PASSWORD } from '../support/test-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp } from './staff-app.ts';

const LIST = '/admin/appeals/';
const LINK = /\/acc\/appeal\/[A-Za-z0-9_.-]+\//;

const staff = openedForEach(openStaffApp);
let link = '';
beforeEach(async () => {
  await staff.app.administration.suspendAccount('Alice', 'Griefing at Alpha', '7d');
  link = await logIn();
});

/** Logs in to the suspended account, and returns the link on the page that refuses it. */
async function logIn(password = PASSWORD): Promise<string> {
  const browser = staff.app.browser();
  await browser.request('/acc/login/');
  const answer = await browser.submit('/acc/login/', { username: 'Alice', password });
  expect([400, 403]).toContain(answer.status);
  return LINK.exec(answer.text)?.[0] ?? '';
}

const send = (text: string, path = link) => staff.app.browser().submit(path, { text });
const read = async (path = link) => staff.app.browser().request(path);
const decide = (by: 'mia' | 'anna', how: string, reason: string, id = 1) =>
  staff[by].submit(`${LIST}${how}/`, { id: `${id}`, [`${how}-${id}-reason`]: reason });

test('the overview of staff is shown when appeals cannot be counted', async () => {
  const { app, mia } = staff;
  app.store.appeals.countOpenAppeals = () => Promise.reject(new Error('kept secret'));
  const { status, text } = await mia.request('/admin/');
  expect([status, text.includes('kept secret')]).toEqual([200, false]);
  expect(text).toContain(staffMessages.partFailed);
  expect(app.heard.unknown).toHaveLength(2);
});

test('a suspended account that logs in with a passkey gets the link too', async () => {
  const baseUrl = 'https://play.example.net';
  await using opened = await openStaffApp({ baseUrl });
  const { app } = opened;
  const passkey = createSoftPasskey();
  const site = { origin: baseUrl, rpId: 'play.example.net' };
  const alice = app.browser();
  await alice.submit('/acc/login/', { username: 'Alice', password: PASSWORD });
  await alice.submit('/acc/security/passkeys/', { name: 'Phone', password: PASSWORD });
  const setup = (await alice.request('/acc/security/passkeys/new/')).text;
  const options = /data-create="([^"]*)"/.exec(setup)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const credential = JSON.stringify(passkey.create(JSON.parse(options), site));
  await alice.submit('/acc/security/passkeys/new/', { credential });
  await app.administration.suspendAccount('Alice', 'Griefing');
  const browser = app.browser();
  const asked = await browser.request('/acc/login/passkey/options/?step=alone');
  const used = passkey.use(asked.json() as { challenge: string }, site);
  const { text } = await browser.submit('/acc/login/passkey/', {
    credential: JSON.stringify(used),
    step: 'alone',
  });
  expect(text).toContain('Griefing');
  expect((await browser.request(LINK.exec(text)?.[0] ?? '')).status).toBe(200);
});

describe('the page of an appeal', () => {
  test('is linked after the right password of a suspended account, and after no other', async () => {
    expect(link).toMatch(LINK);
    expect(await logIn('not the password')).toBe('');
    const { status, text, headers } = await read();
    expect(status).toBe(200);
    expect(text).toContain('Griefing at Alpha');
    expect(text).toContain(appealMessages.intro);
    expect(headers.get('cache-control')).toContain('no-store');
    const answer = await staff.app.browser().submit('/acc/login/', {
      username: 'Alice',
      password: PASSWORD,
    });
    expect(answer.text).toContain(loginMessages.toAppeal);
  });

  test('is linked in the email about the suspension, by the same link', async () => {
    const mails = await staff.app.readMails();
    const mail = mails.find(({ text }) => text.includes('Griefing at Alpha'));
    expect(mail?.text).toContain(link);
  });

  test('is in the language of the reader', async () => {
    const browser = staff.app.browser();
    const { text } = await browser.request(link, { headers: { 'accept-language': 'de' } });
    expect(text).toContain('Dein Einspruch');
  });

  test.each([
    ['another signature', () => `${link.slice(0, -3)}xx/`],
    ['another account', () => link.replace(/appeal\/\d+/, 'appeal/4')],
    ['no account', () => link.replace(/appeal\/\d+/, 'appeal/999')],
    ['another form', () => '/acc/appeal/x/'],
  ])('with %s leads nowhere', async (_, pathOf) => {
    const { status, text } = await read(pathOf());
    expect([status, text.includes('Griefing')]).toEqual([410, false]);
    expect((await send('It was not me.', pathOf())).status).toBe(410);
  });

  test('ends with the suspension, and another suspension has another one', async () => {
    const { app } = staff;
    await app.administration.restoreAccount('Alice', 'enough');
    expect((await read()).status).toBe(410);
    expect((await send('It was not me.')).status).toBe(410);
    await app.advance(1_000);
    await app.administration.suspendAccount('Alice', 'Again');
    expect((await read()).status).toBe(410);
    expect(await logIn()).not.toBe(link);
  });

  test('ends when the time of the suspension is over', async () => {
    staff.app.skip(8 * 86_400_000);
    expect((await read()).status).toBe(410);
  });

  test.each([
    ['empty', ' \n', appealFailures.text.missing],
    [
      'long',
      'x'.repeat(MAX_APPEAL_LENGTH + 1),
      inputFailures.long(appealFailures.text.label, MAX_APPEAL_LENGTH + 1, MAX_APPEAL_LENGTH),
    ],
  ])('refuses a text that is %s, and keeps it', async (_, text, sentence) => {
    const answer = await send(text);
    expectRefused(answer, 'text', sentence);
    expect(answer.text).toContain(`${text}</textarea>`);
    expect((await send('x'.repeat(MAX_APPEAL_LENGTH))).status).toBe(303);
  });

  test('takes one appeal, and then shows it with its status', async () => {
    expect((await send(`Not me ${MARKUP}`)).headers.get('location')).toBe(link);
    const { text } = await read();
    expect(text).toContain(appealMessages.open);
    expect(text).toContain('Not me &lt;script');
    expect(text).not.toContain('<textarea');
    const again = await send('Once more.');
    expect(again.status).toBe(409);
    expect(again.text).toContain(appealFailures.sent);
  });
});

describe('staff', () => {
  beforeEach(async () => {
    await send('It was my brother.');
  });

  test('see what waits on the overview, in the navigation and in the list', async () => {
    const { mia } = staff;
    const overview = await mia.request('/admin/');
    expect(overview.text).toContain(appealAdminMessages.waiting(1));
    expect(overview.text).toMatch(/Appeals <span class="count" aria-hidden="true">1</);
    const { text } = await mia.request(LIST);
    for (const part of ['It was my brother.', 'Griefing at Alpha', '>Alice</a>']) {
      expect(text).toContain(part);
    }
  });

  test('accept an appeal, which lifts the suspension and tells the player by email', async () => {
    const { app, mia, readLog } = staff;
    await follow(mia, await decide('mia', 'accept', 'He is right.'));
    const alice = await app.loggedIn('Alice');
    expect((await alice.request('/acc/')).status).toBe(200);
    expect((await readLog()).slice(0, 2)).toMatchObject([
      { action: 'account restored', subject: 'Alice', reason: 'He is right.' },
      {
        action: 'appeal accepted',
        subject: 'Alice',
        reason: 'He is right.',
        actor: { name: 'Mia' },
      },
    ]);
    const mails = await app.readMails();
    expect(mails.at(-1)?.text).toContain('was lifted');
    const { text } = await mia.request(`${LIST}?state=decided`);
    expect(text).toContain('It was my brother.');
    expect((await mia.request('/admin/')).text).not.toContain(appealAdminMessages.waiting(1));
  });

  test('decline an appeal with an answer, which the player reads by email and on the page', async () => {
    const { app, mia, readLog } = staff;
    expectRefused(await decide('mia', 'decline', ' '), 'decline-1-reason', 'reason');
    await follow(mia, await decide('mia', 'decline', 'You did it yourself.'));
    expect((await readLog())[0]).toMatchObject({
      action: 'appeal declined',
      subject: 'Alice',
      reason: 'You did it yourself.',
    });
    const { text } = await read();
    expect(text).toContain(appealMessages.declined);
    expect(text).toContain('You did it yourself.');
    const mails = await app.readMails();
    expect(mails.at(-1)?.text).toContain('You did it yourself.');
    expect((await send('Please.')).status).toBe(409);
    const again = await decide('mia', 'accept', '');
    expect([again.status, again.text.includes(appealFailures.gone)]).toEqual([409, true]);
  });

  test('decide once, also when one accepts while the other declines', async () => {
    const { app } = staff;
    const answers = await Promise.all([
      decide('mia', 'accept', 'He is right.'),
      decide('anna', 'decline', 'No.'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const [accepted] = answers;
    const { suspendedAt } = (await app.store.accounts.findAccountByName('Alice')) ?? {};
    expect(suspendedAt === null).toBe(accepted.status === 303);
    const mails = (await app.readMails()).map(({ kind }) => kind);
    expect(mails.includes('appeal declined')).toBe(accepted.status !== 303);
  });

  test('see no appeal whose suspension has ended', async () => {
    const { app, mia } = staff;
    await app.administration.restoreAccount('Alice', 'enough');
    expect((await mia.request(LIST)).text).not.toContain('It was my brother.');
    for (const how of ['accept', 'decline']) {
      expect((await decide('mia', how, 'Because.')).status).toBe(409);
    }
  });

  test('decide about staff only as administrators, and players decide nothing', async () => {
    const { app } = staff;
    await app.register('Moe', { role: 'moderator' });
    await app.administration.suspendAccount('Moe', 'Fought');
    const answer = await app
      .browser()
      .submit('/acc/login/', { username: 'Moe', password: PASSWORD });
    await send('Sorry.', LINK.exec(answer.text)?.[0]);
    expect((await decide('mia', 'accept', '', 2)).status).toBe(403);
    expect((await decide('mia', 'decline', 'No.', 2)).status).toBe(403);
    expect((await decide('anna', 'accept', '', 2)).status).toBe(303);
    await app.register('Bob');
    const bob = await app.loggedIn('Bob');
    expect((await bob.request(LIST)).status).toBe(404);
    expect((await bob.submit(`${LIST}accept/`, { id: '1' })).status).toBe(404);
  });
});
