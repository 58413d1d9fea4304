// Only two connections to one file show the service and the command line on it at once.

import { expect, test } from 'bun:test';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import {
  accountNamed,
  sampleAccount,
  sampleServer,
  sampleSession,
} from '../contract/fresh-stores.ts';
import { entryOf, rangeOf } from '../support/moderation-samples.ts';
import { makeFolder } from './folders.ts';

test('each sees what the other committed, at once', async () => {
  using folder = makeFolder();
  using service = openStore({ folder: folder.path });
  using command = openStore({ folder: folder.path });
  const { passwordHash } = await command.accounts.insertAccount(sampleAccount());
  const conditions = { passwordHash, endsValueHash: undefined };
  expect(await service.sessions.startSession(sampleSession(), conditions)).toBe(true);
  await command.accounts.updateAccount(1, { suspendedAt: 1 }, { endSessions: true });
  expect(await service.sessions.findSession(sampleSession().valueHash)).toBeUndefined();
  expect(await service.sessions.startSession(sampleSession(), conditions)).toBe(false);
});

test('the signal moves when another connection commits, and only then', async () => {
  using folder = makeFolder();
  using service = openStore({ folder: folder.path });
  using command = openStore({ folder: folder.path });
  let last = service.changes.version();
  const moved = () => {
    const before = last;
    last = service.changes.version();
    return last !== before;
  };
  expect(moved()).toBe(false);
  await service.accounts.insertAccount(sampleAccount());
  await service.servers.saveBatch({ saved: [sampleServer()], removed: [], aliveAt: 1 });
  expect(moved()).toBe(false);
  await command.accounts.findAccountById(1);
  expect(await command.moderation.removeBan(rangeOf('192.0.2.0/24'), entryOf())).toBe(false);
  expect(moved()).toBe(false);
  await command.moderation.addFeatured(sampleServer().hash, entryOf());
  expect(moved()).toBe(true);
  expect(moved()).toBe(false);
  await command.accounts.updateAccount(1, { flags: 'd' }, { endSessions: false });
  await command.accounts.insertAccount(accountNamed('Bob'));
  expect(moved()).toBe(true);
  expect(moved()).toBe(false);
});

test('a store in memory has nobody to hear from', async () => {
  using store = openStore({ memory: true });
  const before = store.changes.version();
  await store.accounts.insertAccount(sampleAccount());
  expect(store.changes.version()).toBe(before);
});
