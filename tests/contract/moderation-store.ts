// What every store of decisions about servers and addresses must do.

import { expect, test } from 'bun:test';
import { banOf, entryOf, MODERATOR, rangeOf } from '../support/moderation-samples.ts';
import { type OpenFresh, refusalOf, sampleHash, sampleServer, sampleTime } from './fresh-stores.ts';

const entry = entryOf();

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeModerationStore(openFresh: OpenFresh): void {
  test('in a new store nothing was decided', async () => {
    using stores = openFresh();
    const { moderation } = stores;
    expect(await moderation.listMarks('featured')).toEqual([]);
    expect(await moderation.listBans()).toEqual([]);
    expect(await moderation.listMarks('unlisted')).toEqual([]);
    expect(await moderation.listMarks('country')).toEqual([]);
    expect(await moderation.listFilterWords()).toEqual([]);
  });

  test('featuring returns whether it changed anything', async () => {
    using stores = openFresh();
    expect(await stores.moderation.setMark('featured', sampleHash(1), entry)).toBe(true);
    expect(await stores.moderation.setMark('featured', sampleHash(1), entry)).toBe(false);
    expect(await stores.moderation.setMark('featured', sampleHash(2), entry)).toBe(true);
    expect(await stores.moderation.listMarks('featured')).toEqual([
      { hash: sampleHash(1), value: '', setAt: entry.at },
      { hash: sampleHash(2), value: '', setAt: entry.at },
    ]);
    expect(await stores.moderation.removeMark('featured', sampleHash(1), entry)).toBe(true);
    expect(await stores.moderation.removeMark('featured', sampleHash(1), entry)).toBe(false);
    expect(await stores.moderation.listMarks('featured')).toMatchObject([{ hash: sampleHash(2) }]);
  });

  test('a server stays featured while it is away', async () => {
    using stores = openFresh();
    const server = sampleServer();
    await stores.servers.saveBatch({ saved: [server], removed: [], aliveAt: 1 });
    await stores.moderation.setMark('featured', server.hash, entry);
    await stores.servers.saveBatch({ saved: [], removed: [server], aliveAt: 2 });
    expect(await stores.moderation.listMarks('featured')).toMatchObject([{ hash: server.hash }]);
  });

  test('bans come back as they were made, oldest first, in the order made within a moment', async () => {
    using stores = openFresh();
    const late = banOf('203.0.113.7/32', 'late', { createdAt: sampleTime + 1 });
    const first = banOf('*spam*', 'first', {
      ...{ kind: 'name', createdAt: sampleTime, author: MODERATOR },
    });
    const second = banOf(sampleHash(3), 'second', {
      ...{ kind: 'server', createdAt: sampleTime, expiresAt: sampleTime + 9 },
    });
    for (const each of [late, first, second]) await stores.moderation.addBan(each, entry);
    expect(await stores.moderation.listBans()).toEqual([first, second, late]);
  });

  test('the same is banned once: the second ban is a conflict and keeps the first reason', async () => {
    using stores = openFresh();
    const first = banOf('203.0.113.7/32', 'first', { createdAt: sampleTime });
    await stores.moderation.addBan(first, entry);
    const again = { ...first, reason: 'another reason' };
    expect(await refusalOf(stores.moderation.addBan(again, entry))).toMatchObject({
      kind: 'conflict',
      message: 'The range 203.0.113.7/32 is already banned.',
    });
    expect(await stores.moderation.listBans()).toEqual([first]);
  });

  test('what is banned in one way can be banned in another', async () => {
    using stores = openFresh();
    const hash = sampleHash(1);
    const server = banOf(hash, 'as a server', { kind: 'server' });
    const name = banOf(hash, 'as a name', { kind: 'name' });
    await stores.moderation.addBan(server, entry);
    await stores.moderation.addBan(name, entry);
    expect(await stores.moderation.removeBan(server, entry)).toBe(true);
    expect(await stores.moderation.listBans()).toEqual([name]);
  });

  test('an expired ban gives way to a new one, and one that still counts does not', async () => {
    using stores = openFresh();
    const old = banOf('203.0.113.7/32', 'old', { createdAt: 1, expiresAt: 100 });
    await stores.moderation.addBan(old, entry);
    const early = { ...old, reason: 'early', createdAt: 99, expiresAt: null };
    expect(await refusalOf(stores.moderation.addBan(early, entry))).toMatchObject({
      kind: 'conflict',
    });
    const later = { ...early, reason: 'later', createdAt: 100 };
    await stores.moderation.addBan(later, entry);
    expect(await stores.moderation.listBans()).toEqual([later]);
  });

  test('lifting a ban returns whether there was one', async () => {
    using stores = openFresh();
    await stores.moderation.addBan(banOf('203.0.113.7/32', 'x'), entry);
    expect(await stores.moderation.removeBan(rangeOf('203.0.113.0/24'), entry)).toBe(false);
    expect(await stores.moderation.removeBan(rangeOf('203.0.113.7/32'), entry)).toBe(true);
    expect(await stores.moderation.removeBan(rangeOf('203.0.113.7/32'), entry)).toBe(false);
    expect(await stores.moderation.listBans()).toEqual([]);
  });

  test('an unlisted server keeps when it was unlisted, and takes a new reason', async () => {
    using stores = openFresh();
    const { moderation } = stores;
    const late = { hash: sampleHash(1), value: 'late', setAt: 20 };
    const early = { hash: sampleHash(2), value: 'early', setAt: 10 };
    for (const { hash, value, setAt } of [late, early, { ...late, value: 'other', setAt: 30 }]) {
      const unlisted = await moderation.setMark('unlisted', hash, { ...entry, at: setAt }, value);
      expect(unlisted).toBe(true);
    }
    expect(await moderation.listMarks('unlisted')).toEqual([early, { ...late, value: 'other' }]);
    expect(await moderation.removeMark('unlisted', late.hash, entry)).toBe(true);
    expect(await moderation.removeMark('unlisted', late.hash, entry)).toBe(false);
    expect(await moderation.listMarks('unlisted')).toEqual([early]);
  });

  test('a server has one country set by hand, the last one', async () => {
    using stores = openFresh();
    const { moderation } = stores;
    await moderation.setMark('country', sampleHash(1), entry, 'NZ');
    await moderation.setMark('country', sampleHash(1), entry, 'DE');
    expect(await moderation.listMarks('country')).toEqual([
      { hash: sampleHash(1), value: 'DE', setAt: 0 },
    ]);
    expect(await moderation.removeMark('country', sampleHash(1), entry)).toBe(true);
    expect(await moderation.removeMark('country', sampleHash(1), entry)).toBe(false);
    expect(await moderation.listMarks('country')).toEqual([]);
  });

  test('a word stands in the filter once, as it was typed first', async () => {
    using stores = openFresh();
    const { moderation } = stores;
    const word = { key: 'bad', word: 'b4d', addedAt: 5 };
    expect(await moderation.addFilterWord(word, entry)).toBe(true);
    expect(await moderation.addFilterWord({ ...word, word: 'BAD' }, entry)).toBe(false);
    expect(await moderation.addFilterWord({ key: 'ant', word: 'ant', addedAt: 6 }, entry)).toBe(
      true,
    );
    expect((await moderation.listFilterWords()).map((each) => each.word)).toEqual(['ant', 'b4d']);
    expect(await moderation.removeFilterWord('bad', entry)).toBe(true);
    expect(await moderation.removeFilterWord('bad', entry)).toBe(false);
  });
}
