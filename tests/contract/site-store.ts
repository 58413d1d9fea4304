// What every store of what administrators set about the site must do.

import { expect, test } from 'bun:test';
import type { Notice } from '../../src/platform/lib/site-facts.ts';
import { entryOf } from '../support/moderation-samples.ts';
import { type FreshStores, type OpenFresh, sampleTime } from './fresh-stores.ts';

const entry = entryOf({ at: sampleTime, action: 'site changed', subject: 'site name' });
const notice: Notice = { text: 'Back at 18:00.', level: 'warning', until: null, setAt: sampleTime };

async function countActions({ audit }: FreshStores): Promise<number> {
  return (await audit.listActions({ limit: 99 })).length;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeSiteStore(openFresh: OpenFresh): void {
  test('in a new store nothing was set', async () => {
    using stores = openFresh();
    expect(await stores.site.listValues()).toEqual([]);
    expect(await stores.site.findNotice()).toBeUndefined();
  });

  test('values come back as they were saved, the newest of each field', async () => {
    using stores = openFresh();
    const bytes = new Uint8Array([0, 1, 255]);
    await stores.site.saveValues([
      { field: 'site_name', text: 'Größe', bytes: undefined, entry },
      { field: 'site_logo', text: '', bytes, entry },
    ]);
    const later = { ...entry, at: sampleTime + 1 };
    await stores.site.saveValues([
      { field: 'site_name', text: '', bytes: undefined, entry: later },
    ]);
    const values = await stores.site.listValues();
    expect(values.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
      { field: 'site_logo', text: '', bytes, changedAt: sampleTime },
      { field: 'site_name', text: '', bytes: undefined, changedAt: sampleTime + 1 },
    ]);
    expect(await countActions(stores)).toBe(3);
  });

  test('nothing to save changes nothing', async () => {
    using stores = openFresh();
    await stores.site.saveValues([]);
    expect(await countActions(stores)).toBe(0);
  });

  test('removing a value returns whether there was one, and is logged then', async () => {
    using stores = openFresh();
    await stores.site.saveValues([{ field: 'rules', text: 'a', bytes: undefined, entry }]);
    expect(await stores.site.removeValue('privacy', entry)).toBe(false);
    expect(await stores.site.removeValue('rules', entry)).toBe(true);
    expect(await stores.site.removeValue('rules', entry)).toBe(false);
    expect(await stores.site.listValues()).toEqual([]);
    expect(await countActions(stores)).toBe(2);
  });

  test('there is one notice, the latest, until it is removed', async () => {
    using stores = openFresh();
    await stores.site.saveNotice(notice, entry);
    const next: Notice = { ...notice, level: 'outage', until: sampleTime + 9 };
    await stores.site.saveNotice(next, entry);
    expect(await stores.site.findNotice()).toEqual(next);
    expect(await stores.site.removeNotice(entry)).toBe(true);
    expect(await stores.site.removeNotice(entry)).toBe(false);
    expect(await stores.site.findNotice()).toBeUndefined();
    expect(await countActions(stores)).toBe(3);
  });
}
