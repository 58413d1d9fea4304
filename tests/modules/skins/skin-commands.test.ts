// The command about skins, on a real data folder.

import { expect, test } from 'bun:test';
import { openStore } from '../../../src/app/open-stores.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { openBench } from '../../support/command-line.ts';
import { plainPng } from '../../support/pictures.ts';

test('skin remove takes the skin away, with the reason in the audit log, once', async () => {
  using bench = openBench();
  {
    using store = openStore({ folder: `${bench.folder}/muster-data` });
    await store.accounts.insertAccount(accountNamed('Alice'));
    const png = plainPng(64, 64, 99);
    const skin = { accountId: 1, png, digest: 'a'.repeat(16), shape: 'wide' as const };
    await store.skins.saveSkin({ ...skin, changedAt: 5 });
  }
  const remove = ['skin', 'remove', 'alice', '--reason', 'An insult'];
  expect(await bench.out(remove)).toBe('The skin of Alice was removed.\n');
  {
    using store = openStore({ folder: `${bench.folder}/muster-data` });
    expect(await store.skins.findSkin(1)).toMatchObject({ digest: null, note: 'An insult' });
    expect(await store.audit.listActions({ limit: 9 })).toMatchObject([
      { action: 'skin removed', subject: 'Alice', reason: 'An insult' },
    ]);
  }
  expect((await bench.run(remove)).exitCode).toBe(1);
  expect((await bench.run(['skin', 'remove', 'Nobody', '--reason', 'x'])).exitCode).toBe(1);
  expect((await bench.run(['skin', 'remove', 'Alice'])).exitCode).toBe(2);
});
