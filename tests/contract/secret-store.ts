// What every store of one-time secrets must do.

import { describe, expect, test } from 'bun:test';
import type {
  Account,
  CodeWaits,
  SecretAsRead,
  SecretPurpose,
} from '../../src/modules/account/account-ports.ts';
import { accountFailures } from '../../src/modules/account/messages.ts';

import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  refusalOf,
  sampleSecret,
  sampleTime,
} from './fresh-stores.ts';

const purpose = 'verify address';
const tokenHash = sampleSecret().tokenHash;
const verify = { changes: { verifiedAt: 7 } };
const codeHash = sampleSecret().codeHash ?? '';
const waits: CodeWaits = { every: 2, waitsMs: [100, 300] };

/** The secret of a purpose as somebody read it with the account that has it now. */
async function read(
  { accounts }: FreshStores,
  secret: Partial<SecretAsRead['secret']> = {},
): Promise<SecretAsRead> {
  const account = await accounts.findAccountById(1);
  if (account === undefined) throw new Error('there is no account');
  return { account, secret: { purpose, tokenHash, ...secret } };
}

async function openWithSecret(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = openFresh();
  await stores.accounts.insertAccount(accountNamed('Alice', { verifiedAt: null }));
  await stores.secrets.putSecret(sampleSecret());
  return stores;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeSecretStore(openFresh: OpenFresh): void {
  test('a secret comes back as it was, by its account and by its token', async () => {
    using stores = await openWithSecret(openFresh);
    const { secrets, accounts } = stores;
    expect(await secrets.findSecret(1, purpose)).toEqual(sampleSecret());
    const account = await accounts.findAccountById(1);
    const found = await secrets.findByToken(purpose, tokenHash, sampleTime);
    expect(found).toEqual({ secret: sampleSecret(), account } as never);
  });

  const misses: [string, SecretPurpose, string, number][] = [
    ['another token', purpose, 'x', sampleTime],
    ['no token', purpose, '', sampleTime],
    ['another purpose', 'new address', tokenHash, sampleTime],
    ['a moment too late', purpose, tokenHash, sampleTime + 60_000],
  ];
  test.each(misses)('%s finds and spends nothing', async (_title, requested, hash, now) => {
    using stores = await openWithSecret(openFresh);
    const { secrets, accounts } = stores;
    expect(await secrets.findByToken(requested, hash, now)).toBeUndefined();
    const missed = await read(stores, { purpose: requested, tokenHash: hash });
    expect(await secrets.spendToken(missed, now, verify)).toEqual({ outcome: 'none' });
    expect((await accounts.findAccountById(1))?.verifiedAt).toBeNull();
    expect(await secrets.findSecret(1, purpose)).toBeDefined();
  });

  test('one replaces another of its account and purpose, save for ways back and new passwords', async () => {
    using stores = await openWithSecret(openFresh);
    const { secrets } = stores;
    await secrets.putSecret(sampleSecret({ tokenHash: 'second' }));
    expect(await secrets.findByToken(purpose, tokenHash, sampleTime)).toBeUndefined();
    expect((await secrets.findSecret(1, purpose))?.tokenHash).toBe('second');
    for (const hash of ['u1', 'u2']) {
      await secrets.putSecret(sampleSecret({ purpose: 'undo address', tokenHash: hash }));
    }
    expect(await secrets.findByToken('undo address', 'u1', sampleTime)).toBeDefined();
    expect(await secrets.findByToken('undo address', 'u2', sampleTime)).toBeDefined();
    expect((await secrets.findSecret(1, 'undo address'))?.tokenHash).toBe('u2');
    // The first of them twice, as after a crash.
    for (const hash of ['r1', 'r1', 'r2']) {
      await secrets.putSecret(sampleSecret({ purpose: 'reset password', tokenHash: hash }));
    }
    expect((await secrets.findSecret(1, 'reset password'))?.tokenHash).toBe('r2');
    for (const hash of ['r1', 'r2']) {
      expect(await secrets.findByToken('reset password', hash, sampleTime)).toBeDefined();
    }
  });

  test('a token is spent once, with its change', async () => {
    using stores = await openWithSecret(openFresh);
    const { secrets, accounts } = stores;
    const asRead = await read(stores);
    const spend = () => secrets.spendToken(asRead, sampleTime, verify);
    const both = await Promise.all([spend(), spend()]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['none', 'spent']);
    expect(both.find(({ outcome }) => outcome === 'spent')).toMatchObject({
      secret: sampleSecret(),
      account: { verifiedAt: 7 },
    });
    expect((await accounts.findAccountById(1))?.verifiedAt).toBe(7);
    expect(await secrets.findSecret(1, purpose)).toBeUndefined();
  });

  test('a change that fails leaves the token unspent', async () => {
    using stores = await openWithSecret(openFresh);
    await stores.accounts.insertAccount(accountNamed('Owner'));
    const spent = stores.secrets.spendToken(await read(stores), sampleTime, {
      changes: { email: 'owner@example.net', emailConfirmedAt: 1 },
    });
    expect(await refusalOf(spent)).toMatchObject({
      kind: 'conflict',
      message: accountFailures.email.ofAnother,
    });
    expect(await stores.secrets.findSecret(1, purpose)).toEqual(sampleSecret());
  });

  const changed: [string, Partial<SecretAsRead['account']>][] = [
    ['another password', { passwordHash: 'another' }],
    ['another address', { email: 'other@example.net' }],
    ['a confirmed address', { emailConfirmedAt: 5 }],
    ['been verified', { verifiedAt: 5 }],
  ];
  test.each(changed)(
    'an account that has %s since it was read is shown, and nothing done',
    async (_title, before) => {
      using stores = await openWithSecret(openFresh);
      const { secrets, accounts } = stores;
      const { account, secret } = await read(stores);
      const stale = { secret, account: { ...account, ...before } };
      const outcome = {
        outcome: 'changed',
        secret: sampleSecret(),
        account: (await accounts.findAccountById(1)) as Account,
      } as const;
      expect(await secrets.spendToken(stale, sampleTime, verify)).toEqual(outcome);
      const tried = { codeHash, now: sampleTime, waits };
      expect(await secrets.spendCode(stale, tried, verify)).toEqual(outcome);
      expect(await secrets.findSecret(1, purpose)).toEqual(sampleSecret());
      expect((await accounts.findAccountById(1))?.verifiedAt).toBeNull();
      // A wrong code is wrong whatever became of the account.
      const wrong = { ...tried, codeHash: 'wrong' };
      expect(await secrets.spendCode(stale, wrong, verify)).toEqual({ outcome: 'wrong' });
    },
  );

  describe('a code', () => {
    const tried = (isRight: boolean, now = sampleTime) => ({
      codeHash: isRight ? codeHash : 'd4'.repeat(32),
      now,
      waits,
    });

    test('that is right is spent once, with its change', async () => {
      using stores = await openWithSecret(openFresh);
      const asRead = await read(stores);
      const spend = () => stores.secrets.spendCode(asRead, tried(true), verify);
      const outcomes = await Promise.all([spend(), spend()]);
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['none', 'spent']);
      expect((await stores.accounts.findAccountById(1))?.verifiedAt).toBe(7);
    });

    test('that is wrong counts, and the next waits as long as the steps say', async () => {
      using stores = await openWithSecret(openFresh);
      const { secrets } = stores;
      const asRead = await read(stores);
      const spend = (isRight: boolean, now = sampleTime) =>
        secrets.spendCode(asRead, tried(isRight, now), verify);
      let now = sampleTime;
      // The last step again and again.
      for (const [step, waitMs] of [100, 300, 300].entries()) {
        expect(await spend(false, now)).toEqual({ outcome: 'wrong' });
        expect((await secrets.findSecret(1, purpose))?.wrongCodes).toBe(2 * step + 1);
        expect(await spend(false, now)).toEqual({ outcome: 'wrong' });
        expect(await spend(true, now)).toEqual({ outcome: 'waiting', until: now + waitMs });
        expect(await spend(true, now + waitMs - 1)).toMatchObject({ outcome: 'waiting' });
        expect((await secrets.findSecret(1, purpose))?.wrongCodes).toBe(2 * step + 2);
        now += waitMs;
      }
      expect((await spend(true, now)).outcome).toBe('spent');
    });

    test('of a secret that was replaced meanwhile is not looked at', async () => {
      using stores = await openWithSecret(openFresh);
      const { secrets } = stores;
      const asRead = await read(stores);
      const newer = sampleSecret({ tokenHash: 'e5'.repeat(32), codeHash: 'f6'.repeat(32) });
      await secrets.putSecret(newer);
      expect(await secrets.spendCode(asRead, tried(false), verify)).toMatchObject({
        outcome: 'changed',
        secret: newer,
      });
      expect(await secrets.findSecret(1, purpose)).toEqual(newer);
    });

    test('of a secret that has none is wrong, whatever it is', async () => {
      using stores = await openWithSecret(openFresh);
      await stores.secrets.putSecret(sampleSecret({ codeHash: null }));
      for (const given of ['', 'null', codeHash]) {
        const requested = { ...tried(true), codeHash: given };
        const now = sampleTime + 1_000;
        expect(
          await stores.secrets.spendCode(
            await read(stores),
            { ...requested, waits: { every: 9, waitsMs: [1] }, now },
            verify,
          ),
        ).toEqual({ outcome: 'wrong' });
      }
    });

    test('of nothing, of nobody, and after its time is none', async () => {
      using stores = await openWithSecret(openFresh);
      const { secrets } = stores;
      const none = { outcome: 'none' } as const;
      const other = await read(stores, { purpose: 'new address' });
      expect(await secrets.spendCode(other, tried(true), verify)).toEqual(none);
      const asRead = await read(stores);
      const stranger = { ...asRead, account: { ...asRead.account, id: 9 } };
      expect(await secrets.spendCode(stranger, tried(true), verify)).toEqual(none);
      const late = tried(true, sampleTime + 60_000);
      expect(await secrets.spendCode(asRead, late, verify)).toEqual(none);
    });
  });

  test('expired ones go, and so do names whose time is over', async () => {
    using stores = await openWithSecret(openFresh);
    const { secrets, accounts, registration } = stores;
    const gone = await accounts.insertAccount(accountNamed('Gone'));
    const reservation = { skeletonHash: 's', reservedUntil: sampleTime + 5 };
    await registration.remove(gone, { ...reservation, now: sampleTime, emailJob: undefined });
    await secrets.removeExpired({ expiredBefore: sampleTime + 60_000, now: sampleTime + 4 });
    expect(await secrets.findSecret(1, purpose)).toBeDefined();
    expect(await registration.findNameObstacle('Gone', 's', 0)).toBeDefined();
    await secrets.removeExpired({ expiredBefore: sampleTime + 60_001, now: sampleTime + 5 });
    expect(await secrets.findSecret(1, purpose)).toBeUndefined();
    expect(await registration.findNameObstacle('Gone', 's', 0)).toBeUndefined();
  });
}
