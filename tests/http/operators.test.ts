// The pages where operators claim servers and look after them, and where players report them.

import { beforeEach, describe, expect, test } from 'bun:test';
import { operatorMessages } from '../../src/modules/claims/messages.ts';
import { reportMessages } from '../../src/modules/moderation/messages.ts';
import { bannedMessages, goneMessages } from '../../src/modules/registry/messages.ts';
import { formMessages, messages } from '../../src/platform/messages/messages.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import type { Browser } from '../support/test-app.ts';
import { openLoggedIn } from './account-forms.ts';
import {
  ALPHA_HASH,
  BRAVO_HASH,
  claimAlpha,
  openSampleApp,
  play,
  UNKNOWN_HASH,
} from './sample-app.ts';

const CLAIM = `/server/claim/${ALPHA_HASH}/`;
const EDIT = `/server/own/${ALPHA_HASH}/`;
const PARTS = ['', 'icon/', 'address/', 'webhooks/', 'sharing/', 'release/'];
const REPORT = `/server/report/${ALPHA_HASH}/`;
const PLAY = `/server/play/${ALPHA_HASH}/`;
const MARKUP = '<script>alert(1)</script>"\'&amp;';

const app = openedForEach(openSampleApp);
let alice: Browser;
beforeEach(async () => {
  await app.register('Bob');
  alice = await app.loggedIn('Alice');
});

const logIn = (name: string) => app.loggedIn(name, '192.0.2.77');

const claim = (by = alice) => claimAlpha(app, by);
const claimed = () => app.servers.claims.findClaim(ALPHA_HASH);

