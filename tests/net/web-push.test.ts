// A message as a service of browsers gets it over the network, and the addresses that it is never sent to.

import { expect, test } from 'bun:test';
import { createPushSender } from '../../src/net/web-push.ts';
import { createWebhookPost } from '../../src/net/webhook-post.ts';
import { createPushBrowser, readVapid } from '../support/push-browser.ts';

const SITE = 'https://play.example.net';

function openService() {
  const got: { method: string; headers: Headers; body: Uint8Array }[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { method, headers } = request;
      got.push({ method, headers, body: await request.bytes() });
      return new Response(null, { status: 201 });
    },
  });
  return { got, url: `http://127.0.0.1:${server.port}/send`, stop: () => server.stop(true) };
}

test('the bytes arrive as one browser can read them, with the wishes and the signature', async () => {
  const service = openService();
  const push = createPushSender(SITE, createWebhookPost({ mayBePrivate: () => true }));
  const keys = push.makeKeys();
  const browser = createPushBrowser(service.url);
  const text = JSON.stringify({ title: 'Größe 2 ≤ 4', body: 'x'.repeat(1_000), path: '/' });
  expect(await push.send(browser.fields, keys, text, 60)).toBe(201);
  const [{ method, headers, body } = { method: '', headers: new Headers(), body: Buffer.of() }] =
    service.got;
  expect(method).toBe('POST');
  expect(browser.read(body)).toBe(text);
  for (const [name, value] of [
    ['ttl', '60'],
    ['topic', 'rally'],
    ['content-encoding', 'aes128gcm'],
  ] as const) {
    expect(headers.get(name)).toBe(value);
  }
  const { key, claims } = readVapid(headers.get('authorization') ?? '');
  expect([key, claims.aud, claims.sub]).toEqual([
    keys.publicKey,
    new URL(service.url).origin,
    SITE,
  ]);
  service.stop();
});

test('nothing is sent to a private address', async () => {
  const service = openService();
  const push = createPushSender(SITE, createWebhookPost({ mayBePrivate: () => false }));
  const { fields } = createPushBrowser(service.url);
  expect(await push.send(fields, push.makeKeys(), 'x', 60)).toBe(0);
  for (const endpoint of ['https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/x']) {
    expect(await push.send({ ...fields, endpoint }, push.makeKeys(), 'x', 60)).toBe(0);
  }
  expect(service.got).toEqual([]);
  service.stop();
});
