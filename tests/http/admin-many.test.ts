// What moderators do to many things at once: how many clicks and typed fields it takes, and what one that changed meanwhile leaves.

import { describe, expect, test } from 'bun:test';
import { stripColourCodes } from '../../src/lib/colour-codes.ts';
import { md5Hex } from '../../src/lib/digest.ts';
import { adminMessages, serverAdminMessages } from '../../src/messages/messages.ts';
import { COMMAND, rangeOf } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import type { Answer } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, UNKNOWN_HASH } from './sample-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp } from './staff-app.ts';

const { servers, reports, bans, filter } = serverAdminMessages;
const NETWORK = '45.9.148.0/24';

const staff = openedForEach(openStaffApp);

const open = async (path: string) => (await staff.mia.request(path)).text;

/** The names in the public list. */
async function listed(): Promise<string[]> {
  await staff.app.advance(1_000);
  const list = (await staff.app.request('/api/servers')).json() as { servers: { name: string }[] };
  return list.servers.map(({ name }) => stripColourCodes(name));
}

const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => {
    return { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }[name] ?? '';
  });
const attribute = (tag: string, name: string) =>
  decode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** A hand that clicks and types on pages as they are without scripts, and counts both. */
function createHand() {
  let text = '';
  let path = '';
  const typed = new Map<string, string>();
  const ticked = new Map<string, string>();
  const count = { clicks: 0, reasons: 0, others: 0 };

  async function show(to: string, answer?: Answer): Promise<void> {
    let got = answer ?? (await staff.mia.request(to));
    path = to;
    while (got.status === 303) {
      path = got.headers.get('location') ?? '';
      got = await staff.mia.request(path);
    }
    text = got.text;
    typed.clear();
    ticked.clear();
  }

  const tag = (pattern: RegExp) => {
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) throw new Error(`Nothing on the page fits ${pattern}`);
    return found;
  };

  return {
    count,
    show,
    text: () => text,
    async follow(href: string) {
      count.clicks += 1;
      tag(new RegExp(`<a [^>]*href="${href}"`));
      await show(href);
    },
    tick(name: string) {
      count.clicks += 1;
      const all = text.match(/<input type="checkbox"[^>]*>/g) ?? [];
      const box = all.find((each) => attribute(each, 'value').includes(name)) ?? '';
      expect(attribute(box, 'form')).toBe('many');
      ticked.set(attribute(box, 'name'), attribute(box, 'value'));
    },
    type(field: string, value: string) {
      count[field.endsWith('reason') ? 'reasons' : 'others'] += 1;
      tag(new RegExp(`<input type="text"[^>]*name="${field}"[^>]*>`));
      typed.set(field, value);
    },
    async press(label: string) {
      count.clicks += 1;
      const at = text.indexOf(`>${label}</button>`);
      expect(at, label).toBeGreaterThan(-1);
      const start = text.lastIndexOf('<form', at);
      const form = text.slice(start, at);
      const button = form.slice(form.lastIndexOf('<button'));
      const fields = new Map<string, string>();
      for (const [input] of form.matchAll(/<input [^>]*>/g)) {
        const name = attribute(input, 'name');
        if (attribute(input, 'type') === 'hidden') fields.set(name, attribute(input, 'value'));
        const value = typed.get(name);
        if (value !== undefined) fields.set(name, value);
      }
      if (attribute(form, 'id') === 'many') for (const box of ticked) fields.set(...box);
      const name = attribute(button, 'name');
      if (name !== '') fields.set(name, attribute(button, 'value'));
      const action = attribute(form, 'action');
      const sent = Object.fromEntries(fields);
      if (attribute(form, 'method') === 'get') {
        await show(`${action}?${new URLSearchParams(sent)}`);
      } else {
        await show(path, await staff.mia.submit(action, sent));
      }
    },
  };
}

