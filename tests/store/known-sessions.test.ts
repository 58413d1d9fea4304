// Sessions that count while the database is away: what is remembered of one that ends meanwhile.

import { expect, test } from 'bun:test';
import type { Database } from '../../src/store/engine.ts';
import { createKnownSessions } from '../../src/store/postgres/known-sessions.ts';
import { accountNamed, sampleSession } from '../contract/fresh-stores.ts';
import { openTestStore } from '../support/store.ts';

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
  const known = createKnownSessions(undefined as unknown as Database, 1);
  const { sessions } = known.wrapRepositories({ ...store, sessions: slow });
  const lookingUp = sessions.findSession('a');
  if (ends) await sessions.endSession('a');
  answered.resolve();
  expect(await lookingUp).toBeDefined();
  known.onAway();
  expect((await sessions.findSession('a')) !== undefined).toBe(!ends);
});
