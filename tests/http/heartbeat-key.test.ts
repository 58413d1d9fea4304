// A claimed server with a heartbeat URL of its own: what moves with it, who is refused, and where its key is not.

import { beforeEach, describe, expect, test } from 'bun:test';
import { operatorMessages } from '../../src/modules/claims/messages.ts';
import { moveRefusals } from '../../src/modules/claims/server-moves.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { type Browser, beatForm, type Sending } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, claimAlpha, openSampleApp, play } from './sample-app.ts';

const { url: messages, done } = operatorMessages.own;
const OWN = `/server/own/${ALPHA_HASH}/address/`;
const HOME = '203.0.113.7';
const MOVED = '198.51.100.77';
const MOVED_HASH = md5Hex(`${MOVED}:25565`);
const MOVED_OWN = `/server/own/${MOVED_HASH}/address/`;
const WRONG = 'a'.repeat(40);

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  alice = await app.loggedIn('Alice');
  await claimAlpha(app, alice);
});

/** Makes a key on its page, as its owner does. */
async function makeKey(path = OWN): Promise<string> {
  const { text } = await alice.submit(path, { form: 'key' });
  return /\/h\/([a-z2-7]{40})\/server\/heartbeat/.exec(text)?.[1] ?? '';
}

async function beatBy(
  key: string,
  address = MOVED,
  fields: Readonly<Record<string, string>> = {},
  path = '/server/heartbeat',
): Promise<string> {
  const sent: Sending = { method: 'POST', body: beatForm(fields), address };
  return (await app.request(`/h/${key}${path}`, sent)).text;
}

const refusalOf = (text: string): string => JSON.parse(text).errors.flat().join();
const playUrl = (hash: string) => `http://muster.test/server/play/${hash}/`;

// C6.26
describe('a heartbeat URL', () => {
  test('is shown once, replaced and revoked on the page of the server', async () => {
    const key = await makeKey();
    expect(key).toHaveLength(40);
    const page = await alice.request(OWN);
    expect(page.text).toContain(messages.hidden);
    expect(page.text).not.toContain(key);
    expect(await beatBy(key, HOME)).toBe(playUrl(ALPHA_HASH));
    const next = await makeKey();
    expect(next).not.toBe(key);
    expect(refusalOf(await beatBy(key, HOME))).toBe(moveRefusals.unknown);
    expect(await beatBy(next, HOME)).toBe(playUrl(ALPHA_HASH));
    expect((await alice.submit(OWN, { form: 'revoke' })).headers.get('location')).toBe(
      `${OWN}?done=revoke`,
    );
    expect((await alice.request(`${OWN}?done=revoke`)).text).toContain(done.revoke);
    expect(refusalOf(await beatBy(next, HOME))).toBe(moveRefusals.unknown);
    const stored = JSON.stringify(await app.store.claims.listKeys());
    for (const secret of [key, next]) expect(stored).not.toContain(secret);
  });

  // Compatibility: MCGalaxy keeps the suffix of names by URL.
  test('comes with the line that MCGalaxy needs for it, also when it is a new one', async () => {
    for (const _round of ['first', 'new']) {
      const { text } = await alice.submit(OWN, { form: 'key' });
      const [url = ''] = /http:\/\/muster\.test\/h\/\w{40}\/server\/heartbeat/.exec(text) ?? [];
      expect(url).not.toBe('');
      expect(text).toContain(messages.services);
      expect(text).toContain(`<code>URL = ${url}</code>`);
    }
    expect((await alice.request(OWN)).text).not.toContain(messages.services);
  });

  test.each(['/server/heartbeat', '/server/heartbeat/', '/heartbeat.jsp', '/heartbeat.jsp/'])(
    'is taken with %s at its end, by GET and by POST',
    async (path) => {
      const key = await makeKey();
      expect(await beatBy(key, HOME, {}, path)).toBe(playUrl(ALPHA_HASH));
      const { text } = await app.request(`//h//${key}/${path}?${beatForm()}`, { address: HOME });
      expect(text).toBe(playUrl(ALPHA_HASH));
    },
  );

  test('is made for nobody but the owner', async () => {
    await app.register('Bob');
    const bob = await app.loggedIn('Bob', '192.0.2.77');
    const answer = await bob.submit(OWN, { form: 'key' });
    expect(answer.text).not.toMatch(/\/h\/[a-z2-7]{40}/);
    expect(await app.store.claims.listKeys()).toEqual([]);
  });

  test('that is wrong is refused in the same words, and nothing of it comes back', async () => {
    for (const key of [WRONG, 'short', '%zz', `${WRONG}${WRONG}${WRONG}`]) {
      const text = await beatBy(key);
      expect(refusalOf(text)).toBe(moveRefusals.unknown);
      expect(text).not.toContain(key);
    }
    for (const path of [`/h/${WRONG}`, `/h/${WRONG}/x`, `/h/${WRONG}/server/heartbeat/x`]) {
      const answer = await app.request(path);
      expect([answer.status, answer.text.includes(WRONG)]).toEqual([404, false]);
    }
  });

  test('counts towards the budget of the address', async () => {
    const answers: string[] = [];
    for (let count = 0; count < 100; count += 1) answers.push(await beatBy(WRONG));
    expect(answers.at(-1)).toContain('Too many heartbeats');
  });

  test('is in no event, report of heartbeats or metric', async () => {
    const key = await makeKey();
    await beatBy(key);
    await beatBy(key, HOME);
    await beatBy(WRONG);
    await app.request(`/h/${key}/nothing`);
    await app.request(`/H/${key}/server/heartbeat`);
    const seen = JSON.stringify([
      app.heard,
      app.servers.operatorReports.reportOn(MOVED),
      (await app.request('/metrics')).text,
    ]);
    expect(seen).not.toContain(key);
    expect(seen).not.toContain(WRONG);
  });
});

