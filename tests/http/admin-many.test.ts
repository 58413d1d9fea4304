// What moderators do to many things at once, and what one that changed meanwhile leaves.

import { describe, expect, test } from 'bun:test';
import { adminMessages } from '../../src/modules/administration/messages.ts';
import { serverAdminMessages } from '../../src/modules/moderation/messages.ts';
import { stripColourCodes } from '../../src/platform/lib/colour-codes.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { labels, staffMessages } from '../../src/platform/messages/messages.ts';
import { COMMAND, rangeOf } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { ALPHA_HASH, BRAVO_HASH, UNKNOWN_HASH } from './sample-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp } from './staff-app.ts';

const { servers, reports, bans, filter } = serverAdminMessages;
const { servers: listMessages } = serverAdminMessages;
const { nothingToUndo } = staffMessages.many;
const same = (what: string, count: number) => `<p>${staffMessages.many.result(what, count)}</p>`;
const NETWORK = '45.9.148.0/24';

const staff = openedForEach(openStaffApp);

const open = async (path: string) => (await staff.mia.request(path)).text;

/** The names in the public list. */
async function listed(): Promise<string[]> {
  await staff.app.advance(1_000);
  const list = (await staff.app.request('/api/servers')).json() as { servers: { name: string }[] };
  return list.servers.map(({ name }) => stripColourCodes(name));
}

const many = (page: string, button: string, rows: Record<string, string>, reason = 'Spam') =>
  staff.mia.submit(`/admin/${page}/many/`, {
    ...{ 'many-do': button, 'many-reason': reason },
    ...Object.fromEntries(Object.entries(rows).map(([id, name]) => [`many-row-${id}`, name])),
  });

const undo = (page: string) => staff.mia.submit(`/admin/${page}/many-undo/`, {});

test('many servers of a network are banned at once, and the page of each says by what', async () => {
  const { app, mia } = staff;
  for (let number = 1; number <= 30; number += 1) {
    await app.beat({ name: `Free &aranks ${number}` }, `45.9.148.${number}`);
  }
  await app.servers.flush();
  expect(await listed()).toHaveLength(32);
  const list = await open('/admin/servers/');
  expect(list).toContain(servers.network(NETWORK, 30));
  for (const name of [`many-row-network ${NETWORK}`, 'many-reason', 'many-do" value="ban']) {
    expect(list).toContain(`name="${name}"`);
  }
  const answer = await many('servers', 'ban', { [`network ${NETWORK}`]: 'the network' });
  expect(await follow(mia, answer, 'many')).not.toContain('ranks');
  expect(await listed()).toEqual(['Bravo', 'Alpha']);
  const page = await open(`/admin/servers/${md5Hex('45.9.148.2:25565')}/`);
  expect(page).toContain('<h1>Server Free ranks 2</h1>');
  expect(page).toMatch(/<dt>Status<\/dt><dd>Banned by 45\.9\.148\.0\/24<\/dd>/);
  expect(page).toContain('Banned by 45.9.148.0/24: Free ranks 2');
});

