// Links and codes whose account is changed by somebody else between reading and spending.

import { expect, test } from 'bun:test';
import type { Account, AccountChanges, SecretStore } from '../../src/accounts/ports.ts';
import { changedMeanwhile } from '../../src/accounts/profile/account-settings.ts';
import { makeSecret } from '../../src/accounts/profile/one-time-secrets.ts';
import { type ChangeOf, spendCode, spendToken } from '../../src/accounts/profile/spend-secret.ts';

import { accountNamed, refusalOf } from '../contract/fresh-stores.ts';
import { detailsOf } from '../support/failures.ts';
import { openTestStore } from '../support/store.ts';

const now = Date.UTC(2026, 0, 1);
/** Shows which account the change was made from. */
const changeOf: ChangeOf = ({ account }) => ({ changes: { forumTitle: account.passwordHash } });

/** An account with a secret; it is changed before each spending of it, as often as `changes` says. */
async function openFixture(changes: readonly AccountChanges[]) {
  const store = openTestStore();
  const account = await store.accounts.insertAccount(accountNamed('Alice'));
  const { id: accountId, email } = account;
  const { stored, code } = makeSecret({ accountId, purpose: 'verify address', email, now });
  await store.secrets.putSecret(stored);
  const pending = [...changes];
  const interfere = async () => {
    const next = pending.shift();
    if (next !== undefined) {
      await store.accounts.updateAccount(accountId, next, { endSessions: false });
    }
  };
  const secrets: SecretStore = {
    ...store.secrets,
    async spendToken(...given) {
      await interfere();
      return store.secrets.spendToken(...given);
    },
    async spendCode(...given) {
      await interfere();
      return store.secrets.spendCode(...given);
    },
  };
  return {
    secrets,
    found: { secret: stored, account: account as Account },
    code,
    readTitle: async () => (await store.accounts.findAccountById(1))?.forumTitle,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

test('a link does what follows from the account as it is when it is spent', async () => {
  using sample = await openFixture([{ passwordHash: 'second' }, { passwordHash: 'third' }]);
  const { secrets, found } = sample;
  const done = await spendToken(secrets, found, now, changeOf);
  expect(done?.account.forumTitle).toBe('third');
  expect(await sample.readTitle()).toBe('third');
  expect(await spendToken(secrets, found, now, changeOf)).toBeUndefined();
});

test('so does a code', async () => {
  using sample = await openFixture([{ passwordHash: 'second' }]);
  const { secrets, found, code } = sample;
  const answer = await spendCode(secrets, found, { code, now }, changeOf);
  expect(answer).toMatchObject({ outcome: 'spent', account: { forumTitle: 'second' } });
});

test('a link that is not good for the account as it is by now does nothing', async () => {
  using sample = await openFixture([{ email: 'other@example.net' }]);
  const { secrets, found } = sample;
  const whileAtHome: ChangeOf = (read) =>
    read.account.email === found.account.email ? changeOf(read) : undefined;
  expect(await spendToken(secrets, found, now, whileAtHome)).toBeUndefined();
  expect(await sample.readTitle()).toBe('');
  expect(await secrets.findSecret(1, 'verify address')).toEqual(found.secret);
});

test('an account that changes without an end is a conflict', async () => {
  const changes = Array.from({ length: 9 }, (_, index) => ({ passwordHash: `number ${index}` }));
  using sample = await openFixture(changes);
  const { secrets, found, code } = sample;
  expect(await refusalOf(spendCode(secrets, found, { code, now }, changeOf))).toMatchObject(
    detailsOf(changedMeanwhile()),
  );
  expect(await secrets.findSecret(1, 'verify address')).toEqual(found.secret);
});