describe('a server that beats by its key from elsewhere', () => {
  test('is the same one: its page, history, texts and what moderators decided move', async () => {
    const key = await makeKey();
    const texts = {
      form: 'texts',
      description: 'Kept text',
      links: '',
      tags: 'pvp',
      country: 'NZ',
    };
    await alice.submit(OWN, texts);
    await app.moderation.actOnServer('feature', COMMAND, ALPHA_HASH);
    await app.servers.history.sample();
    await app.advance(60_000);
    await app.beat({ name: 'Alpha' }, HOME);
    const before = app.servers.findServer(ALPHA_HASH);
    expect(await beatBy(key)).toBe(playUrl(MOVED_HASH));
    const after = app.servers.findServer(MOVED_HASH);
    expect(app.servers.findServer(ALPHA_HASH)).toBeUndefined();
    expect(after?.listing).toMatchObject({ country: 'NZ', isFeatured: true, isClaimed: true });
    expect(after?.listing.startedAt).toBe(before?.listing.startedAt ?? 0);
    expect(after?.claim).toMatchObject({ description: 'Kept text', tags: ['pvp'] });
    await app.advance(1_000);
    expect((await app.request('/api/servers')).text.match(/"name": ?"Alpha"/g)).toHaveLength(1);
    const PLAY = `/server/play/${ALPHA_HASH}/`;
    await play(app, {
      path: PLAY,
      status: 302,
      setsSession: true,
      shows: { location: `/server/play/${MOVED_HASH}/` },
    });
    const curve = await app.request(`/api/v1/servers/${ALPHA_HASH}/history`);
    expect(JSON.parse(curve.text).hash).toBe(MOVED_HASH);
    expect(JSON.parse(curve.text).players.some((count: number | null) => count !== null)).toBe(
      true,
    );
    expect((await app.request(`/badge/${ALPHA_HASH}.svg`)).text).toContain('Alpha');
    expect((await app.request(`/api/server/${ALPHA_HASH},${MOVED_HASH}`)).text).toContain(
      MOVED_HASH,
    );
    expect((await alice.request(OWN)).headers.get('location')).toBe(MOVED_OWN);
    expect((await alice.request(MOVED_OWN)).text).toContain(`${HOME}:25565`);
  });

  test('gives its former address to another server that beats there', async () => {
    await beatBy(await makeKey());
    await app.beat({ name: 'Newcomer', salt: 'another-salt-9876' }, HOME);
    await play(app, {
      path: `/server/play/${ALPHA_HASH}/`,
      setsSession: true,
      contains: ['Newcomer'],
    });
  });

  test('is refused where another claimed server is', async () => {
    const key = await makeKey();
    const { claims } = app.store;
    const code = { hash: BRAVO_HASH, accountId: 1, codeHash: 'c'.repeat(64), expiresAt: 9e15 };
    await claims.saveCode(code, 0);
    await claims.completeClaim(code, 0);
    await app.servers.reloadModeration();
    const place = { ip: '198.51.100.2', port: 25_570 };
    expect(refusalOf(await beatBy(key, place.ip, { port: '25570' }))).toBe(
      moveRefusals.taken(place),
    );
    expect(app.servers.findServer(BRAVO_HASH)?.listing.name).toBe('Bravo');
    expect(await beatBy(key, HOME)).toBe(playUrl(ALPHA_HASH));
  });

  test('moves once a minute, and the owner sees that two programs use the key', async () => {
    const key = await makeKey();
    await beatBy(key);
    const tooSoon = moveRefusals.tooSoon({ ip: MOVED, port: 25_565 });
    expect(refusalOf(await beatBy(key, HOME))).toBe(tooSoon);
    expect((await alice.request(MOVED_OWN)).text).not.toContain(messages.contestTitle);
    await app.advance(60_000);
    expect(await beatBy(key, HOME)).toBe(playUrl(ALPHA_HASH));
    expect((await alice.request(OWN)).text).toContain(messages.contestTitle);
    await play(app, { path: `/server/play/${MOVED_HASH}/`, status: 302, setsSession: true });
    await play(app, { path: `/server/play/${ALPHA_HASH}/`, setsSession: true });
  });
});
