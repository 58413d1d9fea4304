// Sessions that count while the database is away: what is remembered of one that ends meanwhile.

import { expect, test } from 'bun:test';
import type { Store } from '../../../src/app/open-stores.ts';
import { createKnownSessions } from '../../../src/modules/sessions/known-sessions-store.ts';
import type { Database } from '../../../src/platform/store/engine.ts';
import { accountNamed, sampleSession } from '../../contract/fresh-stores.ts';
import { openTestStore } from '../../support/store.ts';

const OF_ACCOUNTS = new Set(['accounts']);

test.each([
  ['is remembered', false],
  ['is not remembered when it ends while it is looked up', true],
])('a session %s', async (_, ends) => {
  using store = openTestStore();
  await store.accounts.insertAccount(accountNamed('Alice'));
  const account = await store.accounts.findAccountById(1);
  const session = sampleSession({ valueHash: 'a', accountId: 1 });
  await store.sessions.startSession(session, {
    ...{ passwordHash: account?.passwordHash ?? '', endsValueHash: undefined },
  });
  const answered = Promise.withResolvers<void>();
  const { findSession } = store.sessions;
  const slow = {
    ...store.sessions,
    async findSession(valueHash: string) {
      const found = await findSession(valueHash);
      await answered.promise;
      return found;
    },
  };
  // Nothing is read by pages before the first change elsewhere.
  const known = createKnownSessions(undefined as unknown as Database, 1, OF_ACCOUNTS);
  const { sessions } = known.wrapStores<Store>({ ...store, sessions: slow });
  const lookingUp = sessions.findSession('a');
  if (ends) await sessions.endSession('a');
  answered.resolve();
  expect(await lookingUp).toBeDefined();
  known.onAway();
  expect((await sessions.findSession('a')) !== undefined).toBe(!ends);
});

test('of very many the latest are known', async () => {
  using store = openTestStore();
  const account = await store.accounts.insertAccount(accountNamed('Alice'));
  const findSession = async (valueHash: string) => ({
    ...{ account, session: sampleSession({ valueHash }) },
  });
  const known = createKnownSessions(undefined as unknown as Database, 1, OF_ACCOUNTS);
  let isAway = false;
  const { sessions } = known.wrapStores<Store>({
    ...store,
    sessions: {
      ...store.sessions,
      findSession: async (valueHash) => (isAway ? undefined : findSession(valueHash)),
    },
  });
  for (let number = 0; number <= 5_000; number += 1) await sessions.findSession(`${number}`);
  known.onAway();
  isAway = true;
  expect(await sessions.findSession('0')).toBeUndefined();
  for (const number of [1_000, 3_000, 5_000]) {
    expect(await sessions.findSession(`${number}`)).toBeDefined();
  }
});

test.each([
  ['no longer counts once a change of accounts was made', true],
  ['goes on counting after a change that did not begin', false],
])('a session that is known %s', async (_, begins) => {
  using store = openTestStore();
  const account = await store.accounts.insertAccount(accountNamed('Alice'));
  let isAway = false;
  const known = createKnownSessions(undefined as unknown as Database, 1, OF_ACCOUNTS);
  const { accounts, sessions } = known.wrapStores<Store>({
    ...store,
    accounts: {
      ...store.accounts,
      async insertAccount(added) {
        // As on a server: the transaction begins some time after the call.
        await Promise.resolve();
        if (begins) known.onBegun();
        return store.accounts.insertAccount(added);
      },
    },
    sessions: {
      ...store.sessions,
      findSession: async (valueHash) =>
        isAway ? undefined : { account, session: sampleSession({ valueHash }) },
    },
  });
  expect(await sessions.findSession('a')).toBeDefined();
  await accounts.insertAccount(accountNamed('Bob'));
  known.onAway();
  isAway = true;
  expect((await sessions.findSession('a')) === undefined).toBe(begins);
});
