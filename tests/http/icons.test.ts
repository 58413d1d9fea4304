// Icons of claimed servers: who may upload them, where they are shown, and how long they are kept.

import { beforeEach, expect, test } from 'bun:test';
import { claimFailures, operatorMessages } from '../../src/modules/claims/messages.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { inputFailures } from '../../src/platform/messages/messages.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { plainPng, readIcon } from '../support/pictures.ts';
import { type Browser, beatForm, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, claimAlpha, openSampleApp, play } from './sample-app.ts';

const EDIT = `/server/own/${ALPHA_HASH}/icon/`;
const PLAY = `/server/play/${ALPHA_HASH}/`;
const FACE = `/assets/face/${ALPHA_HASH}.svg`;
const ICON = `/assets/face/${ALPHA_HASH}.png`;
const LASTING = 'public, max-age=31536000, immutable';

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  alice = await app.loggedIn('Alice');
  await claimAlpha(app, alice);
});

const picture = (width = 8, grey = 90, height = width): Uint8Array<ArrayBuffer> =>
  plainPng(width, height, grey);

/** A picture whose header names another width, under a checksum that is right. */
function forge(width: number): Uint8Array<ArrayBuffer> {
  const bytes = picture(8, 0);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(29, Bun.hash.crc32(bytes.subarray(12, 29)));
  return bytes;
}

/** Sends the form as browsers send one with a file. */
async function upload(bytes: Uint8Array<ArrayBuffer>, by = alice, path = EDIT) {
  const form = new FormData();
  form.set('form', 'icon');
  form.set('icon', new Blob([bytes]), 'icon.png');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = new Uint8Array(await encoded.arrayBuffer());
  return by.submit(path, {}, { body, headers: { 'content-type': type } });
}

