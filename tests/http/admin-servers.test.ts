// The pages of administration about servers: finding one, looking at it, and what can be done with it.

import { describe, expect, test } from 'bun:test';
import { auditWords } from '../../src/app/facts.ts';
import { serverAdminMessages } from '../../src/modules/moderation/messages.ts';
import { staffFormMessages } from '../../src/platform/messages/messages.ts';
import { REASON_MISSING } from '../support/failures.ts';
import { openedForEach } from '../support/opened.ts';
import { ALPHA_HASH, BRAVO_HASH, HIDDEN_HASH, UNKNOWN_HASH } from './sample-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp } from './staff-app.ts';

const ALPHA = `/admin/servers/${ALPHA_HASH}/`;

const staff = openedForEach(openStaffApp);

const open = async (path: string) => (await staff.mia.request(path)).text;
const action = (name: string, fields: Record<string, string> = {}, hash = ALPHA_HASH) =>
  staff.mia.submit(
    `/admin/servers/${hash}/${name}/`,
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${name}-${key}`, value])),
  );

test('the public page of a server leads moderators to this one, and nobody else', async () => {
  const path = `/server/play/${ALPHA_HASH}/`;
  expect((await staff.mia.request(path)).text).toContain(`href="${ALPHA}"`);
  expect((await staff.app.request(path)).text).not.toContain('/admin/');
});

describe('the list', () => {
  /** The hashes whose pages the list leads to. */
  async function find(query: string): Promise<string[]> {
    const page = await open(`/admin/servers/?${query}`);
    return [...page.matchAll(/href="\/admin\/servers\/([0-9a-f]{32})\/"/g)].map(
      ([, hash]) => hash ?? '',
    );
  }

  test('shows public and private servers, and how many', async () => {
    const page = await open('/admin/servers/');
    for (const piece of ['Hidden', 'Private', '3 in total']) expect(page).toContain(piece);
    expect((await find('')).toSorted()).toEqual([BRAVO_HASH, ALPHA_HASH, HIDDEN_HASH].toSorted());
  });

  test.each([
    ['name', 'text=alph', [ALPHA_HASH]],
    ['hash', `text=${BRAVO_HASH}`, [BRAVO_HASH]],
    ['address', 'text=192.0.2.9', [HIDDEN_HASH]],
    ['state', 'state=private', [HIDDEN_HASH]],
    ['name and state', 'state=private&text=alpha', []],
    ['a state that is none', 'state=none', []],
  ])('is searched by %s', async (_what, query, hashes) => {
    expect(await find(query)).toEqual(hashes);
  });

  test('shows odd ones with what is odd about them', async () => {
    await staff.app.beat({ name: 'Liar', port: '7', users: '9999', max: '20' });
    await staff.app.beat({ name: 'Fair', port: '8', salt: 'of its own' });
    await staff.app.servers.flush();
    expect(await find('state=odd&text=liar')).toHaveLength(1);
    expect(await find('state=odd&text=fair')).toEqual([]);
    const { odd } = serverAdminMessages.servers;
    const page = await open('/admin/servers/?state=odd');
    expect(page).toContain('9999 / 20');
    expect(page).toContain(`Public, ${odd['above maximum']}, ${odd['one salt']}`);
  });

  test('finds a name with colour codes by what is read', async () => {
    await staff.app.beat({ name: '&aGr&ceen', port: '7' });
    await staff.app.servers.flush();
    expect(await find('text=green')).toHaveLength(1);
  });

  test('leads to the page of a hash that no live server has', async () => {
    expect(await find(`text=${UNKNOWN_HASH}`)).toEqual([UNKNOWN_HASH]);
    expect((await staff.mia.request(`/admin/servers/${UNKNOWN_HASH}/`)).status).toBe(200);
  });

  test('says under each heading what it names', async () => {
    const page = await open('/admin/servers/');
    const row = page.split('<tr').find((each) => each.includes(ALPHA_HASH)) ?? '';
    for (const [head, cell] of [
      ['Name', 'Alpha'],
      ['Address', '203.0.113.7:25565'],
      ['Status', 'Public'],
      ['Players', '/ 20'],
      ['Software', 'MCGalaxy'],
      ['Country', 'Netherlands'],
    ]) {
      const [, shown = ''] = row.split(`data-head="${head}"`);
      expect([head, shown.split('data-head')[0]]).toEqual([
        head,
        expect.stringContaining(cell ?? ''),
      ]);
    }
  });

  test('tells unlisted and filtered servers from others, and has those that are away', async () => {
    await action('unlist', { reason: 'Spam' });
    await action('unlist', { reason: `Gone ${MARKUP}` }, UNKNOWN_HASH);
    await staff.mia.submit('/admin/filter/add/', { 'add-word': 'brav*' });
    const page = await open('/admin/servers/?state=unlisted');
    expect(page).toContain(serverAdminMessages.servers.offlineTitle);
    expect(page).toContain('Filtered');
    expect(page).not.toContain('<script>alert');
    expect(await find('state=unlisted')).toEqual([BRAVO_HASH, ALPHA_HASH, UNKNOWN_HASH]);
    expect(await find('state=public')).toEqual([]);
  });

  test('tells featured servers and those of a country set by hand, live or away', async () => {
    for (const hash of [ALPHA_HASH, UNKNOWN_HASH]) {
      await action('feature', {}, hash);
      await action('country', { country: 'NZ' }, hash);
    }
    expect(await find('state=featured')).toEqual([ALPHA_HASH, UNKNOWN_HASH]);
    expect(await find('state=country')).toEqual([ALPHA_HASH, UNKNOWN_HASH]);
    expect(await open('/admin/servers/?state=country')).toContain('<bdi>New Zealand</bdi>');
    expect(await find('state=country&text=zealand')).toEqual([UNKNOWN_HASH]);
  });

  test('has pages of a hundred', async () => {
    const { app } = staff;
    for (let number = 0; number < 110; number += 1) {
      await app.beat({ name: `Many ${number}` }, `198.51.101.${number + 1}`);
    }
    await app.servers.flush();
    const first = await open('/admin/servers/?text=many');
    expect(first).toContain('100 of 110');
    expect(first).toContain('href="/admin/servers/?text=many&amp;page=2"');
    const second = await open('/admin/servers/?text=many&page=2');
    expect(second).toContain('10 of 110');
    expect(second).toContain(staffFormMessages.first);
    expect(second).not.toContain('page=3');
    for (const page of ['99', '0', '-1', 'x']) {
      expect((await staff.mia.request(`/admin/servers/?page=${page}`)).status).toBe(200);
    }
  });
});

describe('the page of a server', () => {
  test('shows everything but the salt, and no mail address', async () => {
    const page = await open(ALPHA);
    for (const piece of [
      ALPHA_HASH,
      '203.0.113.7:25565',
      serverAdminMessages.server.claimNone,
      'Nothing yet',
    ]) {
      expect(page).toContain(piece);
    }
    expect(page).not.toContain('kept-secret');
    expect(page).not.toContain('@example.net');
  });

  const actions = serverAdminMessages.serverActions;
  test.each([
    ['ban', { reason: 'Spam', lasts: '7d' }, 'ban added', `Banned by ${ALPHA_HASH}: Spam`],
    ['ban-address', { subject: '203.0.113.0/24', reason: 'Spam' }, 'ban added', ''],
    ['ban-name', { subject: 'Alp*', reason: 'Spam' }, 'ban added', ''],
  ] as const)('%s is done, reported and logged', async (name, fields, logged, piece) => {
    expect(await follow(staff.mia, await action(name, fields), 'ban-added')).toContain(piece);
    const actor = { kind: 'account', name: 'Mia' };
    expect((await staff.readLog())[0]).toMatchObject({ action: logged, actor, reason: 'Spam' });
  });

  test('actions are done, reported, logged, and taken back', async () => {
    for (const [name, fields, logged, piece] of [
      ['feature', {}, 'server featured', actions.unfeature.title],
      ['unfeature', {}, 'server unfeatured', actions.feature.title],
      ['unlist', { reason: 'Looks like spam' }, 'server unlisted', 'Looks like spam'],
      ['relist', { reason: 'Sorry' }, 'server relisted', actions.unlist.title],
      ['country', { country: 'nz', reason: 'Wrong' }, 'country set', 'New Zealand, set by hand'],
      ['country-reset', {}, 'country reset', 'Netherlands'],
    ] as const) {
      const page = await follow(staff.mia, await action(name, fields), `server-${name}`);
      expect(page).toContain(piece);
      expect(page).toContain(auditWords.nameAction(logged));
      const reason = 'reason' in fields ? fields.reason : '';
      expect((await staff.readLog())[0]).toMatchObject({ action: logged, reason });
    }
  });

  test('asks for a reason as a must exactly where none is refused', async () => {
    const { app, anna } = staff;
    const { code } = await app.servers.claims.requestCode(1, ALPHA_HASH);
    await app.beat({ name: `Alpha ${code}` });
    await app.advance(1_000);
    const forms = (await open(ALPHA)).split('<form').slice(1);
    const fields = { country: 'NZ', subject: '198.51.100.0/24', lasts: '' };
    const musts: string[] = [];
    for (const form of forms) {
      const name = /action="\/admin\/servers\/[0-9a-f]{32}\/([a-z-]+)\/"/.exec(form)?.[1];
      const input = /<input[^>]* name="[a-z-]*-reason"[^>]*>/.exec(form)?.[0];
      if (name === undefined || input === undefined) continue;
      const named = Object.entries(fields).map(([key, value]) => [`${name}-${key}`, value]);
      const answer = await anna.submit(`${ALPHA}${name}/`, Object.fromEntries(named));
      const isRefused = answer.text.includes(`href="#field-${name}-reason"`);
      expect([name, input.includes(' required')]).toEqual([name, isRefused]);
      if (isRefused) musts.push(name);
    }
    expect(musts).toEqual([
      ...['unlist', 'ban', 'ban-address', 'ban-name', 'claim-clear', 'claim-remove'],
    ]);
  });

  test('a claim is shown part by part, loses its texts, and ends', async () => {
    const { app, mia } = staff;
    const { code } = await app.servers.claims.requestCode(1, ALPHA_HASH);
    await app.beat({ name: `Alpha ${code}` });
    await app.advance(1_000);
    const links = 'https://a.example/';
    const texts = { description: 'Rude words', links, tags: 'pvp', country: 'NZ' };
    await app.servers.claims.changeTexts(1, ALPHA_HASH, texts);
    const parts = (await open(ALPHA)).split('<dt>').map((part) => part.replace(/<[^>]*>/g, ' '));
    for (const [name, value] of [
      ['Owner', 'Alice'],
      ['Description', 'Rude words'],
      ['Links', links],
      ['Tags', 'pvp'],
      ['Country', 'New Zealand'],
    ] as const) {
      expect(parts.findLast((part) => part.startsWith(`${name} `))).toContain(value);
    }
    expectRefused(await action('claim-clear'), 'claim-clear-reason', REASON_MISSING);
    const cleared = await follow(mia, await action('claim-clear', { reason: 'Rude' }));
    expect(cleared).not.toContain('Rude words');
    expect(cleared).toContain('Alice');
    const removed = await follow(mia, await action('claim-remove', { reason: 'Not theirs' }));
    expect(removed).toContain(serverAdminMessages.server.claimNone);
    expect(app.servers.claims.findClaim(ALPHA_HASH)).toBeUndefined();
  });

  test.each([
    ['unlist', {}, 'unlist-reason', REASON_MISSING],
    ['feature', { reason: 'a\u0007b' }, 'feature-reason', 'control character'],
    ['country', { country: 'Aotearoa' }, 'country-country', 'not a country'],
    ['ban', { reason: 'Spam', lasts: 'soon' }, 'ban-lasts', 'soon'],
    ['ban-address', { subject: 'x', reason: 'y' }, 'ban-address-subject', '"x"'],
    ['ban-name', { subject: '*', reason: 'y' }, 'ban-name-subject', 'match too much'],
  ] as const)(
    '%s says at its field what is wrong, and keeps the rest',
    async (name, fields, field, sentence) => {
      const before = await staff.readLog();
      const answer = await action(name, fields);
      expectRefused(answer, field, sentence.replaceAll('"', '&quot;'));
      expect(answer.text).toMatch(/<details class="action panel( danger)?" open>/);
      if ('reason' in fields && fields.reason === 'Spam')
        expect(answer.text).toContain('value="Spam"');
      expect(await staff.readLog()).toEqual(before);
    },
  );

  test('several things that are wrong are reported together', async () => {
    const answer = await action('ban-name', { subject: '*', lasts: 'soon' });
    expect(answer.text.match(/id="field-ban-name-\w+-problem"/g)).toHaveLength(3);
  });

  test('its address and its network are banned at once, where several servers share the network', async () => {
    const { app, mia } = staff;
    const box = 'name="ban-address-network"';
    expect(await open(`/admin/servers/${ALPHA_HASH}/`)).not.toContain(box);
    for (const port of ['7', '8']) await app.beat({ name: `Spam ${port}`, port }, '203.0.113.9');
    await app.servers.flush();
    const page = await open(`/admin/servers/${ALPHA_HASH}/`);
    expect(page).toContain(`value="203.0.113.0/24" id="field-ban-address-network" ${box}`);
    expect(page).toContain(serverAdminMessages.servers.network('203.0.113.0/24', 3));
    const ban = { subject: '198.51.100.9', network: '203.0.113.0/24', reason: 'Spam' };
    await follow(mia, await action('ban-address', ban));
    expect((await app.moderation.listBans()).map(({ subject }) => subject)).toEqual([
      ...['198.51.100.9/32', '203.0.113.0/24'],
    ]);
  });
});
