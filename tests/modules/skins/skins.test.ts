// The memory that skins take, and a skin that changes while it is read.

import { expect, test } from 'bun:test';
import { drawDefaultSkin } from '../../../src/modules/skins/default-skin.ts';
import { createSkins } from '../../../src/modules/skins/skins.ts';
import { encodePng } from '../../../src/platform/input/picture.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';

const PNG = encodePng(drawDefaultSkin('Alice'));

async function open() {
  const store = openTestStore();
  await store.accounts.insertAccount(accountNamed('Alice'));
  const save = (digest: string) =>
    store.skins.saveSkin({ accountId: 1, png: PNG, digest, shape: 'old', changedAt: 1 });
  const skins = createSkins({
    ...store,
    clock: createFakeClock(0),
    findPlayer: async (which) => ({ id: 1, name: `${which}`, flags: [] }),
  });
  return { skins, save, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

test('ten thousand players take two megabytes of memory at most, and the rest is read', async () => {
  using opened = await open();
  const { skins, save } = opened;
  await save('kept');
  const own = await skins.find('Alice');
  if (own === undefined) throw new Error('Alice has a skin.');
  for (let number = 0; number < 10_000; number += 1) {
    await skins.read({ ...own, isOwn: false, name: `Player_${number}`, digest: `${number}` });
  }
  expect(skins.measureMemory()).toBeGreaterThan(1_000_000);
  expect(skins.measureMemory()).toBeLessThan(2 * 1024 * 1024);
  expect(await skins.read(own)).toEqual(PNG);
});

test('a skin that changed since it was found is not taken for the new one', async () => {
  using opened = await open();
  const { skins, save } = opened;
  await save('one');
  const found = await skins.find('Alice');
  await save('two');
  expect(found && (await skins.read(found))).toBeUndefined();
  expect((await skins.find('Alice'))?.digest).toBe('two');
});