const SIGNS: Record<string, string> = { quot: '"', lt: '<', amp: '&', '#34': '"', '#38': '&' };
const readHtml = (text: string): string =>
  text.replace(/&(#?\w+);/g, (all, name) => SIGNS[name] ?? all);

const texts = (fields: Record<string, string> = {}) => ({
  ...{ form: 'texts', description: '', links: '', tags: '', country: '' },
  ...fields,
});

describe('the page of a server that is banned by its hash', () => {
  const ban = (lasts?: string) =>
    app.moderation.addBan(
      COMMAND,
      { kind: 'server', subject: ALPHA_HASH },
      { reason: 'Fake <counts>.', lasts },
    );

  test('says that it is not listed, and not why', async () => {
    await claim();
    await ban();
    const bob = await logIn('Bob');
    for (const [by, path] of [
      [app, PLAY],
      [bob, PLAY],
      [bob, CLAIM],
      [bob, REPORT],
    ] as const) {
      await play(by, {
        ...{
          path,
          status: 404,
          contains: [bannedMessages.title],
          lacks: ['Fake', goneMessages.title],
        },
        ...{ setsSession: by === app },
      });
    }
  });

  test.each([
    ['forever', undefined, 'with no end date. Reason: Fake &lt;counts>.'],
    [
      'for a while',
      '2027-01-29 08:00',
      'until 29 January 2027, 08:00 UTC. Reason: Fake &lt;counts>.',
    ],
  ])('says why and until when to its owner: %s', async (_what, lasts, contained) => {
    await claim();
    await ban(lasts);
    await play(alice, { path: PLAY, status: 404, contains: [contained], lacks: [MARKUP] });
  });
});

test('the owner of a claimed server is told of another program that uses its port', async () => {
  await claim();
  const shown = async () => (await alice.request(EDIT)).text;
  await app.beat({ name: 'Alpha' });
  expect(await shown()).not.toContain(operatorMessages.own.contestTitle);
  await app.beat({ name: `&4${MARKUP}`, salt: 'of an intruder' });
  await app.beat({ name: 'Alpha' });
  expect(await shown()).toContain(operatorMessages.own.contestTitle);
  expect(await shown()).toContain('calls itself “&lt;script>');
  await app.advance(61 * 60_000);
  await app.beat({ name: 'Alpha' });
  expect(await shown()).not.toContain(operatorMessages.own.contestTitle);
});

describe('claiming', () => {
  test('goes from a code to a page of one’s own, and shows the code to nobody else', async () => {
    const before = (await alice.request(CLAIM)).text;
    expect(before).toContain('Get a code');
    expect(before).not.toMatch(/muster-|data-watch/);
    const shown = (await alice.submit(CLAIM, {})).text;
    expect((await alice.request(CLAIM)).text).toBe(shown);
    expect(shown).toContain(operatorMessages.claim.reload);
    expect(shown).toContain('data-watch="5"');
    const code = await claim();
    expect(shown).toContain(code);
    await app.advance(1_000);
    const own = (await alice.request(CLAIM)).text;
    expect(own).toContain(operatorMessages.claim.yoursTitle);
    expect(own).not.toContain('data-watch');
    expect((await alice.request(EDIT)).text).toContain('Your server: Alpha');
    expect((await alice.request('/server/own/')).text).toContain('>Alpha<');
    for (const path of [
      '/',
      PLAY,
      '/api/servers',
      `/api/server/${ALPHA_HASH}`,
      '/help/not-listed/',
    ]) {
      const { text } = await app.request(path);
      expect(text).not.toContain(code);
    }
    expect((await app.request('/api/servers')).text).toContain('"name":"Alpha"');
    expect((await alice.request('/help/not-listed/')).text).not.toContain(code);
  });

  test('of a server that another account claimed says so, and takes it over', async () => {
    await claim();
    const bob = await logIn('Bob');
    expect((await bob.request(CLAIM)).text).toContain(operatorMessages.claim.takenTitle);
    await claim(bob);
    expect((await bob.request(CLAIM)).text).toContain(operatorMessages.claim.yoursTitle);
    expect((await alice.request(EDIT)).status).toBe(303);
  });

  test('is for verified accounts, and says so to others', async () => {
    const ulla = await logIn('Ulla');
    const page = await ulla.request(CLAIM);
    expect(page.status).toBe(403);
    expect(page.text).toContain('You need a verified account');
    expect((await ulla.submit(CLAIM, {})).status).toBe(403);
    expect((await ulla.request(CLAIM)).text).not.toContain('muster-');
  });
});

describe('a claimed server', () => {
  beforeEach(() => claim());

  test('shows what its operator says, as text, with links that vouch for nothing', async () => {
    const answer = await alice.submit(EDIT, {
      ...texts({ description: `Hello\n${MARKUP}`, tags: 'PvP freebuild', country: 'nz' }),
      links: 'https://example.net/a?b="><script>\nhttps://b.example',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${EDIT}?done=texts`]);
    expect((await alice.request(`${EDIT}?done=texts`)).text).toContain(
      operatorMessages.own.done.texts,
    );
    const page = (await app.request(PLAY)).text;
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script>alert(1)&lt;/script>');
    expect(page).toContain(
      '<a href="https://example.net/a?b=%22%3E%3Cscript%3E" rel="nofollow ugc noopener noreferrer">',
    );
    expect(page).toContain('<li><a href="/?tag=freebuild">freebuild</a></li>');
    expect(page).toContain('New Zealand');
    const own = (await alice.request(EDIT)).text;
    expect(own).not.toContain('<script>alert');
    expect(own).toContain('https://example.net/a?b=%22%3E%3Cscript%3E\nhttps://b.example/');
  });

  test('keeps what was typed when something is wrong with it, and says where', async () => {
    await alice.submit(EDIT, texts({ description: 'As it was' }));
    const answer = await alice.submit(EDIT, {
      ...texts({ description: MARKUP, links: 'javascript:alert(1)', tags: 'x' }),
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(formMessages.summaryTitle(2));
    expect(answer.text).toContain('href="#field-links"');
    expect(answer.text).toContain('javascript:alert(1)</textarea>');
    expect(answer.text).not.toContain('<script>alert');
    expect((await app.request(PLAY)).text).toContain('As it was');
  });

  test('has tags of the list alone, and keeps those that are on it no more', async () => {
    const own = { form: 'texts', description: '', links: '', country: '', language: 'MI' };
    const boxes = (page: string) => [
      ...page.matchAll(/<input type="checkbox" value="yes"( checked)? id="field-tags-([^"]+)"/g),
    ];
    const ticked = (page: string) => boxes(page).flatMap(([, is, tag]) => (is ? [tag] : []));
    const wrong = await alice.submit(EDIT, { ...own, 'tags-pvp': 'yes', 'tags-other': 'yes' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('href="#field-tags"');
    expect(ticked(wrong.text)).toEqual(['pvp']);
    await alice.submit(EDIT, { ...own, 'tags-pvp': 'yes', 'tags-lava': 'yes' });
    expect(await app.moderation.removeTag({ kind: 'command line' }, 'pvp')).toBe(true);
    const page = (await alice.request(EDIT)).text;
    expect(ticked(page)).toEqual(['lava', 'pvp']);
    expect(page).toContain(operatorMessages.own.oldTag('pvp'));
    expect((await app.request(PLAY)).text).toContain('>Māori</a>');
    // The pages of an earlier version have a field of text, and those of the steps no tags at all.
    await alice.submit(EDIT, { ...own, tags: 'pvp parkour', 'tags-lava': 'yes' });
    expect(claimed()?.tags).toEqual(['pvp', 'parkour', 'lava']);
    await alice.submit(EDIT, { form: 'texts', step: 'description', description: 'Hi\nthere' });
    expect((await app.request(PLAY)).text).toMatch(/og:description" content="[^"]+ players · Hi"/);
    expect(claimed()).toMatchObject({ tags: ['pvp', 'parkour', 'lava'], language: 'mi' });
    await alice.submit(EDIT, { ...own, 'tags-lava': 'yes', language: '' });
    expect(claimed()).toMatchObject({ tags: ['lava'], language: null });
    expect((await alice.submit(EDIT, { ...own, 'tags-pvp': 'yes' })).status).toBe(400);
  });

  test('is found by its tags and its language, with its links, by people and by programs', async () => {
    await alice.submit(EDIT, {
      ...texts({ links: 'https://example.net/', language: 'mi', 'tags-lava': 'yes' }),
    });
    await app.advance(1_000);
    const home = (await app.request('/')).text;
    expect(home).toContain('#lava');
    const own = (await app.request(PLAY)).text;
    expect(own).toContain('<a href="/?tag=lava">lava</a>');
    expect(own).toContain('<a href="/?language=mi">Māori</a>');
    expect(home).toContain('<option value="mi">Māori</option>');
    for (const [query, count] of [
      ['tag=LAVA', 1],
      ['language=MI', 1],
      ['tag=lava&language=de', 0],
    ] as const) {
      const found = (await app.request(`/api/v1/servers?${query}`)).json() as { servers: object[] };
      expect(found.servers, query).toHaveLength(count);
      if (count === 1) {
        const links = ['https://example.net/'];
        expect(found.servers).toMatchObject([{ tags: ['lava'], language: 'mi', links }]);
      }
      const page = (await app.request(`/?${query}`)).text;
      expect(page.includes(`/server/play/${ALPHA_HASH}/`)).toBe(count === 1);
      expect(page).not.toContain(BRAVO_HASH);
    }
  });

  test('is released', async () => {
    await alice.submit(EDIT, texts({ description: 'Gone soon' }));
    const answer = await alice.submit(EDIT, { form: 'release' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PLAY]);
    expect((await app.request(PLAY)).text).not.toContain('Gone soon');
    const none = (await alice.request('/server/own/')).text;
    expect(none).toContain(operatorMessages.own.listNone);
    expect(none).toContain(`<a class="button quiet" href="/">${messages.failure.toTheList}</a>`);
  });

  test('is changed by nobody else, whichever form of its page they send', async () => {
    const webhook = { format: 'json', url: 'https://hooks.example/', 'events-came': 'yes' };
    await alice.submit(EDIT, { form: 'webhook', ...webhook });
    const bob = await logIn('Bob');
    const read = async () => [claimed(), await app.servers.webhooks.list(ALPHA_HASH)];
    const before = await read();
    expect(before[1]).toHaveLength(1);
    const forms = ['texts', 'icon', 'face', 'port', 'back', 'address', 'key', 'revoke', 'release'];
    for (const fields of [
      ...forms.map((form) => ({ form, description: 'Mine', port: '25566' })),
      { form: 'webhook', ...webhook, url: 'https://elsewhere.example/' },
      { form: 'webhook', webhook: '1' },
    ]) {
      for (const part of PARTS) {
        const { headers } = await bob.submit(`${EDIT}${part}`, fields);
        expect([fields.form, headers.get('location')]).toEqual([fields.form, CLAIM]);
      }
    }
    expect(await read()).toEqual(before);
  });

  test('has a page for each part, which leads to the others', async () => {
    for (const part of PARTS) {
      const { status, text } = await alice.request(`${EDIT}${part}`);
      expect([part, status]).toEqual([part, 200]);
      const [navigation = ''] = /<nav class="sections".*?<\/nav>/s.exec(text) ?? [];
      expect(navigation).toContain(`href="${EDIT}${part}" aria-current="page"`);
      expect(navigation.match(/aria-current/g)).toHaveLength(1);
      for (const other of PARTS) expect(navigation).toContain(`href="${EDIT}${other}"`);
      const bob = await (await logIn('Bob')).request(`${EDIT}${part}`);
      expect(bob.headers.get('location')).toBe(CLAIM);
    }
  });

  test('takes the forms of earlier pages at its own address, and shows the part that was refused', async () => {
    const wrong = await alice.submit(EDIT, { form: 'port', port: 'x' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain(`href="${EDIT}address/" aria-current="page"`);
    expect(wrong.text).toContain('href="#field-port"');
    const face = await alice.submit(EDIT, { form: 'face' });
    expect(face.headers.get('location')).toBe(`${EDIT}icon/?done=face`);
    const key = await alice.submit(EDIT, { form: 'key' });
    expect(key.text).toMatch(/\/h\/[a-z2-7]{40}\//);
    // Links to parts of the earlier page lead on.
    const anchors = [...key.text.matchAll(/data-anchors="([^"]+)"/g)].map(([, ids]) => ids);
    expect(anchors.join(' ').split(' ').toSorted()).toEqual([
      ...['icon', 'join-place', 'other-address', 'url', 'webhooks'],
    ]);
  });

  test('shows pictures that were not sent yet on the page of its icon alone', async () => {
    for (const part of PARTS) {
      const { headers } = await alice.request(`${EDIT}${part}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect([part, policy.includes("img-src 'self' blob:")]).toEqual([part, part === 'icon/']);
    }
  });
});

describe('the way from a first heartbeat to the badge', () => {
  const { own, adoption, claim: messagesOfClaim } = operatorMessages;
  const at = (step: string) => `${EDIT}?step=${step}`;
  const current = (step: keyof typeof adoption.names) =>
    new RegExp(`<li[^>]* aria-current="step">${adoption.names[step]}`);
  const done = (html: string) => html.split('<li class="done"').length - 1;

  test('asks for one thing after the other, and shows what is done', async () => {
    const before = (await alice.request(CLAIM)).text;
    expect(before).toMatch(current('claim'));
    expect(done(before)).toBe(1);
    await claim();
    expect((await alice.request(CLAIM)).text).toContain(`href="${at('description')}"`);
    let html = '';
    for (const [step, typed, next] of [
      ['description', 'Home of Otto', 'country'],
      ['country', 'NZ', 'links'],
      ['links', 'https://otto.example', 'badge'],
    ] as const) {
      html = (await alice.request(at(step))).text;
      expect(html).toMatch(current(step));
      expect(html).toContain(`href="${at(next)}"`);
      const answer = await alice.submit(EDIT, { form: 'texts', step, [step]: typed });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, at(next)]);
    }
    html = (await alice.request(at('badge'))).text;
    expect(html).toMatch(current('badge'));
    expect(done(html)).toBe(5);
    expect(html).toContain(`<img src="/badge/${ALPHA_HASH}.svg"`);
    expect(readHtml(html)).toMatch(
      new RegExp(
        `<a href="http[^"]*${PLAY}"><img src="http[^"]*/badge/${ALPHA_HASH}.svg" alt="Badge of Alpha"></a>`,
      ),
    );
    const page = (await app.request(PLAY)).text;
    for (const piece of ['Home of Otto', 'New Zealand', 'otto.example']) {
      expect(page).toContain(piece);
    }
  });

  test('offers a link with https in the place of one without, and says why', async () => {
    await claim();
    const typed = { form: 'texts', step: 'links', links: 'http://otto.example' };
    const answer = await alice.submit(EDIT, typed);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(current('links'));
    expect(readHtml(answer.text)).toContain('"http://otto.example" does not start with https://');
    expect(answer.text).toContain('https://otto.example</textarea>');
  });

  test('names countries in the language of the page', async () => {
    await claim();
    const html = (await alice.request(at('country'), { headers: { 'accept-language': 'de' } }))
      .text;
    expect(html).toContain('<option value="NZ">Neuseeland</option>');
    expect(html).toMatch(/Ägypten<.*Albanien<.*Österreich<.*Zypern</);
  });

  // What each sends as its name: MCGalaxy and ProCraft without colour codes, mcchost with more escapes.
  test.each([
    ['MCGalaxy', /server-name = (.*)/, (name: string) => name],
    ['ProCraft', /key="ServerName" value="([^"]{1,64})"/, (name: string) => name],
    ['mcchost', /^\/set server name (.{1,47})$/, (name: string) => name.slice(0, 64)],
  ] as const)('has the line for %s, which claims the server', async (_program, line, sent) => {
    await app.beat({ name: 'Otto & "Friends"' });
    const html = (await alice.submit(CLAIM, {})).text;
    const lines = [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, text = '']) => readHtml(text));
    const name = lines.map((text) => line.exec(text)?.[1]).find((it) => it !== undefined) ?? '';
    expect(await app.beat({ name: sent(readHtml(name)) })).toContain(ALPHA_HASH);
    await app.advance(1_000);
    expect((await alice.request(CLAIM)).text).toContain(messagesOfClaim.yoursTitle);
    expect((await app.request('/api/servers')).text).toContain('Otto & \\"Friends\\"');
  });

  test('has the code alone where the name leaves no room for it', async () => {
    await app.beat({ name: 'x'.repeat(49) });
    const html = (await alice.submit(CLAIM, {})).text;
    expect(html).toMatch(/server-name = muster-[0-9a-f]{8}</);
  });

  test('is open to nobody else', async () => {
    await claim();
    const bob = await logIn('Bob');
    expect((await bob.request(at('links'))).headers.get('location')).toBe(CLAIM);
    expect((await alice.request(`${EDIT}?step=else`)).text).toContain(own.textsTitle);
  });
});