describe('servers', () => {
  const alpha = { [`${ALPHA_HASH} 203.0.113.7`]: 'Alpha' };
  const bravo = { [`${BRAVO_HASH} 198.51.100.2`]: 'Bravo' };

  test('of which one is banned already: it stays as it is, and the page counts both', async () => {
    const { addBan, listBans } = staff.app.moderation;
    await addBan(COMMAND, rangeOf('203.0.113.7'), { reason: 'Before' });
    const answer = await many('servers', 'ban', { ...alpha, ...bravo });
    const page = await follow(staff.mia, answer, 'many');
    expect(page).toContain(same(listMessages.results.ban(1), 1));
    const reasons = async () => (await listBans()).map(({ reason }) => reason);
    expect(await reasons()).toEqual(['Before', 'Spam']);
    await follow(staff.mia, await undo('servers'), 'many-undone');
    expect(await reasons()).toEqual(['Before']);
    // It can be undone once, and by nobody else.
    expect((await undo('servers')).text).toContain(nothingToUndo);
    await follow(staff.mia, await many('servers', 'ban', bravo), 'many');
    const others = await staff.anna.submit('/admin/servers/many-undo/', {});
    expect(others.text).toContain(nothingToUndo);
    expect(await reasons()).toEqual(['Before', 'Spam']);
  });

  test('that were unlisted are listed again, and back with the reasons that they had', async () => {
    const { listMarks, actOnServer } = staff.app.moderation;
    await actOnServer('unlist', COMMAND, ALPHA_HASH, 'Before');
    const unlisted = async () =>
      (await listMarks('unlisted')).map(({ hash, value }) => `${hash} ${value}`).toSorted();
    const page = await follow(staff.mia, await many('servers', 'unlist', { ...alpha, ...bravo }));
    expect(page).toContain(same(listMessages.results.unlist(1), 1));
    const both = [`${ALPHA_HASH} Before`, `${BRAVO_HASH} Spam`].toSorted();
    expect(await unlisted()).toEqual(both);
    await follow(staff.mia, await many('servers', 'relist', { ...alpha, ...bravo }), 'many');
    expect(await unlisted()).toEqual([]);
    await follow(staff.mia, await undo('servers'), 'many-undone');
    expect(await unlisted()).toEqual(both);
    const again = await follow(staff.mia, await many('servers', 'unlist', alpha), 'many');
    expect(again).toContain(same(listMessages.results.unlist(0), 1));
    expect(again).not.toContain('many-undo/');
  });

  test('at one address have one ban, and a network that is ticked has one', async () => {
    await staff.app.beat({ name: 'Second', port: '7' }, '198.51.100.2');
    const second = { [`${md5Hex('198.51.100.2:7')} 198.51.100.2`]: 'Second' };
    const network = { 'network 203.0.113.0/24': 'and the network' };
    const rows = { ...bravo, ...second, ...network };
    await follow(staff.mia, await many('servers', 'ban', rows), 'many');
    expect(
      (await staff.app.moderation.listBans()).map(({ subject }) => subject).toSorted(),
    ).toEqual(['198.51.100.2/32', '203.0.113.0/24']);
  });

  test('are not unlisted by a network, which is named', async () => {
    const network = { 'network 203.0.113.0/24': 'The network' };
    const answer = await many('servers', 'unlist', { ...network, ...bravo });
    expect(answer.text).toContain('The network: ');
    expect((await staff.app.moderation.listMarks('unlisted')).map(({ hash }) => hash)).toEqual([
      BRAVO_HASH,
    ]);
  });

  test('stay ticked where the reason is missing, on the page and with the search where they were', async () => {
    const answer = await staff.mia.submit('/admin/servers/many/?text=alph', {
      ...{ 'many-do': 'unlist', [`many-row-${ALPHA_HASH} 203.0.113.7`]: 'Alpha' },
    });
    expectRefused(answer, 'many-reason', 'reason is missing');
    expect(answer.text).toMatch(/value="Alpha"[^>]* checked/);
    expect(answer.text).toContain('value="alph"');
    expect(answer.text).not.toContain('Bravo');
    const done = await staff.mia.submit('/admin/servers/many/?text=alph', {
      ...{ 'many-do': 'unlist', 'many-reason': 'Rude' },
      ...{ [`many-row-${ALPHA_HASH} 203.0.113.7`]: 'Alpha' },
    });
    expect(done.headers.get('location')).toBe('/admin/servers/?text=alph&done=many');
  });

  test('nothing that is ticked, an unknown button and markup for a name are answered in words', async () => {
    for (const answer of [
      await many('servers', 'unlist', {}),
      await many('servers', 'odd', alpha),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(staffMessages.many.nothingTicked);
    }
    // With neither, what is missing first is told alone.
    const nothing = await staff.mia.submit('/admin/servers/many/', { 'many-do': 'unlist' });
    expect(nothing.text).toContain(staffMessages.many.nothingTicked);
    const answer = await many('servers', 'unlist', { odd: MARKUP });
    expect(answer.status).toBe(409);
    expect(answer.text).not.toContain('<script>alert');
  });

  test('are named without colour codes, and so is their software', async () => {
    await staff.app.beat({ name: '&aGreen', software: '&bFancy &cWare', port: '7' });
    await staff.app.servers.flush();
    const page = await open('/admin/servers/?text=green');
    expect(page).toContain('<bdi>Fancy Ware</bdi>');
    expect(page).toContain(`aria-label="${staffMessages.many.select('Green')}"`);
    expect(page).not.toMatch(/&amp;[abc]/);
  });
});

describe('reports', () => {
  const report = (hash: string) =>
    staff.app.store.reports.addReport({
      ...{ hash, serverName: '&cBad', accountId: 1, kind: 'fake', text: '' },
      ...{ createdAt: 1, wantsEmail: false },
    });

  test('on the servers that are ticked are closed, those that came since are not', async () => {
    const first = await report(ALPHA_HASH);
    const second = await report(BRAVO_HASH);
    const page = await open('/admin/reports/');
    expect(page).toContain(`name="many-row-${ALPHA_HASH} ${first}" value="Bad"`);
    expect(page).toContain(`>${labels.show}</button>`);
    const rows = { [`${ALPHA_HASH} ${first}`]: 'Alpha', [`${BRAVO_HASH} ${second - 1}`]: 'Bravo' };
    const answer = await many('reports', 'unlist', rows);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(`Bravo: ${reports.gone}`);
    expect(await staff.app.moderation.countOpenReports()).toBe(1);
    expect((await staff.app.moderation.listMarks('unlisted')).map(({ hash }) => hash)).toEqual([
      ALPHA_HASH,
    ]);
    const rest = { [`${BRAVO_HASH} ${second}`]: 'Bravo' };
    await follow(staff.mia, await many('reports', 'close-all', rest), 'many');
    expect(await staff.app.moderation.countOpenReports()).toBe(0);
  });
});

test('bans that are ticked are removed, and one that is gone is named', async () => {
  await staff.app.moderation.addBan(COMMAND, rangeOf(NETWORK), { reason: 'x' });
  await staff.app.moderation.addBan(
    COMMAND,
    { kind: 'name', subject: 'free coins*' },
    { reason: 'x' },
  );
  const rows = { [`range ${NETWORK}`]: NETWORK, 'name free coins*': 'free coins*' };
  expect(await open('/admin/bans/')).toContain('name="many-row-name free coins*"');
  const gone = { [`server ${UNKNOWN_HASH}`]: UNKNOWN_HASH, 'odd abc': 'abc' };
  const answer = await many('bans', 'remove', { ...rows, ...gone }, 'Over');
  expect(answer.text).toContain(`${UNKNOWN_HASH}: ${bans.gone}`);
  expect(answer.text).toContain(`abc: ${bans.noKind}`);
  expect(await staff.app.moderation.listBans()).toEqual([]);
});

test('bans that were removed come back as they were', async () => {
  const { addBan, listBans } = staff.app.moderation;
  await addBan(COMMAND, rangeOf(NETWORK), { reason: 'Flood', lasts: '7d' });
  const [before] = await listBans();
  await follow(staff.mia, await many('bans', 'remove', { [`range ${NETWORK}`]: NETWORK }), 'many');
  expect(await listBans()).toEqual([]);
  await follow(staff.mia, await undo('bans'), 'many-undone');
  const { expiresAt, reason, subject } = before ?? {};
  expect(await listBans()).toMatchObject([{ expiresAt, reason, subject }]);
});

describe('accounts', () => {
  test('that are suspended already stay as they are, and the others are restored by undoing', async () => {
    const { app, mia } = staff;
    const page = await follow(
      mia,
      await many('accounts', 'suspend', { '1': 'Alice', '3': 'Sven' }),
    );
    expect(page).toContain(same(adminMessages.accounts.results.suspend(1), 1));
    await follow(mia, await undo('accounts'), 'many-undone');
    expect(await app.administration.findAccount('Alice')).toMatchObject({ suspendedAt: null });
    expect(await app.administration.findAccount('Sven')).not.toMatchObject({ suspendedAt: null });
  });

  test('that are ticked are suspended up to the end, those of staff by administrators alone', async () => {
    const { app, mia, anna } = staff;
    await app.register('Rude');
    const ids = { '6': 'Rude', '1': 'Alice', '4': 'Mia', '5': 'Anna' };
    const answer = await many('accounts', 'suspend', ids, 'Insulting name');
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(staffMessages.many.left(2, 2));
    expect(answer.text).toContain('Anna: ');
    const page = await open('/admin/accounts/?standing=suspended');
    for (const name of ['Rude', 'Alice', 'Sven']) expect(page).toContain(`>${name}</a>`);
    await app.administration.suspendAccount('Alice', 'Insulting name', '2031-02-03 14:30');
    const before = await app.administration.findAccount('Alice');
    const lifted = await follow(mia, await many('accounts', 'restore', { '1': 'Alice' }), 'many');
    expect(lifted).toContain(same(adminMessages.accounts.results.restore(1), 0));
    await follow(mia, await undo('accounts'), 'many-undone');
    const { suspensionReason, suspendedUntil } = before;
    expect(await app.administration.findAccount('Alice')).toMatchObject({
      suspensionReason,
      suspendedUntil,
    });
    await follow(mia, await many('accounts', 'restore', { '1': 'Alice' }), 'many');
    await follow(mia, await many('accounts', 'verify', { '2': 'Ulla' }), 'many');
    const own = { 'many-do': 'suspend', 'many-reason': 'x', 'many-row-4': 'Mia' };
    await follow(anna, await anna.submit('/admin/accounts/many/', own), 'many');
    expect((await mia.request('/admin/')).status).toBe(303);
  });
});

describe('words of the filter', () => {
  test('are shown with what they would hit, and saved only then', async () => {
    const page = await open('/admin/filter/?add-word=alph*+brav*+nobody');
    expect(page).toContain(filter.hits(2));
    expect(page).toContain('>Add alph*, brav*, nobody</button>');
    expect(await staff.app.moderation.listFilterWords()).toEqual([]);
    expect(page).toContain('type="hidden" name="add-word" value="alph* brav* nobody"');
    const shown = { 'add-word': 'alph* brav* nobody', 'add-reason': 'Insults' };
    await follow(staff.mia, await staff.mia.submit('/admin/filter/add/', shown), 'word-added');
    expect(await listed()).toEqual([]);
  });

  test('that cannot be words are refused before that', async () => {
    const answer = await staff.mia.request('/admin/filter/?add-word=good+a');
    expectRefused(answer, 'add-word', '&quot;a&quot;');
  });
});
