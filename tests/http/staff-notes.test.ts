// Notes of staff: who reads and writes them, their limits, and that nobody else ever sees one.

import { beforeEach, describe, expect, test } from 'bun:test';
import { noteFailures, noteMessages } from '../../src/modules/staff-notes/messages.ts';
import { MAX_NOTE_LENGTH, MAX_NOTES } from '../../src/modules/staff-notes/staff-notes.ts';
import { inputFailures, labels, staffMessages } from '../../src/platform/messages/messages.ts';
import { openedForEach } from '../support/opened.ts';
import type { Browser } from '../support/test-app.ts';
import { ALPHA_HASH } from './sample-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp } from './staff-app.ts';

const longText = ({ label }: { label: string }, most: number) =>
  inputFailures.long(label, most + 1, most);
const staff = openedForEach(openStaffApp);
const SERVER = `/admin/servers/${ALPHA_HASH}/`;
let player = '';
beforeEach(async () => {
  player = await pageOf('Alice');
});

const pageOf = async (name: string) =>
  `/admin/accounts/${(await staff.app.administration.findAccount(name)).id}/`;
const write = (by: Browser, page: string, text: string) =>
  by.submit(`${page}note-add/`, { 'note-add-text': text });
const remove = (by: Browser, page: string, id: number, reason = '') =>
  by.submit(`${page}note-remove/`, { id: `${id}`, [`note-remove-${id}-reason`]: reason });
const idsOn = async (by: Browser, page: string) =>
  [...(await by.request(page)).text.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) =>
    Number(id),
  );

test('a page whose notes cannot be read shows the rest, and a sentence', async () => {
  const { app, mia } = staff;
  app.store.staffNotes.listNotes = () => Promise.reject(new Error('kept secret'));
  for (const page of [player, SERVER]) {
    const { status, text } = await mia.request(page);
    expect([status, text.includes('kept secret')]).toEqual([200, false]);
    expect(text).toContain(staffMessages.partFailed);
    expect(text).toContain(`<h2>${labels.actions}</h2>`);
  }
  expect(app.heard.unknown).toHaveLength(2);
});

describe('a note', () => {
  test.each(['account', 'server'])(
    'about an %s is read by staff with author and time, and removed',
    async (about) => {
      const { mia, anna, readLog } = staff;
      const page = about === 'account' ? player : SERVER;
      const shown = await follow(mia, await write(mia, page, `Two\nlines ${MARKUP}`));
      expect(shown).toContain(noteMessages.done['note-add']);
      expect(shown).not.toContain(MARKUP);
      expect((await anna.request(page)).text).toMatch(/Two\s+lines &lt;script/);
      const [id = 0] = await idsOn(mia, page);
      const left = await follow(mia, await remove(mia, page, id, 'It is settled.'));
      expect(left).toContain(noteMessages.done['note-remove']);
      expect(left).not.toContain('lines &lt;');
      const subject = about === 'account' ? 'Alice' : ALPHA_HASH;
      const actor = { name: 'Mia' };
      const detail = about === 'account' ? '' : expect.stringContaining('Alpha');
      expect((await readLog()).slice(0, 2)).toMatchObject([
        { action: 'note removed', subject, actor, reason: 'It is settled.', detail },
        { action: 'note added', subject, actor, reason: '', detail },
      ]);
    },
  );

  test('about a server needs one that was seen here, has a claim or is banned', async () => {
    const { app, mia } = staff;
    const hash = 'f0'.repeat(16);
    const page = `/admin/servers/${hash}/`;
    const refused = await write(mia, page, 'One.');
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(noteFailures.unknown),
    ]);
    expect(await app.store.staffNotes.listNotes(hash)).toEqual([]);
    const target = { kind: 'server', subject: hash } as const;
    await app.moderation.addBan({ kind: 'command line' }, target, { reason: 'Spam' });
    await follow(mia, await write(mia, page, 'One.'));
    expect(await app.store.staffNotes.listNotes(hash)).toHaveLength(1);
  });

  test('is in the language of the reader', async () => {
    const answer = await staff.mia.request(player, { headers: { 'accept-language': 'de' } });
    expect(answer.text).toContain('Interne Notizen');
  });

  test('is removed by its author and by administrators alone', async () => {
    const { app, mia, anna } = staff;
    await app.register('Moe', { role: 'moderator' });
    const moe = await app.loggedIn('Moe');
    await write(mia, player, 'One.');
    const [id = 0] = await idsOn(mia, player);
    expect(await idsOn(moe, player)).toEqual([]);
    const refused = await remove(moe, player, id);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain(noteFailures.notYours);
    await follow(anna, await remove(anna, player, id));
    expect((await remove(anna, player, id)).text).toContain(noteFailures.gone);
  });

  test('on staff is for administrators alone', async () => {
    const { mia, anna } = staff;
    const page = await pageOf('Mia');
    await follow(anna, await write(anna, page, 'A-secret-note.'));
    expect((await mia.request(page)).text).not.toContain('A-secret-note.');
    expect((await write(mia, page, 'Mine.')).status).toBe(403);
  });

  test('is for nobody else: not for players, not in the copy of the data', async () => {
    const { app, mia } = staff;
    await write(mia, player, 'A-secret-note.');
    await write(mia, SERVER, 'A-secret-note.');
    const alice = await app.loggedIn('Alice');
    expect((await write(alice, player, 'Mine.')).status).toBe(404);
    for (const path of ['/player/Alice/', `/server/play/${ALPHA_HASH}/`, '/acc/']) {
      expect((await alice.request(path)).text).not.toContain('A-secret-note.');
    }
  });
});

describe('the limits of notes:', () => {
  test.each([
    ['an empty note', ' \n ', noteFailures.text.missing],
    ['a long note', 'x'.repeat(MAX_NOTE_LENGTH + 1), longText(noteFailures.text, MAX_NOTE_LENGTH)],
  ])('%s is refused at its field', async (_, text, sentence) => {
    const answer = await write(staff.mia, player, text);
    expectRefused(answer, 'note-add-text', sentence);
    expect(answer.text).toContain(`${text}</textarea>`);
    await follow(staff.mia, await write(staff.mia, player, 'x'.repeat(MAX_NOTE_LENGTH)));
  });

  test('more than fifty about one account are refused, and the text stays in the field', async () => {
    const { mia } = staff;
    for (let number = 0; number < MAX_NOTES; number += 1) {
      expect((await write(mia, player, `Note ${number}.`)).status).toBe(303);
    }
    const answer = await write(mia, player, 'One more.');
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(noteFailures.full(MAX_NOTES));
    expect(answer.text).toContain('One more.</textarea>');
    await follow(mia, await write(mia, SERVER, 'Elsewhere.'));
  });
});
