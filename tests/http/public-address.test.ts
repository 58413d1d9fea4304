// The line that shows another address: the page that gives it, the route that takes it, and what it changes.

import { beforeEach, describe, expect, test } from 'bun:test';
import { parseJoinPort } from '../../src/modules/claims/join-places.ts';
import { claimFailures, operatorMessages } from '../../src/modules/claims/messages.ts';
import { serverAdminMessages } from '../../src/modules/moderation/messages.ts';
import { labels } from '../../src/platform/messages/messages.ts';
import { failureIn } from '../support/failures.ts';
import { openedForEach } from '../support/opened.ts';
import { ADDRESS, type Answer, type Browser } from '../support/test-app.ts';
import { ALPHA_HASH, claimAlpha, openSampleApp, play, type Scenario } from './sample-app.ts';

const ROUTE = '/server/address';
const TUNNEL = '198.51.100.77';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const EDIT = `/server/own/${ALPHA_HASH}/address/`;
const PLAY = `/server/play/${ALPHA_HASH}/`;
const LINE =
  /curl -4 -d code=([A-Z2-9]{10}) -d port=(\d+) (http:\/\/muster\.test\/server\/address)</;
const IN_WORDS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'access-control-allow-origin': null,
};

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  await app.register('Bob');
  alice = await app.loggedIn('Alice');
  await claimAlpha(app, alice, { web: 'true' });
});

/** Asks for a code on the page, and reads it off the line there. */
async function requestCode(): Promise<string> {
  const requested = await alice.submit(EDIT, { form: 'address' });
  expect([requested.status, requested.headers.get('location')]).toEqual([
    303,
    `${EDIT}#other-address`,
  ]);
  return LINE.exec((await alice.request(EDIT)).text)?.[1] ?? '';
}

/** Sends the line, as curl does. */
function send(
  fields: Readonly<Record<string, string>>,
  address = TUNNEL,
  headers: Readonly<Record<string, string>> = FORM,
): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  return app.request(ROUTE, { method: 'POST', address, headers, body });
}

const joinLink = async () =>
  /mc:\/\/([\d.]+:\d+)\/Alice\//.exec((await alice.request(PLAY)).text)?.[1];

const WATCHED = '<section id="join-place" data-watch="5">';

describe('the line on the page', () => {
  test('is watched for as long as it is there', async () => {
    const isWatched = async () => (await alice.request(EDIT)).text.includes(WATCHED);
    expect(await isWatched()).toBe(false);
    const code = await requestCode();
    expect(await isWatched()).toBe(true);
    await send({ code, port: '30001' });
    expect(await isWatched()).toBe(false);
  });

  test('is given to the owner alone, stays the same, and names the base URL', async () => {
    expect((await alice.request(EDIT)).text).not.toContain('curl');
    const code = await requestCode();
    const page = (await alice.request(EDIT)).text;
    expect(LINE.exec(page)?.slice(1)).toEqual([code, '25565', `http://muster.test${ROUTE}`]);
    expect(page).toContain('It is valid until');
    const bob = await app.loggedIn('Bob', '192.0.2.77');
    expect((await bob.submit(EDIT, { form: 'address' })).headers.get('location')).toBe(
      `/server/claim/${ALPHA_HASH}/`,
    );
    for (const by of [app, bob]) {
      for (const path of [PLAY, EDIT, '/', '/api/servers', `/api/server/${ALPHA_HASH}`]) {
        expect((await by.request(path)).text).not.toContain(code);
      }
    }
  });

  test('has players join where it was run, in lists, links and the web client', async () => {
    const code = await requestCode();
    await play(app, {
      ...{ path: ROUTE, method: 'POST', address: TUNNEL, headers: FORM },
      body: `code=${code}&port=30001`,
      shows: IN_WORDS,
      contains: [/^Players now join at 198\.51\.100\.77, port 30001\.\n$/],
      lacks: [code, 'Alice'],
    });
    expect(app.probe.tried.at(-1)).toBe(`${TUNNEL}:30001`);
    await app.advance(1_000);
    expect((await alice.request('/api/servers')).text).toContain(`"ip":"${TUNNEL}","port":30001`);
    const looked = (await alice.request(`/api/server/${ALPHA_HASH}`)).text;
    expect(looked).toContain(`"hash":"${ALPHA_HASH}"`);
    expect(looked).toContain(`"ip":"${TUNNEL}","port":30001`);
    expect(looked).not.toContain(ADDRESS);
    expect(await joinLink()).toBe(`${TUNNEL}:30001`);
    expect((await app.request('/api/servers')).text).not.toContain(TUNNEL);
    const page = (await alice.request(EDIT)).text;
    expect(page).toContain(`Players join at ${TUNNEL}:30001`);
    expect(page).not.toContain(code);
    // The port on that address is tried when it arrives from there, not by a form.
    expect(page).not.toContain(labels.joinPort);
  });

  test('can be taken back by a button', async () => {
    await send({ code: await requestCode(), port: '30001' });
    const back = await alice.submit(EDIT, { form: 'back' });
    expect([back.status, back.headers.get('location')]).toEqual([303, `${EDIT}?done=back`]);
    expect((await alice.request(`${EDIT}?done=back`)).text).toContain(
      operatorMessages.own.done.back,
    );
    expect(await joinLink()).toBe(`${ADDRESS}:25565`);
  });

  test('is refused on the page with the reason', async () => {
    for (let port = 1; port <= 10; port += 1) {
      await send({ code: await requestCode(), port: `${port}` }, `198.51.100.${port}`);
      await app.advance(10_000);
    }
    await app.beat({ web: 'true' });
    const refused = await alice.submit(EDIT, { form: 'address' });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('another code in');
    await app.advance(200_000);
    const offline = await alice.request(EDIT);
    expect(offline.text).toContain(operatorMessages.own.portAway);
    expect(offline.text).not.toContain('value="address"');
    expect((await alice.submit(EDIT, { form: 'address' })).status).toBe(409);
  });

  test('says so where the place is another server’s by now', async () => {
    await send({ code: await requestCode(), port: '30001' });
    await app.beat({ name: 'Its own', port: '30001' }, TUNNEL);
    expect((await alice.request(EDIT)).text).toContain(operatorMessages.own.elsewhereUnused);
    expect(await joinLink()).toBe(`${ADDRESS}:25565`);
  });
});

