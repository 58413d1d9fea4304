// What every store of the audit log must do. Entries are written by the repositories that make the changes.

import { describe, expect, test } from 'bun:test';
import { writeDetail } from '../../src/modules/audit/audit-details.ts';
import type { AuditQuery } from '../../src/modules/audit/audit-log.ts';
import { banOf, COMMAND, entryOf, MODERATOR, rangeOf } from '../support/moderation-samples.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  refusalOf,
  sampleHash,
} from './fresh-stores.ts';

const ALL = { limit: 100 };

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeAuditLog(openFresh: OpenFresh): void {
  test('an entry comes back as it was written, by any actor', async () => {
    using stores = openFresh();
    const byCommand = entryOf({ at: 10, subject: sampleHash(1), reason: 'a "reason"' });
    const byModerator = entryOf({
      ...{ at: 20, actor: MODERATOR, action: 'ban added', subject: '*spam*', detail: 'name' },
    });
    await stores.moderation.setMark('featured', sampleHash(1), byCommand);
    await stores.moderation.addBan(banOf('*spam*', 'x', { kind: 'name' }), byModerator);
    expect(await stores.audit.listActions(ALL)).toEqual([
      { id: 2, ...byModerator },
      { id: 1, ...byCommand },
    ]);
  });

  test('each action of moderation that changed something is logged, and no other', async () => {
    using stores = openFresh();
    const { moderation, audit } = stores;
    const hash = sampleHash(1);
    const word = { key: 'bad', word: 'bad', addedAt: 1 };
    const actions: (() => Promise<unknown>)[] = [
      () => moderation.setMark('featured', hash, entryOf({ action: 'server featured' })),
      () => moderation.removeMark('featured', hash, entryOf({ action: 'server unfeatured' })),
      () => moderation.addBan(banOf('10.0.0.0/8', 'x'), entryOf({ action: 'ban added' })),
      () => moderation.removeBan(rangeOf('10.0.0.0/8'), entryOf({ action: 'ban removed' })),
      () => moderation.setMark('unlisted', hash, entryOf({ action: 'server unlisted' }), 'x'),
      () => moderation.removeMark('unlisted', hash, entryOf({ action: 'server relisted' })),
      () => moderation.setMark('country', hash, entryOf({ action: 'country set' }), 'NZ'),
      () => moderation.removeMark('country', hash, entryOf({ action: 'country reset' })),
      () => moderation.addFilterWord(word, entryOf({ action: 'filter word added' })),
      () => moderation.removeFilterWord('bad', entryOf({ action: 'filter word removed' })),
    ];
    for (const action of actions) await action();
    const logged = (await audit.listActions(ALL)).map(({ action }) => action);
    expect(logged.toReversed()).toEqual([
      ...(['server featured', 'server unfeatured', 'ban added', 'ban removed'] as const),
      ...(['server unlisted', 'server relisted', 'country set', 'country reset'] as const),
      ...(['filter word added', 'filter word removed'] as const),
    ]);

    const ban = banOf('10.0.0.0/8', 'x');
    await moderation.addBan(ban, entryOf());
    await refusalOf(moderation.addBan(ban, entryOf()));
    await moderation.removeMark('featured', hash, entryOf());
    await moderation.removeBan(rangeOf('10.0.0.0/8'), entryOf());
    await moderation.removeMark('unlisted', hash, entryOf());
    await moderation.removeMark('country', hash, entryOf());
    await moderation.removeFilterWord('bad', entryOf());
    // But for the ban and its end.
    expect(await audit.listActions(ALL)).toHaveLength(logged.length + 2);
  });

  test('is read in pages, newest first', async () => {
    using stores = openFresh();
    for (let number = 1; number <= 5; number += 1) {
      await stores.moderation.setMark(
        'featured',
        sampleHash(number),
        entryOf({ subject: `${number}` }),
      );
    }
    const subjects = async (query: { beforeId?: number; limit: number }) =>
      (await stores.audit.listActions(query)).map(({ subject }) => subject).join('');
    expect(await subjects({ limit: 2 })).toBe('54');
    expect(await subjects({ limit: 2, beforeId: 4 })).toBe('32');
    expect(await subjects({ limit: 2, beforeId: 2 })).toBe('1');
    expect(await subjects({ limit: 2, beforeId: 1 })).toBe('');
  });

  describe('of accounts that were renamed', () => {
    /** Writes entries about accounts; `Ann > Bea` is a rename by Mia. */
    async function write(stores: FreshStores, lines: readonly string[]): Promise<void> {
      for (const [index, line] of lines.entries()) {
        const [subject = '', to] = line.split(' > ');
        const action = to === undefined ? 'account suspended' : 'account renamed';
        const detail = to === undefined ? '' : writeDetail({ form: 'rename', name: to });
        const entry = entryOf({ at: (index + 1) * 10, actor: MODERATOR, action, subject, detail });
        await stores.moderation.setMark('featured', sampleHash(index), entry);
      }
    }

    const idsOf = async (stores: FreshStores, query: Partial<AuditQuery>) =>
      (await stores.audit.listActions({ ...ALL, ...query })).map(({ id }) => id).toReversed();

    test('a name finds what was done under the names before it and after it', async () => {
      using stores = openFresh();
      await write(stores, [
        'Ann',
        'Zed',
        'Ann > Bea',
        'Bea',
        'Bea > Cem',
        'Cem',
        'Cem > Ann',
        'Ann',
      ]);
      for (const subject of ['Ann', 'Bea', 'Cem']) {
        expect(await idsOf(stores, { subject })).toEqual([1, 3, 4, 5, 6, 7, 8]);
      }
      expect(await idsOf(stores, { subject: 'Zed' })).toEqual([2]);
      expect(await idsOf(stores, { subject: 'Bea', action: 'account renamed' })).toEqual([3, 5, 7]);
      expect(await idsOf(stores, { subject: 'to Bea' })).toEqual([]);
      const [newest] = await stores.audit.listActions({ subject: 'Bea', limit: 1, beforeId: 8 });
      expect(newest?.id).toBe(7);
    });

    test('a name that was another’s before finds both, an account itself alone', async () => {
      using stores = openFresh();
      await write(stores, [
        'Ann',
        'Ann > Bea',
        'Xyz',
        'Bea',
        'Xyz > Ann',
        'Ann',
        'Bea > Dot',
        'Dot',
      ]);
      expect(await idsOf(stores, { subject: 'Ann' })).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      const account = (name: string, registeredAt = 0) =>
        idsOf(stores, { account: { name, registeredAt } });
      expect(await account('Ann')).toEqual([3, 5, 6]);
      expect(await account('Dot')).toEqual([1, 2, 4, 7, 8]);
      // Before the account was made, the name belonged to another one.
      expect(await account('Dot', 40)).toEqual([4, 7, 8]);
      expect(await account('Ann', 60)).toEqual([6]);
    });

    test('fifty names are followed, the newest, were they a circle', async () => {
      using stores = openFresh();
      const names = (n: number) => (n % 2 === 0 ? 'Ann > Bea' : 'Bea > Ann');
      await write(stores, [...Array.from({ length: 60 }, (_, n) => names(n)), 'Ann']);
      const newest = Array.from({ length: 50 }, (_, n) => n + 12);
      for (const query of [{ subject: 'Ann' }, { account: { name: 'Ann', registeredAt: 0 } }]) {
        expect((await idsOf(stores, query)).slice(-50)).toEqual(newest);
      }
    });

    test('an actor is found under every name, by any of them', async () => {
      using stores = openFresh();
      await stores.accounts.insertAccount(accountNamed('Mia'));
      const by = (id: number, name: string) =>
        stores.moderation.setMark(
          'featured',
          crypto.randomUUID(),
          entryOf({ actor: { kind: 'account', id, name } }),
        );
      await by(1, 'Old');
      await by(2, 'Ned');
      await by(1, 'Older');
      await by(2, 'Mia');
      const named = (name: string) => idsOf(stores, { actor: { kind: 'account', name } });
      expect(await named('OLD')).toEqual([1, 3]);
      // An account that has the name now, and one that acted under it.
      expect(await named('mia')).toEqual([1, 2, 3, 4]);
      expect(await named('ned')).toEqual([2, 4]);
      expect(await named('nobody')).toEqual([]);
    });
  });

  test('is searched by actor, action and subject, and by all of them at once', async () => {
    using stores = openFresh();
    const { moderation, audit } = stores;
    const entries = [
      entryOf({ subject: 'a', actor: COMMAND, action: 'server featured' }),
      entryOf({ subject: 'b', actor: MODERATOR, action: 'server featured' }),
      entryOf({ subject: 'a', actor: MODERATOR, action: 'server unlisted' }),
    ];
    for (const [index, entry] of entries.entries()) {
      await moderation.setMark('featured', sampleHash(index), entry);
    }
    const numbers = async (query: Partial<Parameters<typeof audit.listActions>[0]>) =>
      (await audit.listActions({ ...ALL, ...query })).map(({ id }) => id).join('');
    expect(await numbers({ actor: { kind: 'command line' } })).toBe('1');
    expect(await numbers({ actor: { kind: 'account', name: 'mIA' } })).toBe('32');
    expect(await numbers({ actor: { kind: 'account', name: '' } })).toBe('');
    expect(await numbers({ action: 'server featured' })).toBe('21');
    expect(await numbers({ subject: 'a' })).toBe('31');
    expect(
      await numbers({
        ...{ subject: 'a', action: 'server unlisted' },
        actor: { kind: 'account', name: 'Mia' },
      }),
    ).toBe('3');
    expect(await numbers({ subject: 'A' })).toBe('');
  });
}
