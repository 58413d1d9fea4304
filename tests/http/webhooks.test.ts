// The pages of webhooks: of the site for administrators, and of a claimed server for its owner.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  webhookMessages as messages,
  webhookFailures,
} from '../../src/modules/webhooks/messages.ts';
import type { PostWebhook } from '../../src/platform/lib/outgoing-request.ts';
import { type Browser, PASSWORD, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, claimAlpha } from './sample-app.ts';
import { openStaffApp, type StaffApp } from './staff-app.ts';

const ADMIN = '/admin/webhooks/';
const SERVER = `/server/own/${ALPHA_HASH}/`;
const OWN = `${SERVER}webhooks/`;
const URL = 'https://discord.com/api/webhooks/123/s3cret-t0ken-aB9x';
const ADD = { form: 'webhook', format: 'discord', url: URL, 'events-went': 'yes' };

let sent: Parameters<PostWebhook>[0][];
let outcome: Awaited<ReturnType<PostWebhook>>;
let staff: StaffApp;
let app: TestApp;
let anna: Browser;
let alice: Browser;
beforeEach(async () => {
  sent = [];
  outcome = { status: 204 };
  staff = await openStaffApp({
    async postWebhook(request) {
      sent.push(request);
      return outcome;
    },
  });
  ({ app, anna } = staff);
  alice = await app.loggedIn('Alice');
  await claimAlpha(app, alice);
});
afterEach(() => staff[Symbol.asyncDispose]());

async function deliver(): Promise<void> {
  for (let before = -1; before !== sent.length; ) {
    before = sent.length;
    await app.servers.webhooks.sendDue();
    await app.servers.webhooks.settled();
    await app.advance(2_000);
  }
}

/** The server of Alice goes, as a look at the servers finds it. */
async function leave(name: string): Promise<void> {
  const server = { hash: ALPHA_HASH, name, isListed: true, reason: '' };
  const changes = (['here', 'went'] as const).map((state) => ({ ...server, state }));
  await app.store.webhooks.noteStates(changes, app.now());
}

const idOf = async (hash: string | null) => `${(await app.servers.webhooks.list(hash))[0]?.id}`;

describe.each([
  ['of the site', ADMIN, null, () => anna],
  ['of a server', OWN, ALPHA_HASH, () => alice],
] as const)('the page %s', (_name, path, hash, by) => {
  test('adds a webhook, shows its answers, and removes it; its address is shown no more', async () => {
    const added = await by().submit(path, ADD);
    expect([added.status, added.headers.get('location')]).toEqual([
      303,
      `${path}?done=webhook#webhooks`,
    ]);
    const done = await by().request(`${path}?done=webhook`);
    expect(done.text).toContain(messages.added);
    expect(done.text).toContain('discord.com, …aB9x');
    await deliver();
    expect(sent).toMatchObject([{ url: URL }]);
    outcome = { status: 0, problem: 'timeout' };
    await leave('Alpha');
    await deliver();
    const { text } = await by().request(path);
    expect(text).toContain(`${messages.accepted} (204)`);
    expect(text).toContain(messages.problems.timeout);
    expect(text).toContain(messages.warning);
    for (const part of ['s3cret', 't0ken', 'api/webhooks']) expect(text).not.toContain(part);
    const removed = await by().submit(path, { form: 'webhook', webhook: await idOf(hash) });
    expect([removed.status, removed.headers.get('location')]).toEqual([303, `${path}#webhooks`]);
    expect((await by().request(path)).text).not.toContain('discord.com, …');
    // Whoever sends it twice is not told off.
    expect((await by().submit(path, { form: 'webhook', webhook: '99' })).status).toBe(303);
  });

  test('shows the secret of a signature once', async () => {
    const fields = { ...ADD, format: 'json', url: 'https://bot.example/hook' };
    const added = await by().submit(path, fields);
    expect(added.status).toBe(200);
    expect(added.headers.get('cache-control')).toContain('no-store');
    expect(added.text).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
    expect(added.text).toContain(messages.secret);
    expect((await by().request(path)).text).not.toContain('whsec_');
  });

  test('says at each field what is wrong, and keeps what was typed', async () => {
    const typed = { ...ADD, url: 'http://token:secret@a.example/' };
    const wrong = await by().submit(path, typed);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain(webhookFailures.url(500));
    expect(wrong.text).toMatch(/name="events-went"[^>]*checked|checked[^>]*name="events-went"/);
    expect(wrong.text).toContain('value="http://token:secret@a.example/"');
    const { 'events-went': _, ...nothing } = ADD;
    const empty = await by().submit(path, nothing);
    expect(empty.text).toContain(webhookFailures.events);
    expect(empty.text).toContain(`value="${URL}"`);
    expect(empty.text).toContain('href="#field-events"');
    expect(sent).toEqual([]);
  });

  test('says so where one is switched off, with its reason, and in German', async () => {
    await by().submit(path, ADD);
    outcome = { status: 404, problem: 'refused' };
    for (let hour = 0; hour < 40; hour += 1) {
      await deliver();
      await app.advance(60 * 60_000);
    }
    // Days went by.
    const again = app.browser();
    await again.logIn(hash === null ? 'Anna' : 'Alice');
    const { text } = await again.request(path, { headers: { 'accept-language': 'de' } });
    expect(text).toContain(
      'Dieser Webhook ist ausgeschaltet: Einen Tag lang konnte nichts zugestellt werden, oder',
    );
    expect(text).toContain('Nicht angenommen (404)');
    const mail = (await app.readMails()).find(({ kind }) => kind === ('server event' as string));
    expect(mail?.text).toContain('Your webhook to discord.com is switched off');
    expect(mail?.text).not.toContain('s3cret');
    expect(mail?.links.join()).toContain(hash === null ? ADMIN : SERVER);
  });
});

