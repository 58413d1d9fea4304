// Notifications by Web Push of players who come together.

import { afterEach, beforeEach, expect, test } from 'bun:test';
import { serverMessages } from '../../src/modules/registry/messages.ts';
import { createPushBrowser, type PushedRequest, readVapid } from '../support/push-browser.ts';
import { type Browser, PASSWORD, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, openSampleApp, PAGE, play } from './sample-app.ts';

const { rally } = serverMessages;
const PLAY = `/server/play/${ALPHA_HASH}/`;
const PHONE = createPushBrowser('https://push.example.net/send/phone?token=a-secret-token');

let app: TestApp;
let alice: Browser;
let bob: Browser;
let sent: PushedRequest[];
let status: number;
beforeEach(async () => {
  [sent, status] = [[], 201];
  app = await openSampleApp({
    async postWebhook(request) {
      sent.push(request);
      return { status };
    },
  });
  await app.register('Bob');
  [alice, bob] = [await app.loggedIn('Alice'), await app.loggedIn('Bob')];
});
afterEach(() => app[Symbol.asyncDispose]());

const pledge = (by: Browser) => by.submit(PLAY, { rally: 'yes', wanted: '2', minutes: '60' });
const subscribe = (by: Browser, fields: Readonly<Record<string, string>> = PHONE.fields) =>
  by.submit(PLAY, { push: 'yes', ...fields });
async function deliver(): Promise<PushedRequest[]> {
  await app.servers.rallies.sendDue();
  await new Promise((resolve) => setImmediate(resolve));
  return sent.splice(0);
}
const count = () => app.store.rallies.countBrowsers(1);

test('a browser gets one message that it alone can read, signed by the key on the page', async () => {
  await pledge(alice);
  expect((await subscribe(alice)).status).toBe(303);
  const { text } = await play(alice, {
    path: PLAY,
    contains: [rally.push, rally.pushStop(1), '/push.js'],
    lacks: ['push.example.net', 'a-secret-token', PHONE.fields.authSecret],
  });
  const [, key] = /data-push="([^"]+)"/.exec(text) ?? [];
  expect(await deliver()).toEqual([]);
  await pledge(bob);
  const [message, ...more] = await deliver();
  expect(more).toEqual([]);
  if (message === undefined) throw new Error('nothing was sent');
  expect(message).toMatchObject({
    url: PHONE.fields.endpoint,
    headers: { ttl: '3600', urgency: 'high', topic: 'rally', 'content-encoding': 'aes128gcm' },
  });
  expect(JSON.parse(PHONE.read(message.body))).toEqual({
    ...{ title: 'Alpha', body: rally.coming(2), path: PLAY },
  });
  const vapid = readVapid(message.headers.authorization ?? '');
  expect(vapid.key).toBe(key ?? '');
  expect(vapid.claims).toMatchObject({
    ...{ aud: 'https://push.example.net', sub: 'https://muster.test' },
  });
  const other = createPushBrowser(PHONE.fields.endpoint);
  expect(() => other.read(message.body)).toThrow();
  app.skip(60_000);
  expect(await deliver()).toEqual([]);
});

test('one that fails is tried again a minute later, and one that is gone is forgotten', async () => {
  await pledge(alice);
  await subscribe(alice);
  await pledge(bob);
  status = 503;
  expect(await deliver()).toHaveLength(1);
  expect(await deliver()).toEqual([]);
  app.skip(60_000);
  await app.beat({ name: 'Alpha' }, '203.0.113.7');
  status = 410;
  expect(await deliver()).toHaveLength(1);
  expect(await count()).toBe(0);
});

test.each([3, -3])(
  'one that is under way when the clock is set by %d hours is not sent again',
  async (hours) => {
    await pledge(alice);
    await subscribe(alice);
    await pledge(bob);
    const { settlePush } = app.store.rallies;
    const mayBeSaved = Promise.withResolvers<void>();
    app.store.rallies.settlePush = (...told) => mayBeSaved.promise.then(() => settlePush(...told));
    expect(await deliver()).toHaveLength(1);
    await app.setClock(hours * 3_600_000);
    mayBeSaved.resolve();
    for (const _ of 'twice') {
      app.skip(60_000);
      await app.beat({ name: 'Alpha' }, '203.0.113.7');
      expect(await deliver()).toEqual([]);
    }
  },
);

