// What every store of the notes of staff must do.

import { expect, test } from 'bun:test';
import { type OpenFresh, openWithTwo, sampleHash } from './fresh-stores.ts';
import { moveOf, openKeyed } from './heartbeat-key-store.ts';

const HASH = sampleHash(1);
const noteOf = (text: string) => ({ authorId: 2, authorName: 'Bob', text, createdAt: 7 });
const entryOf = (action: string) => ({
  at: 9,
  actor: { kind: 'account' as const, id: 2, name: 'Bob' },
  action,
  subject: 'Alice',
  reason: '',
  detail: '',
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeStaffNoteStore(openFresh: OpenFresh): void {
  test.each([1, HASH])(
    'notes about %p are listed, the newest first, and removed',
    async (about) => {
      using stores = await openWithTwo(openFresh);
      const { staffNotes, audit } = stores;
      const add = (text: string) =>
        staffNotes.addNote(about, noteOf(text), 2, entryOf('note added'));
      expect(await add('One.')).toBe(true);
      expect(await add('Two.')).toBe(true);
      // The limit.
      expect(await add('Three.')).toBe(false);
      const other = about === 1 ? 2 : sampleHash(2);
      expect(await staffNotes.listNotes(other)).toEqual([]);
      const [two, one] = await staffNotes.listNotes(about);
      expect(two).toEqual({ id: Number(two?.id), ...noteOf('Two.') });
      expect(one).toMatchObject(noteOf('One.'));
      const remove = (from: number | string) =>
        staffNotes.removeNote(from, Number(one?.id), entryOf('note removed'));
      expect(await remove(other)).toBe(false);
      expect(await remove(about)).toBe(true);
      expect(await remove(about)).toBe(false);
      expect(await staffNotes.listNotes(about)).toMatchObject([{ text: 'Two.' }]);
      const logged = await audit.listActions({ limit: 9 });
      expect(logged.map(({ action }) => action)).toEqual([
        'note removed',
        'note added',
        'note added',
      ]);
    },
  );

  test('notes end with the account that they are about, and outlive their author', async () => {
    using stores = await openWithTwo(openFresh);
    const { staffNotes, accounts } = stores;
    const add = (about: number | string) =>
      staffNotes.addNote(about, noteOf('One.'), 9, entryOf('note added'));
    await add(1);
    await add(HASH);
    await accounts.deleteAccount(2);
    expect(await staffNotes.listNotes(1)).toHaveLength(1);
    expect(await staffNotes.listNotes(HASH)).toHaveLength(1);
    await accounts.deleteAccount(1);
    expect(await staffNotes.listNotes(1)).toEqual([]);
    expect(await add(1)).toBe(false);
  });

  test('the copy of the data of an account has the notes that it wrote, and none about it', async () => {
    using stores = await openWithTwo(openFresh);
    const { staffNotes, accounts, registration } = stores;
    await staffNotes.addNote(1, noteOf('One.'), 9, entryOf('note added'));
    await staffNotes.addNote(HASH, noteOf('Two.'), 9, entryOf('note added'));
    const [alice, bob] = [await accounts.findAccountById(1), await accounts.findAccountById(2)];
    if (alice === undefined || bob === undefined) throw new Error('There are two accounts.');
    expect(await registration.readEverything(alice)).toMatchObject({
      account_notes: [],
      server_notes: [],
    });
    expect(await registration.readEverything(bob)).toMatchObject({
      account_notes: [{ text: 'One.', subject_id: 1 }],
      server_notes: [{ text: 'Two.', hash: HASH }],
    });
  });

  test('notes follow a server that moves', async () => {
    using stores = await openKeyed(openFresh);
    const { staffNotes, claims } = stores;
    const { from, to } = moveOf();
    await staffNotes.addNote(from, noteOf('One.'), 9, entryOf('note added'));
    expect(await claims.moveServer(moveOf())).toBe('moved');
    expect(await staffNotes.listNotes(from)).toEqual([]);
    expect(await staffNotes.listNotes(to)).toMatchObject([noteOf('One.')]);
  });
}
