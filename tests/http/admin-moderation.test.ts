// The pages of administration about reports, bans, the word filter and the log.

import { beforeEach, describe, expect, test } from 'bun:test';
import { auditWords } from '../../src/app/facts.ts';
import { withServerName, writeDetail } from '../../src/modules/audit/audit-details.ts';
import { serverAdminDone, serverAdminMessages } from '../../src/modules/moderation/messages.ts';
import { overviewMessages } from '../../src/modules/overview/messages.ts';
import { staffMessages } from '../../src/platform/messages/messages.ts';
import { REASON_MISSING } from '../support/failures.ts';
import { openedForEach } from '../support/opened.ts';
import { ADDRESS } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH } from './sample-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp } from './staff-app.ts';

const staff = openedForEach(openStaffApp);

const open = async (path: string) => (await staff.mia.request(path)).text;
const send = (path: string, fields: Record<string, string> = {}) => staff.mia.submit(path, fields);

describe('reports', () => {
  const report = (hash = ALPHA_HASH, accountId = 1, text = 'Nobody plays there') =>
    staff.app.servers.reports.report({ accountId, address: ADDRESS }, hash, { kind: 'fake', text });
  const close = (id: string, reason = 'Warned its operator') =>
    send('/admin/reports/close/', { id, [`close-${id}-reason`]: reason });

  test('are read with who wrote them, closed with a note, and read as closed ones', async () => {
    expect(await open('/admin/reports/')).toContain(serverAdminMessages.reports.nothing.open);
    await report();
    const page = await open('/admin/reports/');
    for (const piece of [
      'Nobody plays there',
      serverAdminMessages.reports.kinds.fake,
      '>Alice</a>',
      '>Alpha</bdi>',
    ]) {
      expect(page).toContain(piece);
    }
    expect(await open('/admin/')).toContain(overviewMessages.reportsOpen(1));
    expect(await open(`/admin/servers/${ALPHA_HASH}/`)).toContain('Nobody plays there');
    expect(await follow(staff.mia, await close('1'), 'report-closed')).toContain(
      serverAdminMessages.reports.nothing.open,
    );
    const closed = await open('/admin/reports/?state=closed');
    expect(closed).toContain('Nobody plays there');
    const before = await open('/admin/reports/?state=closed&before=1');
    expect(before).not.toContain('Nobody plays there');
    const [, notes = ''] = /href="(\/admin\/audit\/\?[^"]*)"/.exec(closed) ?? [];
    expect(await open(notes)).toContain('Warned its operator');
    expect(notes).toEndWith('?action=report+closed');
    expect((await staff.readLog())[0]).toMatchObject({
      ...{ action: 'report closed', subject: ALPHA_HASH, reason: 'Warned its operator' },
      ...{
        detail: withServerName(writeDetail({ form: 'report', id: 1, about: 'fake' }), 'Alpha'),
        actor: { kind: 'account', name: 'Mia' },
      },
    });
    expect(await open('/admin/')).not.toContain(overviewMessages.reportsOpen(1));
  });

  test('are not closed without a note, and the one that was meant stays open on the page', async () => {
    await report();
    await report(BRAVO_HASH);
    const answer = await close('1', '');
    expectRefused(answer, 'close-1-reason', REASON_MISSING);
    expect(answer.text.match(/class="action panel row-action" open/g)).toHaveLength(1);
    expect(await staff.app.moderation.countOpenReports()).toBe(2);
  });

  test('are read page by page, a server each', async () => {
    const { store } = staff.app;
    for (let number = 0; number < 26; number += 1) {
      const hash = number.toString(16).padStart(32, '0');
      await store.reports.addReport({
        ...{ hash, serverName: 'Alpha', accountId: 1, kind: 'fake', text: '', createdAt: 1 },
        wantsEmail: false,
      });
    }
    expect(await open('/admin/reports/')).toContain('href="/admin/reports/?before=2"');
    const last = await open('/admin/reports/?before=2');
    expect(last).toContain('name="id" value="1"');
    expect(last).not.toContain('href="/admin/reports/?before=');
    expect(last).toContain(staffMessages.newest);
    // The action stays on this page.
    expect(last).toContain('name="before" value="2"');
    const fields = { id: '1', hash: '0'.repeat(32), before: '2' };
    const refused = await send('/admin/reports/close/', { ...fields, 'close-1-reason': '' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('name="id" value="1"');
    const closed = await send('/admin/reports/close/', { ...fields, 'close-1-reason': 'x' });
    expect(closed.headers.get('location')).toBe(
      `/admin/reports/?done=report-closed&before=2#server-${'0'.repeat(32)}`,
    );
  });

  describe('on one server', () => {
    const all = (action: 'close-all' | 'unlist', reason: string, more = {}) =>
      send(`/admin/reports/${action}/`, {
        ...{ hash: ALPHA_HASH, latest: '3', [`${action}-${ALPHA_HASH}-reason`]: reason },
        ...more,
      });

    beforeEach(async () => {
      await report();
      await report(BRAVO_HASH);
      await report(ALPHA_HASH, 2, 'Nor there');
    });

    test('stand together, the server that was reported last first', async () => {
      const page = await open('/admin/reports/');
      const ids = [...page.matchAll(/id="server-(\w+)"/g)].map(([, hash]) => hash);
      expect(ids).toEqual([ALPHA_HASH, BRAVO_HASH]);
      expect(page).toContain(serverAdminMessages.reports.openOn(2));
      expect(page).toContain(serverAdminMessages.reports.closeAll(2));
      // One report needs no form for all of them.
      expect(page).not.toContain(serverAdminMessages.reports.closeAll(1));
      expect(page.match(/action="\/admin\/reports\/unlist\/"/g)).toHaveLength(2);
    });

    test('their number is in the navigation of every page, as long as there are any', async () => {
      for (const path of ['/admin/', '/admin/bans/', `/admin/servers/${ALPHA_HASH}/`]) {
        expect(await open(path)).toContain(
          'Reports <span class="count" aria-hidden="true">3</span>',
        );
      }
      for (const id of ['1', '2', '3']) await close(id);
      expect(await open('/admin/')).not.toContain('Reports <span');
    });

    test('are closed at once, with one entry', async () => {
      const page = await follow(staff.mia, await all('close-all', 'Talked'), 'reports-closed');
      expect(page).not.toContain('Nor there');
      expect(page).toContain('>Bravo</bdi>');
      const [entry, ...others] = await staff.readLog();
      expect(entry).toMatchObject({
        ...{
          action: 'report closed',
          subject: ALPHA_HASH,
          reason: 'Talked',
          detail: withServerName(writeDetail({ form: 'reports', ids: [1, 3], more: 0 }), 'Alpha'),
        },
      });
      expect(others.filter(({ action }) => action === 'report closed')).toEqual([]);
      expect(await staff.app.moderation.listMarks('unlisted')).toEqual([]);
    });

    test('are closed and their server unlisted at once, and its operator gets the reason', async () => {
      const page = await follow(staff.mia, await all('unlist', 'Fake players'), 'reports-unlisted');
      expect(page).not.toContain('Nor there');
      expect(await staff.app.moderation.listMarks('unlisted')).toMatchObject([
        { hash: ALPHA_HASH, value: 'Fake players' },
      ]);
      expect((await staff.readLog()).slice(0, 2).map(({ action }) => action)).toEqual([
        'server unlisted',
        'report closed',
      ]);
      await staff.app.advance(1_000);
      expect((await staff.app.request('/api/servers/')).text).not.toContain(ALPHA_HASH);
      const beat = await staff.app.beat({ name: 'Alpha' });
      expect(beat).toContain('Fake players');
      await report();
      const again = await open('/admin/reports/');
      expect(again).toContain(serverAdminMessages.reports.isUnlisted);
      expect(again.match(/action="\/admin\/reports\/unlist\/"/g)).toHaveLength(1);
    });

    test.each(['close-all', 'unlist'] as const)('%s needs a reason', async (action) => {
      const answer = await all(action, '');
      expectRefused(answer, `${action}-${ALPHA_HASH}-reason`, REASON_MISSING);
      expect(await staff.app.moderation.countOpenReports()).toBe(3);
      expect(await staff.app.moderation.listMarks('unlisted')).toEqual([]);
    });

    test.each([
      ['nothing open', { latest: '3' }, true],
      ['no server', { hash: '<b>' }, false],
      ['no number', { latest: '-1' }, false],
    ])('with %s, unlisting does nothing', async (_what, fields, isClosed) => {
      if (isClosed) for (const id of ['1', '3']) await close(id);
      expect((await all('unlist', 'Fake', fields)).status).toBe(409);
      expect(await staff.app.moderation.listMarks('unlisted')).toEqual([]);
    });

    test('actions on the page of the server stay there', async () => {
      const path = `/admin/servers/${ALPHA_HASH}/`;
      expect(await open(path)).toContain(`name="from" value="${ALPHA_HASH}"`);
      const from = { from: ALPHA_HASH };
      const refused = await all('close-all', '', from);
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(`<h1>${serverAdminMessages.server.title('Alpha')}</h1>`);
      const one = { id: '1', hash: ALPHA_HASH, 'close-1-reason': 'x', ...from };
      expect((await send('/admin/reports/close/', one)).headers.get('location')).toBe(
        `${path}?done=report-closed#reports`,
      );
      const answer = await all('unlist', 'Fake', from);
      expect(answer.headers.get('location')).toBe(`${path}?done=reports-unlisted#reports`);
    });
  });
});