test.each([3, -3])(
  'one that was not taken when the clock is set by %d hours goes out a minute later, once',
  async (hours) => {
    await pledge(alice);
    await subscribe(alice);
    await pledge(bob);
    status = 503;
    expect(await deliver()).toHaveLength(1);
    status = 201;
    for (const ms of [hours * 3_600_000, -hours * 3_600_000]) {
      await app.setClock(ms);
      expect(await deliver()).toEqual([]);
    }
    await app.setClock(hours * 3_600_000);
    app.skip(60_000);
    await app.beat({ name: 'Alpha' }, '203.0.113.7');
    expect(await deliver()).toHaveLength(1);
    await app.setClock(-hours * 3_600_000);
    app.skip(60_000);
    expect(await deliver()).toEqual([]);
  },
);

test.each([403, 404])('one is forgotten that its service answers with %d', async (code) => {
  await pledge(alice);
  await subscribe(alice);
  await pledge(bob);
  status = code;
  expect(await deliver()).toHaveLength(1);
  expect(await count()).toBe(0);
});

test('the owner stops them all, and the export has no address of a browser', async () => {
  await pledge(alice);
  await subscribe(alice);
  const copy = await alice.submit('/acc/export/', { password: PASSWORD });
  expect(copy.json()).toMatchObject({ pledges: [{ hash: ALPHA_HASH }], push_browsers: [{}] });
  for (const secret of Object.values(PHONE.fields)) expect(copy.text).not.toContain(secret);
  expect((await alice.submit(PLAY, { push: 'no' })).status).toBe(303);
  expect(await count()).toBe(0);
});

test.each([
  ['an address without https', { endpoint: 'http://push.example.net/' }],
  ['an address that is too long', { endpoint: `https://push.example.net/${'x'.repeat(1_000)}` }],
  ['no address', { endpoint: 'x' }],
  ['a key that is none', { browserKey: 'x' }],
  ['a secret that is too long', { authSecret: 'x'.repeat(23) }],
])('%s is refused', async (_what, changes) => {
  const { status, text } = await subscribe(alice, { ...PHONE.fields, ...changes });
  expect([status, text.includes(rally.pushFailed)]).toEqual([400, true]);
  expect(await count()).toBe(0);
});

test('a key that is no point of the curve is forgotten when it is used', async () => {
  await pledge(alice);
  await subscribe(alice, { ...PHONE.fields, browserKey: `B${'A'.repeat(86)}` });
  await pledge(bob);
  expect(await deliver()).toEqual([]);
  expect(await count()).toBe(0);
});

test('the worker has a path of its own, and is looked at again and again', async () => {
  const { headers } = await app.request('/push.js');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  await play(alice, { path: PLAY, shows: PAGE });
});

// Any player names a service of browsers: what webhooks may reach is no measure for it.
test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '127.1', '2130706433'])(
  'no message goes to this machine by the name %s, not even where webhooks do',
  async (place) => {
    const firstBytes: string[] = [];
    const hooked = Promise.withResolvers<void>();
    using listener = Bun.listen({
      ...{ hostname: '127.0.0.1', port: 0 },
      socket: {
        data(socket, bytes) {
          firstBytes.push(bytes.subarray(0, 4).toString('latin1'));
          if (firstBytes.at(-1) === 'POST') hooked.resolve();
          socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n');
        },
      },
    });
    const host = `127.0.0.1:${listener.port}`;
    await using real = await openSampleApp({
      ...{ isPostReal: true, webhooksToPrivateAddresses: true, webhookHosts: [host] },
    });
    for (const name of ['Bob', 'Root']) {
      await real.register(name, { role: name === 'Root' ? 'administrator' : 'player' });
    }
    const [one, two] = [await real.loggedIn('Alice'), await real.loggedIn('Bob')];
    await subscribe(one, createPushBrowser(`https://${place}:${listener.port}/send`).fields);
    for (const browser of [one, two]) await pledge(browser);
    await real.servers.rallies.sendDue();
    // What goes out behind it arrives.
    const root = await real.loggedIn('Root');
    const hook = { form: 'webhook', format: 'json', url: `http://${host}/`, 'events-new': 'yes' };
    expect((await root.submit('/admin/webhooks/', hook)).text).toContain('whsec_');
    await real.servers.webhooks.sendDue();
    await hooked.promise;
    await real.servers.webhooks.settled();
    expect(firstBytes).toEqual(['POST']);
    const due = await real.store.rallies.takeDuePushes(real.now() + 60_000);
    expect(due).toHaveLength(1);
  },
);