const many = (page: string, button: string, rows: Record<string, string>, reason = 'Spam') =>
  staff.mia.submit(`/admin/${page}/many/`, {
    ...{ 'many-do': button, 'many-reason': reason },
    ...Object.fromEntries(Object.entries(rows).map(([id, name]) => [`many-row-${id}`, name])),
  });

test('thirty servers of one network and ten insulting names are gone after six clicks and two reasons', async () => {
  const { app } = staff;
  for (let number = 1; number <= 60; number += 1) {
    const isSpam = number % 2 === 0;
    const address = isSpam ? `45.9.148.${number}` : `198.18.${number}.7`;
    const name = isSpam ? `Free &aranks ${number}` : `Honest ${number}`;
    await app.beat({ name, users: `${(number * 7) % 20}`, port: `${2_000 + number}` }, address);
  }
  for (let number = 1; number <= 10; number += 1) {
    const insult = ['idiots', 'M0r0n', 'l.o.s.e.r', 'dumbhead'][number % 4];
    await app.beat({ name: `&c${insult} nr ${number}` }, `198.19.${number}.7`);
  }
  await app.servers.flush();
  expect(await listed()).toHaveLength(72);

  const hand = createHand();
  await hand.show('/admin/');
  await hand.follow('/admin/servers/');
  hand.tick(servers.network(NETWORK, 30));
  hand.type('many-reason', 'Spam');
  await hand.press(servers.banAddresses);
  expect(hand.text()).toContain(adminMessages.done.many);
  expect(hand.text()).not.toContain('ranks');
  await hand.follow('/admin/filter/');
  hand.type('add-word', 'idiots moron loser dumb*');
  await hand.press(filter.preview);
  expect(hand.text()).toContain(filter.hits(10));
  expect(await listed()).toHaveLength(42);
  hand.type('add-reason', 'Insults');
  await hand.press(filter.addSubmit(['idiots', 'moron', 'loser', 'dumb*']));

  expect(hand.count).toEqual({ clicks: 6, reasons: 2, others: 1 });
  const left = await listed();
  expect(left).toHaveLength(32);
  expect(left.filter((name) => !/^(Honest|Alpha|Bravo)/.test(name))).toEqual([]);
  const log = await staff.readLog();
  expect(log.filter(({ action }) => action === 'server banned')).toHaveLength(30);
  expect(log.filter(({ action }) => action === 'filter word added')).toHaveLength(4);

  const hash = md5Hex('45.9.148.2:2002');
  const page = await open(`/admin/servers/${hash}/`);
  expect(page).toContain('<h1>Server Free ranks 2</h1>');
  expect(page).toMatch(/<dt>Status<\/dt><dd>Banned by 45\.9\.148\.0\/24<\/dd>/);
  expect(page).toContain('Banned by 45.9.148.0/24: Free ranks 2');
  expect(await app.beat({ port: '2002' }, '45.9.148.2')).toContain('Spam');
});

