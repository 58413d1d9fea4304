// Accounts that an earlier version stored under another spelling of their address: found, one each, and none lost.

import { describe, expect, test } from 'bun:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { sampleTime } from '../contract/fresh-stores.ts';
import { makeFolder } from './folders.ts';

/** A data folder as an earlier version left it: the key of an address was the address in small letters. */
function makeOldFolder(...accounts: [name: string, email: string, confirmedAt?: number][]) {
  const folder = makeFolder();
  const { client } = openDatabase({ folder: folder.path }, migrations, {});
  for (const [name, email, confirmedAt] of accounts) {
    client.run(
      `INSERT INTO accounts (name, name_key, email, email_key, email_confirmed_at, verified_at,
        password_hash, suspension_reason, flags, forum_title, is_premium, registered_at)
        VALUES (?, ?, ?, ?, ?, ?, 'x', '', '', '', 0, ?)`,
      [
        ...[name, name.toLowerCase(), email, email.toLowerCase()],
        ...[confirmedAt ?? null, confirmedAt ?? null, sampleTime],
      ],
    );
  }
  client.close(true);
  return folder;
}

describe('an address that was stored in another spelling', () => {
  test.each([
    ['in Unicode', 'joe@bücher.example'],
    ['in capitals', 'Joe@BÜCHER.example'],
    ['in full-width letters', 'joe@ｂücher.example'],
    ['in ASCII', 'joe@XN--BCHER-KVA.example'],
  ])('%s is found by each of its spellings, and stays as it was typed', async (_what, email) => {
    using folder = makeOldFolder(['Joe', email, sampleTime], ['Other', 'joe@other.example']);
    for (let start = 0; start < 2; start += 1) {
      using store = openStore({ folder: folder.path });
      for (const typed of [email, 'joe@bücher.example', 'JOE@xn--bcher-kva.EXAMPLE']) {
        const found = await store.registration.findAccountsByEmail(typed);
        expect(found.map((account) => [account.name, account.email])).toEqual([['Joe', email]]);
      }
      const query = { now: sampleTime, limit: 9, email: 'joe@xn--bcher-kva.example' };
      const searched = await store.administration.searchAccounts(query);
      expect(searched.map(({ name }) => name)).toEqual(['Joe']);
    }
  });

  test('keeps others from confirming another spelling of it', async () => {
    using folder = makeOldFolder(['Joe', 'joe@bücher.example', sampleTime]);
    using store = openStore({ folder: folder.path });
    const [joe] = await store.registration.findAccountsByEmail('joe@bücher.example');
    if (joe === undefined) throw new Error('Joe is lost.');
    const { id: _id, ...facts } = joe;
    const twin = { ...facts, name: 'Twin', email: 'joe@xn--bcher-kva.example' };
    expect(store.accounts.insertAccount(twin)).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('twice, confirmed both times, loses neither account', async () => {
    using folder = makeOldFolder(
      ['First', 'joe@bücher.example', sampleTime],
      ['Second', 'joe@xn--bcher-kva.example', sampleTime],
      ['Third', 'joe@ｂücher.example', sampleTime],
    );
    using store = openStore({ folder: folder.path });
    for (const [name, typed] of [
      ['First', 'joe@bücher.example'],
      ['Second', 'joe@xn--bcher-kva.example'],
      ['Third', 'joe@ｂücher.example'],
    ] as const) {
      const found = await store.registration.findAccountsByEmail(typed);
      expect(found.map((account) => account.name)).toContain(name);
      expect(await store.accounts.findAccountByName(name)).toMatchObject({ email: typed });
    }
    // Correcting the spelling of one of them fails since it is taken, and nothing is lost.
    const change = { email: 'joe@xn--bcher-kva.example' };
    expect(store.accounts.updateAccount(1, change, { endSessions: false })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await store.accounts.findAccountById(1)).toMatchObject({ email: 'joe@bücher.example' });
  });

  test('before the @ is left alone: two people may have those', async () => {
    using folder = makeOldFolder(
      ['Full', 'ａlice@example.net', sampleTime],
      ['Alice', 'alice@example.net', sampleTime],
    );
    using store = openStore({ folder: folder.path });
    const find = async (typed: string) =>
      (await store.registration.findAccountsByEmail(typed)).map(({ name }) => name);
    expect(await find('alice@example.net')).toEqual(['Alice']);
    expect(await find('ａlice@example.net')).toEqual(['Full']);
  });
});
