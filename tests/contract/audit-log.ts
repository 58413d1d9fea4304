// What every store of the audit log must do. Acts are written by the repositories that do them.

import { expect, test } from 'bun:test';
import { banOf, COMMAND, entryOf, MODERATOR, rangeOf } from '../support/acts.ts';
import { type OpenFresh, refusalOf, sampleHash } from './fresh-stores.ts';

const ALL = { limit: 100 };

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeAuditLog(openFresh: OpenFresh): void {
  test('a new log is empty', async () => {
    using stores = openFresh();
    expect(await stores.audit.listActs(ALL)).toEqual([]);
  });

  test('an act comes back as it was written, whoever did it', async () => {
    using stores = openFresh();
    const byCommand = entryOf({ at: 10, subject: sampleHash(1), reason: 'a "reason"' });
    const byModerator = entryOf({
      ...{ at: 20, actor: MODERATOR, act: 'ban added', subject: '*spam*', detail: 'name' },
    });
    await stores.moderation.addFeatured(sampleHash(1), byCommand);
    await stores.moderation.addBan(banOf('*spam*', 'x', { kind: 'name' }), byModerator);
    expect(await stores.audit.listActs(ALL)).toEqual([
      { id: 2, ...byModerator },
      { id: 1, ...byCommand },
    ]);
  });

  test('each act of moderation that changed something is logged, and no other', async () => {
    using stores = openFresh();
    const { moderation, audit } = stores;
    const hash = sampleHash(1);
    const word = { key: 'bad', word: 'bad', addedAt: 1 };
    const acts: (() => Promise<unknown>)[] = [
      () => moderation.addFeatured(hash, entryOf({ act: 'server featured' })),
      () => moderation.removeFeatured(hash, entryOf({ act: 'server unfeatured' })),
      () => moderation.addBan(banOf('10.0.0.0/8', 'x'), entryOf({ act: 'ban added' })),
      () => moderation.removeBan(rangeOf('10.0.0.0/8'), entryOf({ act: 'ban removed' })),
      () =>
        moderation.addUnlisted(
          { hash, reason: 'x', unlistedAt: 1 },
          entryOf({ act: 'server unlisted' }),
        ),
      () => moderation.removeUnlisted(hash, entryOf({ act: 'server relisted' })),
      () => moderation.setCountry({ hash, country: 'NZ' }, entryOf({ act: 'country set' })),
      () => moderation.removeCountry(hash, entryOf({ act: 'country reset' })),
      () => moderation.addFilterWord(word, entryOf({ act: 'filter word added' })),
      () => moderation.removeFilterWord('bad', entryOf({ act: 'filter word removed' })),
    ];
    for (const act of acts) await act();
    const logged = (await audit.listActs(ALL)).map(({ act }) => act);
    expect(logged.toReversed()).toEqual([
      ...(['server featured', 'server unfeatured', 'ban added', 'ban removed'] as const),
      ...(['server unlisted', 'server relisted', 'country set', 'country reset'] as const),
      ...(['filter word added', 'filter word removed'] as const),
    ]);

    await moderation.removeFeatured(hash, entryOf());
    await moderation.removeBan(rangeOf('10.0.0.0/8'), entryOf());
    await moderation.removeUnlisted(hash, entryOf());
    await moderation.removeCountry(hash, entryOf());
    await moderation.removeFilterWord('bad', entryOf());
    expect(await audit.listActs(ALL)).toHaveLength(logged.length);
  });

  test('what was refused is not logged', async () => {
    using stores = openFresh();
    const ban = banOf('10.0.0.0/8', 'x');
    await stores.moderation.addBan(ban, entryOf());
    await refusalOf(stores.moderation.addBan(ban, entryOf()));
    expect(await stores.audit.listActs(ALL)).toHaveLength(1);
  });

  test('is read in pages, newest first', async () => {
    using stores = openFresh();
    for (let number = 1; number <= 5; number += 1) {
      await stores.moderation.addFeatured(sampleHash(number), entryOf({ subject: `${number}` }));
    }
    const subjects = async (query: { beforeId?: number; limit: number }) =>
      (await stores.audit.listActs(query)).map(({ subject }) => subject).join('');
    expect(await subjects({ limit: 2 })).toBe('54');
    expect(await subjects({ limit: 2, beforeId: 4 })).toBe('32');
    expect(await subjects({ limit: 2, beforeId: 2 })).toBe('1');
    expect(await subjects({ limit: 2, beforeId: 1 })).toBe('');
  });

  test('is asked for what happened since', async () => {
    using stores = openFresh();
    for (const at of [10, 20, 30]) {
      await stores.moderation.addFeatured(sampleHash(at), entryOf({ at, subject: `at ${at}` }));
    }
    const found = await stores.audit.listActs({ ...ALL, since: 20 });
    expect(found.map(({ subject }) => subject)).toEqual(['at 30', 'at 20']);
  });

  test('is asked by actor, act and subject, and by all of them at once', async () => {
    using stores = openFresh();
    const { moderation, audit } = stores;
    const entries = [
      entryOf({ subject: 'a', actor: COMMAND, act: 'server featured' }),
      entryOf({ subject: 'b', actor: MODERATOR, act: 'server featured' }),
      entryOf({ subject: 'a', actor: MODERATOR, act: 'server unlisted' }),
    ];
    for (const [index, entry] of entries.entries()) {
      await moderation.addFeatured(sampleHash(index), entry);
    }
    const numbers = async (query: Partial<Parameters<typeof audit.listActs>[0]>) =>
      (await audit.listActs({ ...ALL, ...query })).map(({ id }) => id).join('');
    expect(await numbers({ actor: { kind: 'command line' } })).toBe('1');
    expect(await numbers({ actor: { kind: 'account', name: 'mIA' } })).toBe('32');
    expect(await numbers({ actor: { kind: 'account', name: '' } })).toBe('');
    expect(await numbers({ act: 'server featured' })).toBe('21');
    expect(await numbers({ subject: 'a' })).toBe('31');
    expect(
      await numbers({
        ...{ subject: 'a', act: 'server unlisted' },
        actor: { kind: 'account', name: 'Mia' },
      }),
    ).toBe('3');
    expect(await numbers({ subject: 'A' })).toBe('');
  });
}