test('nobody but administrators sees those of the site, and nobody but the owner those of a server', async () => {
  await anna.submit(ADMIN, ADD);
  await alice.submit(OWN, { ...ADD, 'events-came': 'yes' });
  const nobody = app.browser();
  for (const by of [staff.mia, alice, nobody]) {
    const { text, status } = await by.request(ADMIN);
    expect([status, text.includes('discord.com, …')]).not.toEqual([200, true]);
    const id = await idOf(null);
    await by.submit(ADMIN, { form: 'webhook', webhook: id }).catch(() => {});
  }
  for (const by of [staff.mia, anna, nobody]) {
    expect((await by.request(OWN)).text).not.toContain('discord.com, …');
    await by.submit(OWN, { form: 'webhook', webhook: await idOf(ALPHA_HASH) }).catch(() => {});
    await by.submit(OWN, ADD).catch(() => {});
  }
  // Neither by the number of one on the page of another.
  await alice.submit(OWN, { form: 'webhook', webhook: await idOf(null) });
  await alice.submit(`/server/own/${BRAVO_HASH}/`, ADD);
  expect(await app.servers.webhooks.list(null)).toHaveLength(1);
  expect(await app.servers.webhooks.list(ALPHA_HASH)).toHaveLength(1);
  expect(await app.servers.webhooks.list(BRAVO_HASH)).toEqual([]);
});

test('the audit log has what administrators did, with the host and nothing of the rest', async () => {
  await anna.submit(ADMIN, ADD);
  await anna.submit(ADMIN, { form: 'webhook', webhook: await idOf(null) });
  await alice.submit(OWN, ADD);
  const log = (await staff.readLog()).slice(0, 2);
  expect(log).toMatchObject([
    { action: 'webhook removed', subject: 'discord.com' },
    { action: 'webhook added', subject: 'discord.com' },
  ]);
  const page = await anna.request('/admin/audit/');
  expect(page.text).toContain('discord.com');
  for (const text of [JSON.stringify(log), page.text]) {
    expect(text).not.toContain('s3cret');
    expect(text).not.toContain('aB9x');
  }
});

test('what an account gets of its data has neither address nor secret', async () => {
  await alice.submit(OWN, { ...ADD, format: 'json' });
  const { text: data } = await alice.submit('/acc/export/', { password: PASSWORD });
  expect(data).toContain('webhooks');
  for (const part of ['s3cret', 'whsec_']) expect(data).not.toContain(part);
});

test('an owner who wishes gets emails, where emails can be sent', async () => {
  expect((await alice.request(OWN)).text).toContain(messages.formats.email);
  await alice.submit(OWN, { ...ADD, format: 'email', url: '' });
  await leave('&cAlpha');
  const mails = (await app.readMails()).filter(({ kind }) => kind === ('server event' as string));
  expect(mails).toHaveLength(2);
  expect(mails[1]).toMatchObject({
    to: 'Alice@example.net',
    subject: 'Server news at muster.test',
  });
  expect(mails[1]?.text).toContain('Alpha has been silent for 10 minutes.');
  expect(mails[1]?.links.join()).toContain(SERVER);
  expect((await alice.request(OWN)).text).toContain(messages.toEmail);
  expect(sent).toEqual([]);
});

test('where no email can be sent, none is offered', async () => {
  await using quiet = await openStaffApp({ isMailOn: false });
  const { text } = await quiet.anna.request(ADMIN);
  expect(text).toContain(messages.formats.json);
  expect(text).not.toContain(messages.formats.email);
});
