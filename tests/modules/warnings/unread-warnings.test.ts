// Which accounts have unread warnings, in the memory of a process, while others change the database.

import { expect, test } from 'bun:test';
import type { WarningStore } from '../../../src/modules/warnings/warning-ports.ts';
import { openWarnings } from '../../../src/modules/warnings/warnings.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';

const AUTHOR = { kind: 'account', id: 2, name: 'Mia' } as const;

/** Alice, whom Mia warns, with this store of warnings. */
async function openAlice(wrap = (store: WarningStore) => store) {
  const store = openTestStore();
  for (const name of ['Alice', 'Mia']) await store.accounts.insertAccount(accountNamed(name));
  await store.accounts.updateAccount(2, { role: 'moderator' }, { endSessions: false });
  let version = 0;
  const open = (warnings: WarningStore) =>
    openWarnings({
      clock: createFakeClock(Date.UTC(2026, 0, 1)),
      warnings,
      accounts: store.accounts,
      servers: { claims: { listClaimsOf: () => [] }, findServer: () => undefined },
      changes: { version: () => version },
    });
  const [own, other] = [await open(wrap(store.warnings)), await open(store.warnings)];
  return {
    own,
    other,
    warn: (by: typeof own) => by.warn(AUTHOR, 1, { reason: 'Griefing', server: '' }),
    /** Hears of the change of another process. */
    async hear() {
      version += 1;
      await own.jobs.find(({ name }) => name === 'reload warnings')?.run();
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

test('a warning by another process counts after the next look, and so does its end', async () => {
  using alice = await openAlice();
  const { own, other } = alice;
  await alice.warn(other);
  expect([own.isDue(1), other.isDue(1), own.isDue(2)]).toEqual([false, true, false]);
  await alice.hear();
  expect(own.isDue(1)).toBe(true);
  await other.confirm(1, 1);
  await alice.hear();
  expect(own.isDue(1)).toBe(false);
});

test('a warning given during a look is not lost', async () => {
  const reading = Promise.withResolvers<void>();
  let isSlow = false;
  using alice = await openAlice((store) => ({
    ...store,
    async listUnreadAccounts() {
      const accounts = await store.listUnreadAccounts();
      if (isSlow) await reading.promise;
      return accounts;
    },
  }));
  isSlow = true;
  const hearing = alice.hear();
  await alice.warn(alice.own);
  reading.resolve();
  await hearing;
  expect(alice.own.isDue(1)).toBe(true);
});

test('a look ends while players keep opening the page', async () => {
  let looks = 0;
  using alice = await openAlice((store) => ({
    ...store,
    async listUnreadAccounts() {
      looks += 1;
      if (looks > 1 && looks < 9) await alice.own.listOwn(2);
      return store.listUnreadAccounts();
    },
  }));
  await alice.hear();
  expect(looks).toBe(2);
});

test('a warning given while its player reads earlier ones is not lost', async () => {
  const reading = Promise.withResolvers<void>();
  using alice = await openAlice((store) => ({
    ...store,
    async listWarnings(accountId) {
      const warnings = await store.listWarnings(accountId);
      await reading.promise;
      return warnings;
    },
  }));
  const own = alice.own.listOwn(1);
  await alice.warn(alice.own);
  reading.resolve();
  expect(await own).toEqual([]);
  expect(alice.own.isDue(1)).toBe(true);
});
