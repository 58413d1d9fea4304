// Skins and faces: what launchers and other sites get, what owners may upload, and what moderators do.

import { beforeEach, describe, expect, test } from 'bun:test';
import { accountFailures } from '../../src/modules/account/messages.ts';
import { skinAdminMessages, skinFailures, skinMessages } from '../../src/modules/skins/messages.ts';
import { inputFailures } from '../../src/platform/messages/messages.ts';
import { REMOVABLE } from '../removable/modules.ts';
import { openedForEach } from '../support/opened.ts';
import {
  chunk,
  head,
  plainJpeg,
  plainPng,
  png,
  readIcon,
  SIGNATURE,
  submitFile,
} from '../support/pictures.ts';
import type { Browser, TestApp } from '../support/test-app.ts';
import { play } from './sample-app.ts';
import { follow, openStaffApp } from './staff-app.ts';

const PATH = '/acc/skin/';
const CORS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-type': 'image/png',
  'cache-control': 'public, max-age=60',
  etag: /^"[0-9a-f]{16}(-\d+)?"$/,
} as const;

const staff = openedForEach(openStaffApp);
let app: TestApp;
let alice: Browser;
let mia: Browser;
beforeEach(async () => {
  ({ app, mia } = staff);
  alice = await app.loggedIn('Alice');
});

const upload = (bytes: Uint8Array<ArrayBuffer>, by = alice) => submitFile(by, PATH, 'skin', bytes);
const skinOf = async (name = 'Alice') => (await app.request(`/skin/${name}.png`)).bytes;
/** A skin of 64 × 64 pixels in one grey. */
const grey = (shade: number) => plainPng(64, 64, shade, shade, shade, 255);

describe('a skin', () => {
  test('is there at each path, in any case, under one ETag', async () => {
    expect((await upload(grey(90))).headers.get('location')).toBe(`${PATH}?done=saved`);
    const paths = [
      'skin/Alice.png',
      'skin/Alice',
      'skins/Alice.png',
      'skins/aLICE',
      'skin/ALICE.PNG',
    ];
    const etags = new Set<string | null>();
    for (const path of paths) {
      const { bytes, headers } = await play(app, { path: `/${path}`, shows: CORS });
      const { width, height, pixel } = await readIcon(bytes);
      expect([width, height, pixel(20, 20)]).toEqual([64, 64, [90, 90, 90, 255]]);
      etags.add(headers.get('etag'));
    }
    const [etag = ''] = [...etags];
    expect(etags.size).toBe(1);
    const known = { 'if-none-match': `${etag}` };
    await play(app, { path: '/skin/alice', headers: known, status: 304, shows: { etag } });
    await upload(grey(91));
    await play(app, { path: '/skin/alice', headers: known });
  });

  test('under its own digest may be kept for good', async () => {
    await upload(grey(90));
    const [path = ''] =
      /\/skin\/Alice\.png\?v=[0-9a-f]{16}/.exec((await app.request('/skin/figure/Alice')).text) ??
      [];
    await play(app, { path, shows: { 'cache-control': /immutable/ } });
    await play(app, { path: `${path.slice(0, -1)}x`, shows: { 'cache-control': /max-age=60$/ } });
  });

  test('is drawn from the name of a player without one, and there is none for a name that nobody has', async () => {
    const { width, height } = await readIcon(await skinOf());
    expect([width, height]).toEqual([64, 32]);
    expect(await skinOf('ALICE')).toEqual(await skinOf());
    expect(await skinOf('Mia')).not.toEqual(await skinOf());
    for (const name of ['Nobody', 'x', 'Alice.png.png', '%E0%A4', '+Alice', 'a'.repeat(30)]) {
      for (const path of [`/skin/${name}`, `/skins/${name}`, `/face/${name}`]) {
        await play(app, { path, status: 404, contains: [skinFailures.nobody] });
      }
    }
  });

  test('of a player whose name ends like a file is found where nobody has the shorter name', async () => {
    await app.register('Zed.png');
    const own = await skinOf('Zed.png');
    expect((await app.request('/skin/Zed.png')).bytes).toEqual(own);
    await app.register('Zed');
    expect((await app.request('/skin/Zed.png')).bytes).toEqual(await skinOf('Zed'));
    expect((await app.request('/skin/Zed.png.png')).bytes).toEqual(own);
  });

  test('of a suspended player is the default skin until the suspension ends', async () => {
    const usual = await skinOf();
    await upload(grey(90));
    const own = await skinOf();
    await app.administration.suspendAccount('Alice', 'a-secret-reason');
    expect(await skinOf()).toEqual(usual);
    await app.administration.restoreAccount('Alice');
    expect(await skinOf()).toEqual(own);
  });

  test('is gone with its account', async () => {
    await upload(grey(90));
    await app.administration.deleteAccount('Alice', 'Asked for it.');
    await play(app, { path: '/skin/Alice', status: 404 });
  });
});

