// What every store must do that makes several changes in one transaction.

import { expect, test } from 'bun:test';
import type { StoreCall } from '../../src/platform/lib/together.ts';
import { banOf, entryOf, rangeOf } from '../support/moderation-samples.ts';
import { type OpenFresh, refusalOf, sampleHash } from './fresh-stores.ts';

const entry = entryOf({ action: 'ban added' });
const addBan = (subject: string): StoreCall => ({
  ...{ store: 'moderation', method: 'addBan' },
  args: [banOf(subject, 'Spam'), entry],
});

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeTogether(openFresh: OpenFresh): void {
  test('each change has the result that it has alone, and one that is refused leaves the others', async () => {
    using stores = openFresh();
    const removal = {
      ...{ store: 'moderation', method: 'removeBan' },
      args: [rangeOf('10.0.0.0/8'), entry],
    };
    expect(
      await stores.together.changeEach([
        addBan('203.0.113.0/24'),
        addBan('203.0.113.0/24'),
        removal,
        addBan('198.51.100.0/24'),
      ]),
    ).toMatchObject([
      { result: undefined },
      { refused: { kind: 'conflict', message: 'The range 203.0.113.0/24 is already banned.' } },
      { result: false },
      { result: undefined },
    ]);
    expect((await stores.moderation.listBans()).map(({ subject }) => subject)).toEqual([
      '203.0.113.0/24',
      '198.51.100.0/24',
    ]);
    expect(await stores.audit.listActions({ limit: 9 })).toHaveLength(2);
  });

  test('of changes that belong together, all are made or none', async () => {
    using stores = openFresh();
    const { together, moderation } = stores;
    const remove = (subject: string): StoreCall => ({
      ...{ store: 'moderation', method: 'removeBan' },
      args: [rangeOf(subject), entry],
    });
    const ban = addBan('203.0.113.0/24');
    expect(await together.changeAll([ban, remove('10.0.0.0/8')])).toBeUndefined();
    expect(await refusalOf(together.changeAll([ban, ban]))).toMatchObject({ kind: 'conflict' });
    expect(await moderation.listBans()).toEqual([]);
    expect(await together.changeAll([ban, remove('203.0.113.0/24')])).toEqual([undefined, true]);
    expect(await stores.audit.listActions({ limit: 9 })).toHaveLength(2);
  });

  test('what fails for another reason undoes all of them', async () => {
    using stores = openFresh();
    const broken = {
      ...{ store: 'moderation', method: 'setMark' },
      args: ['unlisted', sampleHash(1), entry, null],
    };
    expect(
      await refusalOf(stores.together.changeEach([addBan('203.0.113.0/24'), broken])),
    ).toBeInstanceOf(Error);
    expect(await stores.moderation.listBans()).toEqual([]);
    expect(await stores.audit.listActions({ limit: 9 })).toEqual([]);
  });
}