describe('servers', () => {
  const alpha = { [`${ALPHA_HASH} 203.0.113.7`]: 'Alpha' };
  const bravo = { [`${BRAVO_HASH} 198.51.100.2`]: 'Bravo' };

  test('that are ticked are unlisted with the reason, and listed again', async () => {
    const answer = await many('servers', 'unlist', { ...alpha, ...bravo });
    await follow(staff.mia, answer, 'many');
    expect(await listed()).toEqual([]);
    expect((await staff.app.moderation.listUnlisted()).map(({ reason }) => reason)).toEqual([
      ...['Spam', 'Spam'],
    ]);
    await follow(staff.mia, await many('servers', 'relist', alpha), 'many');
    await follow(staff.mia, await many('servers', 'relist', { ...alpha, ...bravo }), 'many');
    expect(await staff.app.moderation.listUnlisted()).toEqual([]);
  });

  test('of which one was banned meanwhile: it is named, and the others are banned', async () => {
    await staff.app.moderation.addBan(COMMAND, rangeOf('203.0.113.7'), { reason: 'Before' });
    const answer = await many('servers', 'ban', { ...alpha, ...bravo });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(adminMessages.many.left(1, 1));
    expect(answer.text).toContain('Alpha: The range 203.0.113.7/32 is already banned.');
    expect((await staff.app.moderation.listBans()).map(({ reason }) => reason)).toEqual([
      ...['Before', 'Spam'],
    ]);
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
    expect((await staff.app.moderation.listUnlisted()).map(({ hash }) => hash)).toEqual([
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
      expect(answer.text).toContain(adminMessages.many.nothingTicked);
    }
    const answer = await many('servers', 'unlist', { odd: MARKUP });
    expect(answer.status).toBe(409);
    expect(answer.text).not.toContain('<script>alert');
  });

  test('are named without colour codes, and so is their software', async () => {
    await staff.app.beat({ name: '&aGreen', software: '&bFancy &cWare', port: '7' });
    await staff.app.servers.flush();
    const page = await open('/admin/servers/?text=green');
    expect(page).toContain('<bdi>Fancy Ware</bdi>');
    expect(page).toContain(`aria-label="${adminMessages.many.select('Green')}"`);
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
    expect(page).toContain(`>${adminMessages.show}</button>`);
    const rows = { [`${ALPHA_HASH} ${first}`]: 'Alpha', [`${BRAVO_HASH} ${second - 1}`]: 'Bravo' };
    const answer = await many('reports', 'unlist', rows);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(`Bravo: ${reports.gone}`);
    expect(await staff.app.moderation.countOpenReports()).toBe(1);
    expect((await staff.app.moderation.listUnlisted()).map(({ hash }) => hash)).toEqual([
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

describe('accounts', () => {
  test('that are ticked are suspended up to the end, those of staff by administrators alone', async () => {
    const { app, mia, anna } = staff;
    await app.register('Rude');
    const ids = { '6': 'Rude', '1': 'Alice', '4': 'Mia', '5': 'Anna' };
    const answer = await many('accounts', 'suspend', ids, 'Insulting name');
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(adminMessages.many.left(2, 2));
    expect(answer.text).toContain('Anna: ');
    const page = await open('/admin/accounts/?standing=suspended');
    for (const name of ['Rude', 'Alice', 'Sven']) expect(page).toContain(`>${name}</a>`);
    await follow(mia, await many('accounts', 'restore', { '1': 'Alice' }), 'many');
    await follow(mia, await many('accounts', 'verify', { '2': 'Ulla' }), 'many');
    const own = { 'many-do': 'suspend', 'many-reason': 'x', 'many-row-4': 'Mia' };
    await follow(anna, await anna.submit('/admin/accounts/many/', own), 'many');
    expect((await mia.request('/admin/')).status).toBe(303);
  });

  test('keep their ticks where the end cannot be read, which is told once', async () => {
    const answer = await staff.mia.submit('/admin/accounts/many/', {
      ...{ 'many-do': 'suspend', 'many-reason': 'x', 'many-until': 'soon' },
      ...{ 'many-row-1': 'Alice', 'many-row-2': 'Ulla' },
    });
    expectRefused(answer, 'many-until', 'soon');
    expect(answer.text).toMatch(/value="Alice"[^>]* checked/);
  });
});

describe('words of the filter', () => {
  test('are shown with what they would hit, and saved only then', async () => {
    const page = await open('/admin/filter/?add-word=alph*+brav*+nobody');
    expect(page).toContain(filter.hits(2));
    expect(page).toContain('>Add alph*, brav*, nobody</button>');
    expect(await staff.app.moderation.listFilterWords()).toEqual([]);
  });

  test('that cannot be words are refused before that', async () => {
    const answer = await staff.mia.request('/admin/filter/?add-word=good+a');
    expectRefused(answer, 'add-word', '&quot;a&quot;');
  });
});