describe('reporting', () => {
  test('reaches the moderators once, and says that it did', async () => {
    const { text } = await alice.request(REPORT);
    expect(text).toContain(reportMessages.send);
    expect(text).toMatch(/<select[^>]*name="kind"[^>]*><option value>/);
    const answer = await alice.submit(REPORT, { kind: 'other', text: MARKUP });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, REPORT]);
    expect((await alice.request(REPORT)).text).toContain(reportMessages.sentTitle);
    expect(await app.moderation.listReports()).toMatchObject([
      { accountName: 'Alice', hash: ALPHA_HASH, serverName: 'Alpha', kind: 'other', text: MARKUP },
    ]);
    const again = await alice.submit(REPORT, { kind: 'fake', text: '' });
    expect(again.status).toBe(409);
    expect(again.text).toContain('still open');
  });

  test('keeps what was typed when something is missing', async () => {
    const answer = await alice.submit(REPORT, { kind: '', text: `My words ${MARKUP}` });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('href="#field-kind"');
    expect(answer.text).toContain('My words &lt;script>');
    expect(answer.text).not.toContain('<script>alert');
    expect(await app.moderation.listReports()).toEqual([]);
  });

  describe('offers an email', () => {
    const close = () =>
      app.moderation.closeReport({ kind: 'command line' }, 1, 'A note for moderators');
    const wanted = { kind: 'fake', text: '', email: 'yes' };

    test('to those who ask for it, once the report is closed, without the note and colour codes', async () => {
      await app.beat({ name: '&aAl&Cpha' });
      expect((await alice.request(REPORT)).text).toContain(reportMessages.email);
      const before = (await app.readMails()).length;
      await alice.submit(REPORT, wanted);
      expect(await app.readMails()).toHaveLength(before);
      await close();
      const [mail, ...others] = (await app.readMails()).slice(before);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ kind: 'report closed', to: 'Alice@example.net' });
      expect(mail?.text).toContain('“Alpha”');
      expect(mail?.text).not.toContain('A note');
    });

    test('keeps the choice when the form is refused', async () => {
      const { text } = await alice.submit(REPORT, { ...wanted, kind: '' });
      expect(text).toMatch(/<input type="checkbox" value="yes" checked[^>]*name="email"/);
    });

    test('not to an address that nobody confirmed, whatever the form says', async () => {
      await app.register('Unconfirmed', { isVerified: false });
      await app.administration.verifyAccount('Unconfirmed');
      const other = await logIn('Unconfirmed');
      expect((await other.request(REPORT)).text).not.toContain(reportMessages.email);
      const before = (await app.readMails()).length;
      expect((await other.submit(REPORT, wanted)).status).toBe(303);
      expect(await app.moderation.listReports()).toMatchObject([{ wantsEmail: false }]);
      await close();
      expect(await app.readMails()).toHaveLength(before);
    });

    test('nowhere where no email can be sent', async () => {
      await using silent = await openSampleApp({ isMailOn: false });
      const browser = await openLoggedIn(silent, 'Alice');
      const { text } = await browser.request(REPORT);
      expect(text).toContain(reportMessages.send);
      expect(text).not.toContain(reportMessages.email);
    });
  });

  test('is for verified accounts', async () => {
    const ulla = await logIn('Ulla');
    expect((await ulla.request(REPORT)).status).toBe(403);
    expect((await ulla.submit(REPORT, { kind: 'fake' })).status).toBe(403);
    expect(await app.moderation.listReports()).toEqual([]);
  });
});

describe('everybody', () => {
  const nowhere = ['claim', 'report'].flatMap((what) => [
    ...[UNKNOWN_HASH, 'x', '%E0%A4%zz', '<script>alert(1)</script>'].map(
      (hash) => `/server/${what}/${hash}/`,
    ),
  ]);
  test.each(nowhere)('gets 404 from %s', async (path) => {
    const answer = await alice.request(path);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('<script>alert');
  });

  test('finds the ways to claim and report on the page of a server', async () => {
    const page = (await app.request(PLAY)).text;
    expect(page).toContain(`href="${CLAIM}"`);
    expect(page).toContain(`href="${REPORT}"`);
    await claim();
    const own = (await alice.request(PLAY)).text;
    expect(own).toContain(`href="${EDIT}"`);
    expect(own).not.toContain(`href="${REPORT}"`);
    expect((await app.request(`/server/play/${BRAVO_HASH}/`)).text).not.toContain('/server/own/');
  });
});
