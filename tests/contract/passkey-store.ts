// What every store of passkeys must do.

import { expect, test } from 'bun:test';
import { LOG_BOUNDS, toLogEntry } from '../../src/modules/account/account-log.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  openWithTwo,
  sampleRegistration,
} from './fresh-stores.ts';

const KEY = Uint8Array.of(165, 1, 2, 0, 255);
const passkeyOf = (accountId: number, credentialId = `id-${accountId}`, createdAt = 5) => ({
  accountId,
  credentialId,
  publicKey: KEY,
  counter: 3,
  transports: 'usb,nfc',
  name: 'Key',
  userHandle: null,
  createdAt,
});
const givenWith = (recoveryHashes = ['one', 'two']) => ({ atMost: 2, recoveryHashes });
const notes = {
  entry: toLogEntry(7, 'passkey removed', { detail: 'Key' }),
  bounds: LOG_BOUNDS,
  emailJobs: [],
};

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describePasskeyStore(openFresh: OpenFresh): void {
  const idOf = async ({ passkeys }: FreshStores, credentialId: string) =>
    (await passkeys.findPasskey(credentialId))?.id ?? 0;

  test('a passkey is read as it was stored, and the first factor brings recovery codes', async () => {
    using stores = await openWithTwo(openFresh);
    const { passkeys, security } = stores;
    expect(await passkeys.addPasskey(passkeyOf(1), givenWith())).toBe('first');
    expect(await passkeys.findPasskey('id-1')).toEqual({
      ...passkeyOf(1),
      id: expect.any(Number),
      lastUsedAt: null,
    });
    expect((await security.findSecurity(1)).passkeysSince).toBe(5);
    expect(await security.countRecoveryCodes(1)).toBe(2);
    expect(await passkeys.addPasskey(passkeyOf(1, 'more', 9), givenWith(['three']))).toBe(
      'further',
    );
    expect((await security.findSecurity(1)).passkeysSince).toBe(5);
    expect(await security.countRecoveryCodes(1)).toBe(2);
    const names = (await passkeys.listPasskeys(1)).map(({ credentialId }) => credentialId);
    expect(names).toEqual(['id-1', 'more']);
    expect(await passkeys.listPasskeys(2)).toEqual([]);
  });

  test('one too many, a known one, and one of an account that is gone are refused', async () => {
    using stores = await openWithTwo(openFresh);
    const { passkeys, security } = stores;
    await passkeys.addPasskey(passkeyOf(1), givenWith());
    expect(await passkeys.addPasskey(passkeyOf(2, 'id-1'), givenWith())).toBe('refused');
    expect((await security.findSecurity(2)).passkeysSince).toBeNull();
    await passkeys.addPasskey(passkeyOf(1, 'more'), givenWith());
    expect(await passkeys.addPasskey(passkeyOf(1, 'third'), givenWith())).toBe('refused');
    expect(await passkeys.addPasskey(passkeyOf(3), givenWith())).toBe('refused');
    expect(await passkeys.listPasskeys(1)).toHaveLength(2);
  });

  test('a counter only goes up, unless it stays at zero', async () => {
    using stores = await openWithTwo(openFresh);
    const { passkeys } = stores;
    await passkeys.addPasskey(passkeyOf(1), givenWith());
    const id = await idOf(stores, 'id-1');
    expect(await passkeys.usePasskey(id, 4, 100)).toBe('used');
    for (const counter of [4, 3, 0]) {
      expect(await passkeys.usePasskey(id, counter, 200)).toBe('copied');
    }
    expect(await passkeys.findPasskey('id-1')).toMatchObject({ counter: 4, lastUsedAt: 100 });
    await passkeys.addPasskey({ ...passkeyOf(1, 'still'), counter: 0 }, givenWith());
    const still = await idOf(stores, 'still');
    expect(await passkeys.usePasskey(still, 0, 300)).toBe('used');
    expect(await passkeys.usePasskey(still, 0, 400)).toBe('used');
    await passkeys.removePasskey(1, still);
    expect(await passkeys.usePasskey(still, 0, 500)).toBe('gone');
  });

  test('the last one takes the recovery codes along, with the notes, and only its owner removes it', async () => {
    using stores = await openWithTwo(openFresh);
    const { passkeys, security, accountLog } = stores;
    for (const name of ['one', 'two']) {
      await passkeys.addPasskey(passkeyOf(1, name), givenWith());
    }
    expect(await passkeys.removePasskey(2, await idOf(stores, 'one'), notes)).toBe('gone');
    expect(await passkeys.removePasskey(1, await idOf(stores, 'one'), notes)).toBe('removed');
    expect((await security.findSecurity(1)).passkeysSince).toBe(5);
    expect(await passkeys.removePasskey(1, await idOf(stores, 'two'), notes)).toBe('removed');
    expect((await security.findSecurity(1)).passkeysSince).toBeNull();
    expect(await security.countRecoveryCodes(1)).toBe(0);
    expect(await accountLog.listLogEntries(1)).toMatchObject([
      { event: 'passkey removed', detail: 'Key', count: 2 },
    ]);
    expect(await accountLog.listLogEntries(2)).toEqual([]);
  });

  test('an account registers with a passkey, or not at all', async () => {
    using stores = await openWithTwo(openFresh);
    const { passkeys, security, accounts } = stores;
    const { accountId: _, ...passkey } = { ...passkeyOf(0, 'first'), userHandle: 'aGFuZGxl' };
    const carol = sampleRegistration('Carol');
    expect(await passkeys.registerAccount(carol, passkey)).toMatchObject({
      outcome: 'registered',
      account: { id: 3, name: 'Carol' },
    });
    expect(await passkeys.findPasskey('first')).toMatchObject({ ...passkey, accountId: 3 });
    expect((await security.findSecurity(3)).passkeysSince).toBe(5);
    expect(await passkeys.registerAccount(carol, { ...passkey, credentialId: 'other' })).toEqual({
      outcome: 'name',
      obstacle: { kind: 'taken' },
    });
    expect(await passkeys.findPasskey('other')).toBeUndefined();
    const dave = sampleRegistration('Dave');
    expect(await passkeys.registerAccount(dave, passkey)).toBe('refused');
    expect(await accounts.findAccountByName('Dave')).toBeUndefined();
  });

  test('the last one of an account without a password stays', async () => {
    using stores = openFresh();
    const { passkeys, accounts } = stores;
    await accounts.insertAccount(accountNamed('Alice', { passwordHash: '!$argon2id$of-nobody' }));
    for (const name of ['one', 'two']) await passkeys.addPasskey(passkeyOf(1, name), givenWith());
    expect(await passkeys.removePasskey(1, await idOf(stores, 'one'))).toBe('removed');
    expect(await passkeys.removePasskey(1, await idOf(stores, 'two'))).toBe('needed');
    expect(await passkeys.listPasskeys(1)).toHaveLength(1);
    await accounts.updateAccount(1, { passwordHash: '$argon2id$set' }, { endSessions: false });
    expect(await passkeys.removePasskey(1, await idOf(stores, 'two'))).toBe('removed');
  });

  test('another factor keeps the recovery codes, and its end keeps the passkeys', async () => {
    using stores = await openWithTwo(openFresh);
    const { passkeys, security } = stores;
    await security.turnOnMailCodes(1, 1, ['one']);
    expect(await passkeys.addPasskey(passkeyOf(1), givenWith())).toBe('further');
    await security.turnOffMailCodes(1);
    expect(await passkeys.listPasskeys(1)).toHaveLength(1);
    expect(await security.countRecoveryCodes(1)).toBe(1);
    await security.turnOnMailCodes(1, 1, []);
    await passkeys.removePasskey(1, await idOf(stores, 'id-1'));
    expect(await security.countRecoveryCodes(1)).toBe(1);
  });

  test('a deleted account leaves none', async () => {
    using stores = await openWithTwo(openFresh);
    const { accounts, passkeys } = stores;
    await passkeys.addPasskey(passkeyOf(1), givenWith());
    await accounts.deleteAccount(1);
    expect(await passkeys.findPasskey('id-1')).toBeUndefined();
  });
}