describe('what arrives at the route', () => {
  const NO_PORT = failureIn(() => parseJoinPort(''))?.message ?? 'none';
  const refusals: [
    what: string,
    status: number,
    sentence: string,
    sending: (code: string) => Partial<Scenario>,
  ][] = [
    ['no code', 403, claimFailures.join.code, () => ({ body: 'port=30001' })],
    ['no port', 400, NO_PORT, (code) => ({ body: `code=${code}` })],
    ['IPv6', 400, 'with curl -4', () => ({ address: '2001:db8::9' })],
    ['nothing', 400, operatorMessages.address.notAForm, () => ({ body: '', headers: {} })],
    [
      'JSON',
      400,
      operatorMessages.address.notAForm,
      (code) => ({
        body: JSON.stringify({ code, port: 30_001 }),
        headers: { 'content-type': 'application/json' },
      }),
    ],
    [
      'a form of a page elsewhere',
      403,
      operatorMessages.address.fromBrowser,
      () => ({ headers: { ...FORM, origin: 'https://evil.example' } }),
    ],
    [
      'a form of a page of this service',
      403,
      operatorMessages.address.fromBrowser,
      () => ({ headers: { ...FORM, 'sec-fetch-site': 'same-origin' } }),
    ],
    [
      'a code in the query',
      403,
      'This code is wrong',
      (code) => ({ path: `${ROUTE}?code=${code}&port=30001`, body: 'port=30001' }),
    ],
  ];
  test.each(refusals)('is refused in words: %s', async (_what, status, sentence, sending) => {
    const code = await requestCode();
    const tried = app.probe.tried.length;
    await play(app, {
      ...{ path: ROUTE, method: 'POST', address: TUNNEL, headers: FORM, status },
      ...{ body: `code=${code}&port=30001`, shows: IN_WORDS },
      ...sending(code),
      contains: [sentence, /^[^<]*\n$/],
      lacks: [code],
    });
    expect(app.probe.tried).toHaveLength(tried);
    expect(await joinLink()).toBe(`${ADDRESS}:25565`);
    // It was spent on nothing.
    expect((await send({ code, port: '30001' })).status).toBe(200);
  });

  test.each([false, true])('over 64 KiB is refused (chunked: %p)', async (isChunked) => {
    const body = `code=${'x'.repeat(65_536)}`;
    const answer = await app.request(ROUTE, { method: 'POST', headers: FORM, body, isChunked });
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  test('by another method is answered with the right one, in words', async () => {
    const answer = await app.request(ROUTE);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});

test('administrators see where players join', async () => {
  await send({ code: await requestCode(), port: '30001' });
  await app.register('Root', { role: 'administrator' });
  const root = await app.loggedIn('Root', '192.0.2.78');
  const page = (await root.request(`/admin/servers/${ALPHA_HASH}/`)).text;
  expect(page).toContain(serverAdminMessages.server.facts.joinPlace);
  expect(page).toContain(`${TUNNEL}:30001`);
});