describe('bans', () => {
  const add = (kind: string, subject: string, fields: Record<string, string> = {}) =>
    send('/admin/bans/add/', {
      ...{ 'add-kind': kind, 'add-subject': subject, 'add-reason': 'Spam' },
      ...fields,
    });

  test.each([
    ['range', '198.51.100.0/24', '198.51.100.0/24'],
    ['name', 'BRAVO*', 'bravo*'],
    ['server', BRAVO_HASH, BRAVO_HASH],
  ])('of the kind %s (%s) count at once, and are taken back', async (kind, typed, subject) => {
    const { app, mia } = staff;
    expect(await open('/admin/bans/')).toContain(serverAdminMessages.bans.none);
    const page = await follow(mia, await add(kind, typed, { 'add-lasts': '7d' }), 'ban-added');
    expect(page).toContain(subject);
    expect(page).toContain('>8 Jan 2026, 00:01 UTC</time>');
    expect(page).toContain('>Mia</span></td>');
    const beat = () => app.beat({ name: 'Bravo', port: '25570' }, '198.51.100.2');
    expect(await beat()).toContain('Spam');
    const box = `many-row-${kind} ${subject}`;
    expect(page).toContain(`name="${box}" value="${subject}"`);
    const remove = { 'many-do': 'remove', 'many-reason': 'Sorry', [box]: subject };
    const answer = await send('/admin/bans/many/', remove);
    expect(await follow(mia, answer, 'many')).toContain(serverAdminMessages.bans.none);
    expect(await beat()).toContain(BRAVO_HASH);
    const [removed, added] = await staff.readLog();
    expect(removed).toMatchObject({
      action: 'ban removed',
      subject,
      reason: 'Sorry',
      detail: writeDetail({ form: 'ban removed', target: kind }),
    });
    expect(added).toMatchObject({ action: 'ban added', subject, reason: 'Spam' });
  });

  test('that expired say so, and give way', async () => {
    await add('range', ADDRESS, { 'add-lasts': '1h' });
    staff.app.skip(3_600_000);
    expect(await open('/admin/bans/')).toContain('expired 1 Jan 2026, 01:01');
    await follow(staff.mia, await add('range', ADDRESS));
    expect(await open('/admin/bans/')).toContain('Permanent');
  });

  test('are searched by kind, subject and reason', async () => {
    await add('range', '192.0.2.0/24', { 'add-reason': `Odd ${MARKUP}` });
    await add('name', 'free coins*');
    for (const [query, found, missing] of [
      ['kind=name', 'free coins*', '192.0.2.0'],
      ['text=odd', '192.0.2.0', 'free coins*'],
      ['text=COINS', 'free coins*', '192.0.2.0'],
    ] as const) {
      const page = await open(`/admin/bans/?${query}`);
      expect(page).toContain(`${found}</bdi>`.replace('192.0.2.0<', '192.0.2.0/24<'));
      expect(page).not.toContain(`${missing}/24</bdi>`);
      expect(page).not.toContain(`<bdi>${missing}</bdi>`);
      expect(page).not.toContain('<script>');
    }
    const none = await open('/admin/bans/?text=nothing');
    expect(none).toContain('No bans match');
    expect(none).toContain('<span>1 filter · <a href="/admin/bans/">Clear</a></span>');
    expect(none).not.toContain('class="pager"');
    expect(none).toContain('<details class="action panel danger">');
    const page = await open('/admin/bans/');
    expect(page).toContain('2 in total');
  });

  test.each([
    [{ 'add-kind': 'odd' }, 'add-kind', serverAdminMessages.bans.noKind],
    [{ 'add-subject': MARKUP }, 'add-subject', 'script'],
    [{ 'add-kind': 'server' }, 'add-subject', 'hash'],
    [{ 'add-reason': '' }, 'add-reason', REASON_MISSING],
  ] as const)('are refused with %o', async (fields, field, sentence) => {
    const answer = await add('range', '192.0.2.1', fields as unknown as Record<string, string>);
    expectRefused(answer, field, sentence);
    expect(answer.text).not.toContain('<script>');
    expect(await staff.app.moderation.listBans()).toEqual([]);
  });

  test('that are there already are a conflict at the subject, and what was typed stays', async () => {
    await add('range', ADDRESS);
    const answer = await add('range', ADDRESS, { 'add-reason': 'Once more' });
    expectRefused(answer, 'add-subject', 'already banned', 409);
    expect(answer.text).toContain('value="Once more"');
  });
});

