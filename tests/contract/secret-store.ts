// What every store of one-time secrets must do.

import { describe, expect, test } from 'bun:test';
import type { SecretPurpose } from '../../src/accounts/registration-ports.ts';
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
const verify = () => ({ changes: { verifiedAt: 7 } });

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
  test.each(misses)('%s finds and spends nothing', async (_title, asked, hash, now) => {
    using stores = await openWithSecret(openFresh);
    const { secrets, accounts } = stores;
    expect(await secrets.findByToken(asked, hash, now)).toBeUndefined();
    expect(await secrets.spendToken(asked, hash, now, verify)).toBeUndefined();
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

  test('a token is spent once, with its deed', async () => {
    using stores = await openWithSecret(openFresh);
    const { secrets, accounts } = stores;
    const spend = () => secrets.spendToken(purpose, tokenHash, sampleTime, verify);
    const both = await Promise.all([spend(), spend()]);
    const done = both.filter((outcome) => outcome !== undefined);
    expect(done).toHaveLength(1);
    expect(done[0]?.account.verifiedAt).toBe(7);
    expect((await accounts.findAccountById(1))?.verifiedAt).toBe(7);
    expect(await secrets.findSecret(1, purpose)).toBeUndefined();
  });

  test('a deed that fails leaves the token unspent', async () => {
    using stores = await openWithSecret(openFresh);
    await stores.accounts.insertAccount(accountNamed('Owner'));
    const spent = stores.secrets.spendToken(purpose, tokenHash, sampleTime, () => ({
      changes: { email: 'owner@example.net', emailConfirmedAt: 1 },
    }));
    expect(await refusalOf(spent)).toMatchObject({
      kind: 'conflict',
      message: 'This address belongs to another account by now.',
    });
    expect(await stores.secrets.findSecret(1, purpose)).toEqual(sampleSecret());
  });

  describe('a code', () => {
    const rules = (isRight: boolean) => ({
      isRight: () => isRight,
      waitAfter: (wrongCodes: number) => (wrongCodes === 2 ? sampleTime + 100 : null),
      deedFor: verify,
    });

    test('that is right is spent once, with its deed', async () => {
      using stores = await openWithSecret(openFresh);
      const spend = () => stores.secrets.spendCode(1, purpose, sampleTime, rules(true));
      const outcomes = await Promise.all([spend(), spend()]);
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['none', 'right']);
      expect((await stores.accounts.findAccountById(1))?.verifiedAt).toBe(7);
    });

    test('that is wrong counts, and the next waits where the rules say so', async () => {
      using stores = await openWithSecret(openFresh);
      const { secrets } = stores;
      const spend = (isRight: boolean, now = sampleTime) =>
        secrets.spendCode(1, purpose, now, rules(isRight));
      expect(await spend(false)).toEqual({ outcome: 'wrong' });
      expect((await secrets.findSecret(1, purpose))?.wrongCodes).toBe(1);
      expect(await spend(false)).toEqual({ outcome: 'wrong' });
      expect(await spend(true)).toEqual({ outcome: 'waiting', until: sampleTime + 100 });
      expect((await secrets.findSecret(1, purpose))?.wrongCodes).toBe(2);
      expect((await spend(true, sampleTime + 100)).outcome).toBe('right');
    });

    test('of nothing, of nobody, and after its time is none', async () => {
      using stores = await openWithSecret(openFresh);
      const { secrets } = stores;
      const right = rules(true);
      expect(await secrets.spendCode(1, 'new address', sampleTime, right)).toEqual({
        outcome: 'none',
      });
      expect(await secrets.spendCode(9, purpose, sampleTime, right)).toEqual({ outcome: 'none' });
      const late = await secrets.spendCode(1, purpose, sampleTime + 60_000, right);
      expect(late).toEqual({ outcome: 'none' });
    });
  });

  test('expired ones go, and so do names whose time is over', async () => {
    using stores = await openWithSecret(openFresh);
    const { secrets, accounts, registration } = stores;
    const gone = await accounts.insertAccount(accountNamed('Gone'));
    const after = {
      skeletonHash: 's',
      reservedUntil: sampleTime + 5,
      now: sampleTime,
      errand: undefined,
    };
    await registration.remove(gone, after);
    await secrets.removeExpired({ expiredBefore: sampleTime + 60_000, now: sampleTime + 4 });
    expect(await secrets.findSecret(1, purpose)).toBeDefined();
    expect(await registration.findNameObstacle('Gone', 's', 0)).toBeDefined();
    await secrets.removeExpired({ expiredBefore: sampleTime + 60_001, now: sampleTime + 5 });
    expect(await secrets.findSecret(1, purpose)).toBeUndefined();
    expect(await registration.findNameObstacle('Gone', 's', 0)).toBeUndefined();
  });
}