describe('a face', () => {
  test.each([
    ['', 64],
    ['?size=8', 8],
    ['?size=256&x=1', 256],
  ])('%s is a square of its size', async (query, size) => {
    await upload(grey(90));
    const { bytes } = await play(app, { path: `/face/alice.png${query}`, shows: CORS });
    const { width, height, pixel } = await readIcon(bytes);
    expect([width, height, pixel(size - 1, 0)]).toEqual([size, size, [90, 90, 90, 255]]);
  });

  test.each(['7', '257', '', '-8', '8.5', '1e2', 'large'])('has no size %p', async (size) => {
    const path = `/face/Alice.png?size=${size}`;
    await play(app, { path, status: 400, contains: [skinFailures.faceSize(8, 256)] });
  });

  test('of another size has another ETag', async () => {
    const etagOf = async (size: number) =>
      (await app.request(`/face/Alice.png?size=${size}`)).headers.get('etag');
    expect(await etagOf(8)).not.toBe(await etagOf(9));
  });
});

describe('an upload', () => {
  const lines = Buffer.alloc(64 * (64 * 4 + 1), 0);
  const forged = png({ width: 64, height: 64 }, Buffer.alloc(10));
  const noise = Buffer.from(
    Array.from({ length: 64 * 257 }, (_, at) => (at % 257 === 0 ? 0 : (at * at) % 251)),
  );
  const { picture } = inputFailures;
  const damaged = picture.damaged('PNG', 64, 64);
  const large = new Uint8Array(
    Buffer.concat([
      png({ width: 64, height: 64 }, noise, [chunk('tEXt', Buffer.alloc(33_000, 1))]),
    ]),
  );

  test.each<[what: string, sentence: string, bytes: Uint8Array<ArrayBuffer>]>([
    ['nothing', picture.none, new Uint8Array()],
    ['text', picture.kind, new Uint8Array(Buffer.from('<svg onload="alert(1)">'))],
    ['too many bytes', picture.large(large.length, '32 KiB'), large],
    ['a square of 32 pixels', skinFailures.size(32, 32), plainPng(32, 32, 9)],
    ['64 × 128 pixels', skinFailures.size(64, 128), plainPng(64, 128, 9)],
    ['twice the size', skinFailures.size(128, 64), plainPng(128, 64, 9)],
    [
      'a huge header',
      picture.wide(60_000, 60_000, 1_024),
      png({ width: 60_000, height: 60_000 }, lines),
    ],
    ['lines that are missing', damaged, forged],
    ['lines that never end', damaged, png({ width: 64, height: 64 }, Buffer.alloc(25_000_000))],
    ['half a file', damaged, grey(9).slice(0, 60)],
    [
      'no lines',
      damaged,
      new Uint8Array(Buffer.concat([SIGNATURE, head({ width: 64, height: 64 }), chunk('IEND')])),
    ],
    ['an unknown depth', damaged, png({ width: 64, height: 64, depth: 3 }, lines)],
  ])('of %s is refused at its field, and the skin stays', async (_what, sentence, bytes) => {
    await upload(grey(90));
    const before = await skinOf();
    const answer = await upload(bytes);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`<a href="#field-skin">${Bun.escapeHTML(sentence)}</a>`);
    expect(await skinOf()).toEqual(before);
  });

  test('of a JPEG is refused by its format', async () => {
    const jpeg = await plainJpeg(64, 64, 90);
    expect((await upload(jpeg)).text).toContain(skinFailures.format);
  });

  test('stores pixels alone: no texts, no second picture, nothing behind clear pixels', async () => {
    const more = [
      chunk('tEXt', Buffer.from('marked')),
      chunk('acTL', Buffer.alloc(8)),
      chunk('eXIf', Buffer.from('marked')),
    ];
    const sent = png({ width: 64, height: 64 }, lines, more);
    expect((await upload(sent)).status).toBe(303);
    const { bytes } = await app.request('/skin/Alice');
    expect(Buffer.from(bytes).includes('marked')).toBe(false);
    expect(bytes.length).toBeLessThan(300);
  });

  test('is for verified owners, and five are taken in a row', async () => {
    const ulla = await app.loggedIn('Ulla');
    expect((await upload(grey(9), ulla)).status).toBe(403);
    const visitor = await upload(grey(9), app.browser('192.0.2.7'));
    expect(visitor.headers.get('location')).toContain('/acc/login/');
    for (let count = 0; count < 5; count += 1) expect((await upload(grey(count))).status).toBe(303);
    const refused = await upload(grey(9));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    app.skip(60_000);
    expect((await upload(grey(9))).status).toBe(303);
  });

  test('is taken back by its owner', async () => {
    const usual = await skinOf();
    expect((await alice.request(PATH)).text).not.toContain(skinMessages.remove);
    await upload(grey(90));
    expect((await alice.request(PATH)).text).toContain(skinMessages.remove);
    expect((await alice.submit(PATH, { remove: 'yes' })).status).toBe(303);
    expect(await skinOf()).toEqual(usual);
  });

  test.skipIf(!REMOVABLE.includes('player-page'))(
    'is on the page of its player, who may change it and whom others may report',
    async () => {
      await upload(grey(90));
      const path = '/player/Alice/';
      const own = (await alice.request(path)).text;
      for (const piece of ['/face/Alice.png?', '/skin/figure/Alice?', PATH])
        expect(own).toContain(piece);
      const { text } = await mia.request(path);
      expect(text).toContain('href="/skin/report/Alice/"');
      expect(text).not.toContain(`href="${PATH}"`);
    },
  );

  test('has a page that is linked from the account', async () => {
    expect((await alice.request('/acc/')).text).toContain(`href="${PATH}"`);
  });
});