describe('the list of tags', () => {
  const by = (path: string, fields: Record<string, string>) =>
    staff.anna.submit(`/admin/tags/${path}/`, fields);

  test('is that of a new site until administrators change it, with a reason in the log', async () => {
    const { anna, mia } = staff;
    expect((await mia.request('/admin/tags/')).status).toBe(403);
    expect((await anna.request('/admin/tags/?text=surv')).text).toContain('<bdi>survival</bdi>');
    const added = await by('add', { 'add-tag': 'Trains', 'add-reason': 'Many ask' });
    expect(await follow(anna, added, 'tag-added')).toContain('<bdi>trains</bdi>');
    await follow(anna, await by('add', { 'add-tag': 'trains' }), 'tag-known');
    const removed = await by('remove', { tag: 'lava', 'remove-lava-reason': 'Nobody plays it' });
    expect(await follow(anna, removed, 'tag-removed')).not.toContain('<bdi>lava</bdi>');
    expect((await by('remove', { tag: 'lava' })).status).toBe(409);
    expect((await staff.readLog()).slice(0, 2)).toMatchObject([
      { action: 'tag removed', subject: 'lava', reason: 'Nobody plays it' },
      { action: 'tag added', subject: 'trains', reason: 'Many ask' },
    ]);
    expect(await staff.app.servers.claims.listTags()).toContain('trains');
  });

  test('takes no markup, and no more than operators can look through', async () => {
    const { app } = staff;
    expectRefused(await by('add', { 'add-tag': MARKUP }), 'add-tag', '2 to 20 letters');
    const { length } = await app.moderation.listTags();
    for (let at = length; at < 50; at += 1) {
      await app.moderation.addTag({ kind: 'command line' }, `tag${at}`);
    }
    const full = await by('add', { 'add-tag': 'trains' });
    expectRefused(full, 'add-tag', 'There are 50 tags already', 409);
  });
});

