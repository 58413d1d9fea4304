// Accepting an appeal: the decision and the end of the suspension are one change.

import { expect, test } from 'bun:test';
import { createAppeals } from '../../../src/modules/appeals/appeals.ts';
import { RESTORED } from '../../../src/platform/lib/suspension.ts';
import { accountNamed, sampleTime } from '../../contract/fresh-stores.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';

test('an appeal stays open when its suspension cannot be lifted', async () => {
  using store = openTestStore();
  const suspendedAt = sampleTime;
  const alice = await store.accounts.insertAccount(accountNamed('Alice', { suspendedAt }));
  await store.appeals.addAppeal({ accountId: 1, suspendedAt, text: 'No.', createdAt: sampleTime });
  let name = 'Somebody else';
  const appeals = createAppeals({
    ...store,
    clock: createFakeClock(sampleTime + 1),
    administration: {
      by: (_actor, changeAccount) => ({
        restoreAccount: () => changeAccount({ ...alice, name }, RESTORED, { entries: [] }),
      }),
    },
  });
  const accept = () => appeals.accept({ kind: 'command line' }, 1, 'Fair.');
  await expect(accept()).rejects.toThrow();
  expect(await store.appeals.findAppealById(1)).toMatchObject({ status: 'open' });
  expect(await store.audit.listActions({ limit: 9 })).toEqual([]);
  ({ name } = alice);
  await accept();
  expect(await store.appeals.findAppealById(1)).toMatchObject({ status: 'accepted' });
  expect(await store.accounts.findAccountById(1)).toMatchObject({ suspendedAt: null });
});