describe('moderators', () => {
  const ADMIN = '/admin/skins/';
  const act = async (button: string, reason = 'Too rude.', { by = mia, on = 'Alice' } = {}) =>
    by.submit(`${ADMIN}many/`, {
      'many-do': button,
      'many-reason': reason,
      [`many-row-${(await app.store.accounts.findAccountByName(on))?.id}`]: 'Somebody else',
    });

  beforeEach(async () => {
    await app.register('Bob');
    await upload(grey(90));
  });

  test('see what players report, each once, with their words', async () => {
    const bob = await app.loggedIn('Bob');
    const path = '/skin/report/Alice/';
    expect((await bob.request(path)).text).toContain(skinMessages.reportTitle('Alice'));
    const sent = await bob.submit(path, { text: 'It is <b>rude</b>.' });
    expect(sent.headers.get('location')).toBe(`${path}?done=sent`);
    expect((await bob.submit(path, { text: '' })).text).toContain(skinFailures.reported);
    const { text } = await mia.request(ADMIN);
    for (const piece of ['>Alice</a>', '/face/Alice.png', 'Bob', 'It is &lt;b>rude&lt;/b>.']) {
      expect(text).toContain(piece);
    }
    expect(await follow(mia, await act('closeReports'))).toContain(
      skinAdminMessages.results.closeReports(1),
    );
    expect((await mia.request(ADMIN)).text).toContain(skinAdminMessages.nothing.reported);
  });

  test.each([
    ['a text that is too long', 'Alice', 'x'.repeat(301), 400, skinFailures.reportLong(301, 300)],
    ['a skin that is not the player’s own', 'Mia', '', 404, skinFailures.nothingToReport],
    ['nobody', 'Nobody', '', 404, skinFailures.nobody],
  ])('get no report of %s', async (_what, name, text, status, sentence) => {
    const bob = await app.loggedIn('Bob');
    const answer = await bob.submit(`/skin/report/${name}/`, { text });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(sentence);
  });

  test('remove a skin, and its owner reads why and may upload another', async () => {
    await follow(mia, await act('removeSkin'));
    expect((await readIcon(await skinOf())).height).toBe(32);
    expect((await alice.request(PATH)).text).toContain(skinMessages.reason('Too rude.'));
    expect((await upload(grey(91))).status).toBe(303);
    expect((await alice.request(PATH)).text).not.toContain('Too rude.');
  });

  test('forbid skins, and allow them again', async () => {
    await follow(mia, await act('forbidSkins'));
    expect((await upload(grey(91))).status).toBe(403);
    expect((await alice.request(PATH)).text).toContain(skinFailures.forbidden);
    expect((await mia.request(`${ADMIN}?state=forbidden`)).text).toContain('>Alice</a>');
    await follow(mia, await act('allowSkins'));
    expect((await act('allowSkins')).text).toContain(skinFailures.nothingToChange);
    expect((await upload(grey(91))).status).toBe(303);
    const log = await staff.readLog();
    expect(log.map(({ action, subject, reason }) => [action, subject, reason])).toEqual([
      ['skins allowed', 'Alice', 'Too rude.'],
      ['skins forbidden', 'Alice', 'Too rude.'],
      ...log.slice(2).map(({ action, subject, reason }) => [action, subject, reason]),
    ]);
  });

  test('change no skin of staff, which only administrators do', async () => {
    const { anna } = staff;
    await upload(grey(90), anna);
    const own = await skinOf('Anna');
    const before = await staff.readLog();
    for (const button of ['removeSkin', 'forbidSkins', 'allowSkins', 'closeReports']) {
      const { text } = await act(button, 'Too rude.', { on: 'Anna' });
      expect(text).toContain(accountFailures.administration.onlyAdministratorsToStaff(true));
    }
    expect(await skinOf('Anna')).toEqual(own);
    expect(await staff.readLog()).toEqual(before);
    await follow(anna, await act('removeSkin', 'Too rude.', { by: anna, on: 'Anna' }));
    expect(await skinOf('Anna')).not.toEqual(own);
  });

  test('give a reason, and only they have the page', async () => {
    expect((await act('removeSkin', '')).status).toBe(400);
    expect((await alice.request(ADMIN)).status).toBe(404);
  });
});