describe('the word filter', () => {
  const add = (word: string, reason = '') =>
    send('/admin/filter/add/', { 'add-word': word, 'add-reason': reason });

  test('shows whom each word keeps out now, and lets them in again', async () => {
    const { app, mia } = staff;
    expect(await open('/admin/filter/')).toContain(serverAdminMessages.filter.none);
    await follow(mia, await add('unseen'), 'word-added');
    const page = await follow(mia, await add('alph*', 'Only a test'));
    expect(page).toContain(`href="/admin/servers/${ALPHA_HASH}/"`);
    expect(page).not.toContain(`href="/admin/servers/${BRAVO_HASH}/"`);
    await app.advance(1_000);
    expect((await app.request('/api/servers')).text).not.toContain('Alpha');
    await app.servers.flush();
    expect(await open(`/admin/servers/${ALPHA_HASH}/`)).toContain('Filtered');
    const field = `remove-${encodeURIComponent('alph*')}-reason`;
    const answer = await send('/admin/filter/remove/', { word: 'alph*', [field]: 'Too much' });
    expect(await follow(mia, answer, 'word-removed')).not.toContain('alph*');
    await app.beat();
    await app.advance(1_000);
    expect((await app.request('/api/servers')).text).toContain('Alpha');
    expect((await staff.readLog()).slice(0, 2)).toMatchObject([
      { action: 'filter word removed', subject: 'alph*', reason: 'Too much' },
      { action: 'filter word added', subject: 'alph*', reason: 'Only a test' },
    ]);
  });

  test('tells a word that was there already, and one that is gone', async () => {
    await add('spam');
    const before = await staff.readLog();
    expect(await follow(staff.mia, await add('SPAM'))).toContain(serverAdminDone['word-known']);
    expect((await send('/admin/filter/remove/', { word: 'other' })).status).toBe(409);
    expect(await staff.readLog()).toEqual(before);
  });

  test('shows words of the settings too, which are not removed here', async () => {
    await using own = await openStaffApp({ filteredWords: ['alpha'] });
    const page = (await own.mia.request('/admin/filter/')).text;
    expect(page).toContain(serverAdminMessages.filter.ofSettings);
    expect(page).not.toContain('<time');
    expect(page).toContain(`href="/admin/servers/${ALPHA_HASH}/"`);
    expect(page).not.toContain(serverAdminMessages.filter.removeSubmit);
    expect((await own.mia.submit('/admin/filter/remove/', { word: 'alpha' })).status).toBe(409);
    expect((await own.mia.request('/admin/servers/')).text).toContain('Filtered');
    expect((await own.mia.request(`/admin/servers/${ALPHA_HASH}/`)).text).toContain('Filtered');
  });

  test('is searched', async () => {
    await add('spam');
    await add('coins');
    const page = await open('/admin/filter/?text=coi');
    expect(page).toContain('<bdi>coins</bdi>');
    expect(page).not.toContain('<bdi>spam</bdi>');
  });
});