const read = async (path: string) => (await app.request(path)).text;
const faceOn = async (path: string, by: Pick<TestApp, 'request'> = app) =>
  /[^"]*\/assets\/face\/[^"]*\?v=[^"]*/.exec((await by.request(path)).text)?.[0];

test('an icon stands for the server wherever its face did, drawn anew', async () => {
  const sent = picture();
  await play(app, {
    path: FACE,
    shows: { 'cache-control': LASTING, 'content-type': 'image/svg+xml' },
  });
  // So that the list is made and kept before.
  await app.advance(2_000);
  expect(await read('/')).not.toContain('data-icon');
  expect(await read('/api/v1/servers')).not.toContain('.png');
  const answer = await upload(sent);
  expect(answer.headers.get('location')).toBe(`${EDIT}?done=icon`);
  expect((await alice.request(`${EDIT}?done=icon`)).text).toContain(operatorMessages.own.done.icon);
  const path = (await faceOn(PLAY)) ?? '';
  expect(path).toStartWith(`${ICON}?v=`);
  for (const page of [EDIT, '/server/own/']) expect(await faceOn(page, alice)).toBe(path);
  expect(await read('/')).toContain(`data-icon="${path.split('?v=')[1]}"`);
  const { servers } = JSON.parse(await read('/api/v1/servers'));
  const icons = servers.map(({ hash, icon }: { hash: string; icon: string }) => [hash, icon]);
  expect(Object.fromEntries(icons)).toEqual({
    [ALPHA_HASH]: `${app.baseUrl}${path}`,
    [BRAVO_HASH]: null,
  });
  const shown = await app.request(path);
  const shows = { 'cache-control': LASTING, 'content-type': 'image/png' };
  // The widget shows it on pages of other sites.
  const open = { 'cross-origin-resource-policy': 'cross-origin' };
  await play(app, { path, shows: { ...shows, ...open, 'x-content-type-options': 'nosniff' } });
  const etag = shown.headers.get('etag') ?? '';
  await play(app, { path, status: 304, headers: { 'if-none-match': etag } });
  // An address that does not name this icon is asked for again each time.
  for (const other of [ICON, `${ICON}?v=1`]) {
    await play(app, {
      path: other,
      shows: { 'cache-control': 'no-cache', 'content-type': 'image/png', etag },
    });
  }
  const stored = await app.servers.claims.findIcon(ALPHA_HASH);
  expect(await readIcon(stored ?? new Uint8Array())).toMatchObject({ width: 64, height: 64 });
  expect(Buffer.from(stored ?? [])).not.toEqual(Buffer.from(sent));
});

test('the whole of a wide picture is in its icon, between clear bars', async () => {
  await upload(picture(16, 255, 8));
  const stored = await app.servers.claims.findIcon(ALPHA_HASH);
  const { pixel } = await readIcon(stored ?? new Uint8Array());
  const opacity = (y: number) => pixel(32, y)[3];
  expect([0, 15, 16, 47, 48, 63].map(opacity)).toEqual([0, 0, 255, 255, 0, 0]);
});

test('another icon has another address, and without one the face is back', async () => {
  await upload(picture());
  const first = (await faceOn(PLAY)) ?? '';
  await upload(picture(8, 200));
  const second = (await faceOn(PLAY)) ?? '';
  expect(second).not.toBe(first);
  await alice.submit(EDIT, { form: 'face' });
  expect(await faceOn(PLAY)).toBeUndefined();
  await play(app, { path: second, status: 302, shows: { location: FACE } });
});

test('it goes with the claim, and moderators remove it with the texts', async () => {
  const card = async () => (await app.request(`/card/${ALPHA_HASH}.png`)).headers.get('etag');
  const cardWithFace = await card();
  await upload(picture());
  expect(await card()).not.toBe(cardWithFace);
  expect(await app.moderation.actOnServer('claim-clear', COMMAND, ALPHA_HASH, 'Rude')).toBe(true);
  expect(await card()).toBe(cardWithFace);
  expect(await faceOn(PLAY)).toBeUndefined();
  await upload(picture());
  await alice.submit(EDIT, { form: 'release' });
  expect(await faceOn(PLAY)).toBeUndefined();
  expect(await app.servers.claims.findIcon(ALPHA_HASH)).toBeUndefined();
});

test('what is wrong with a picture stands at its field, and the icon stays', async () => {
  await upload(picture());
  const before = await faceOn(PLAY);
  const { picture: sentences } = inputFailures;
  for (const [bytes, sentence] of [
    [forge(20_000), sentences.wide(20_000, 8, 1024)],
    [new Uint8Array(70_000), sentences.large(70_000, '64 KiB')],
    [new Uint8Array(0), sentences.none],
    [forge(0), sentences.damaged('PNG', 0, 8)],
    [new TextEncoder().encode('<svg onload="alert(1)"/>'), sentences.kind],
  ] as const) {
    const { status, text } = await upload(bytes);
    expect([status, text.includes(sentence)]).toEqual([400, true]);
    expect(text).toContain('aria-invalid="true"');
  }
  expect((await upload(new Uint8Array(2 ** 20))).status).toBe(413);
  expect(await faceOn(PLAY)).toBe(before);
});

test('nobody but the owner uploads one, and not many at a time', async () => {
  await app.register('Bob');
  const bob = await app.loggedIn('Bob', '192.0.2.77');
  expect((await upload(picture(), bob)).headers.get('location')).toBe(
    `/server/claim/${ALPHA_HASH}/`,
  );
  const stranger = await upload(picture(), app.browser('192.0.2.78'));
  expect(stranger.headers.get('location')).toStartWith('/acc/login/');
  expect(await faceOn(PLAY)).toBeUndefined();
  for (let count = 0; count < 5; count += 1) expect((await upload(picture())).status).toBe(303);
  const { status, text, headers } = await upload(picture());
  expect([status, headers.get('retry-after')]).toEqual([429, '60']);
  expect(text).toContain(claimFailures.nextIcon(60));
  await app.advance(60_000);
  await app.beat({ name: 'Alpha' });
  expect((await upload(picture())).status).toBe(303);
});

test('it moves along with the server, and addresses that name the former hash still lead to it', async () => {
  await upload(picture());
  const before = (await faceOn(PLAY)) ?? '';
  const { text } = await alice.submit(EDIT, { form: 'key' });
  const key = /\/h\/([a-z2-7]{40})\/server\/heartbeat/.exec(text)?.[1];
  const body = beatForm({ name: 'Alpha' });
  const address = '198.51.100.77';
  await app.request(`/h/${key}/server/heartbeat`, { method: 'POST', body, address });
  const moved = md5Hex(`${address}:25565`);
  expect(await faceOn(`/server/play/${moved}/`)).toBe(before.replace(ALPHA_HASH, moved));
  const shows = { 'cache-control': LASTING, 'content-type': 'image/png' };
  for (const path of [before, before.replace(ALPHA_HASH, moved)]) await play(app, { path, shows });
});

test('favourites show it', async () => {
  await upload(picture());
  await alice.submit('/favourites/', { add: ALPHA_HASH });
  expect(await faceOn('/favourites/', alice)).toBe(await faceOn(PLAY));
});

test('moderators see it on the pages of the server and of reports', async () => {
  await upload(picture());
  await app.register('Bob', { role: 'moderator' });
  const bob = await app.loggedIn('Bob', '192.0.2.77');
  await bob.submit(`/server/report/${ALPHA_HASH}/`, { kind: 'texts', text: '' });
  const path = await faceOn(PLAY);
  for (const page of [`/admin/servers/${ALPHA_HASH}/`, '/admin/reports/']) {
    expect(await faceOn(page, bob)).toBe(path);
  }
});