describe('the audit log', () => {
  test('is filtered by who, what and on what, and knows every action', async () => {
    await send('/admin/filter/add/', { 'add-word': 'spam', 'add-reason': MARKUP });
    await staff.app.moderation.actOnServer(
      'feature',
      { kind: 'command line' },
      ALPHA_HASH,
      'By hand',
    );
    const all = await open('/admin/audit/');
    expect(all).not.toContain('<script>');
    for (const action of auditWords.actions) expect(all).toContain(`<option value="${action}"`);
    for (const [query, found, missing] of [
      ['actor=mia', '<bdi>spam</bdi>', 'By hand'],
      ['actor=command+line&action=server+featured', 'By hand', '<bdi>spam</bdi>'],
      ['action=server+featured', 'By hand', '<bdi>spam</bdi>'],
      // As links from before 1.1 have it.
      ['act=server+featured', '<option value="server featured" selected>', '<bdi>spam</bdi>'],
      [`subject=${ALPHA_HASH}`, 'By hand', '<bdi>spam</bdi>'],
      ['subject=spam', '<bdi>spam</bdi>', 'By hand'],
    ] as const) {
      const page = await open(`/admin/audit/?${query}`);
      expect(page).toContain(found);
      expect(page).not.toContain(missing);
    }
    expect(await open('/admin/audit/?actor=nobody')).toContain('No entries match');
  });

  test('says that there is no such action, and keeps what was asked', async () => {
    const answer = await staff.mia.request('/admin/audit/?action=hug&actor=Mia');
    expectRefused(answer, 'action', 'There is no action');
    expect(answer.text).toContain('value="Mia"');
  });

  test('is read page by page, and cannot be written', async () => {
    const { moderation } = staff.app;
    for (let number = 0; number < 101; number += 1) {
      await moderation.actOnServer(
        'country',
        { kind: 'command line' },
        ALPHA_HASH,
        `${number}`,
        'NZ',
      );
    }
    const first = await open('/admin/audit/?action=country+set');
    const [, next = ''] = /href="(\/admin\/audit\/\?[^"]*before=\d+)"/.exec(first) ?? [];
    const last = await open(next.replaceAll('&amp;', '&'));
    expect(last.match(/<tr>/g)).toHaveLength(2);
    expect(last).not.toContain('before=');
    expect((await staff.anna.submit('/admin/audit/', {})).status).toBe(405);
  });
});

describe('the frame', () => {
  test('links to every page that the reader may open, and to no other', async () => {
    const paths = (page: string) => {
      const [navigation = ''] = /<nav class="sections".*?<\/nav>/s.exec(page) ?? [];
      return [...navigation.matchAll(/href="(\/admin\/[^"]*)"/g)].map(([, path]) => path ?? '');
    };
    const moderators = paths(await open('/admin/'));
    const administrators = paths((await staff.anna.request('/admin/')).text);
    expect(administrators.filter((path) => !moderators.includes(path))).toEqual([
      ...['/admin/tags/', '/admin/site/', '/admin/notice/', '/admin/webhooks/', '/admin/mail/'],
      '/admin/doctor/',
    ]);
    expect(administrators).toHaveLength(moderators.length + 6);
    for (const path of moderators) {
      const page = await staff.mia.request(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`href="${path}" aria-current="page"`);
    }
  });

  test('repeats nothing that stands in an address but known words', async () => {
    for (const done of ['<script>', 'constructor', '__proto__']) {
      const page = await open(`/admin/bans/?done=${encodeURIComponent(done)}`);
      expect(page).not.toContain('role="status"');
    }
    expect(await open('/admin/bans/?done=ban-added')).toContain(serverAdminDone['ban-added']);
  });

  test('tells no success beside what is wrong', async () => {
    const requested = await staff.mia.request('/admin/audit/?action=hug&done=ban-added');
    const sent = await send('/admin/bans/add/?done=ban-added', { 'add-kind': 'odd' });
    for (const { text } of [requested, sent]) {
      expect(text).toContain('role="alert"');
      expect(text).not.toContain(serverAdminDone['ban-added']);
    }
  });
});
