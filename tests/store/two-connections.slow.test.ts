// Only two connections to one file show the service and the command line on it at once.

import { describe, expect, test } from 'bun:test';
import type { Account } from '../../src/accounts/ports.ts';
import type { NewLogEntry } from '../../src/accounts/security-ports.ts';
import { openStore, type Store } from '../../src/store/sqlite/open-store.ts';
import {
  accountNamed,
  sampleAccount,
  sampleServer,
  sampleSession,
} from '../contract/fresh-stores.ts';
import { entryOf, rangeOf } from '../support/moderation-samples.ts';
import { makeFolder } from './folders.ts';
import { runTogether, startChild } from './processes.ts';

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

test('processes that write at once lose nothing and share no id', async () => {
  using folder = makeFolder();
  using store = openStore({ folder: folder.path });
  const before = store.changes.version();
  const answers = (await runTogether('insert', folder.path, 3)).flat();
  expect(new Set(answers).size).toBe(150);
  const stored = await store.accounts.listAccounts({ afterId: 0, limit: 1000 });
  expect(stored.map((account) => account.id)).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
  expect(store.changes.version()).not.toBe(before);
  expect(store.checkIntegrity()).toEqual([]);
});

describe('a change that reads before it writes', () => {
  const notes = { bounds: { atMost: 9, sameWithinMs: 0 }, emailJobs: [] };
  const changes: [string, (store: Store, account: Account) => Promise<unknown>, unknown][] = [
    [
      'a factor',
      ({ security }) => security.startTotp(1, { secret: 'A', at: 1, sessionHash: 's' }),
      true,
    ],
    ['codes by mail', ({ security }) => security.turnOnMailCodes(1, 1, ['h']), 'first'],
    ['a guarded account', ({ security }) => security.protectUntil(1, 9), 0],
    [
      'recovery codes',
      async ({ security }) => {
        const entry = { at: 1, event: 'recovery codes made', device: '', country: '', detail: '' };
        await security.replaceRecoveryCodes(1, ['h'], 1, { entry: entry as NewLogEntry, ...notes });
        return security.countRecoveryCodes(1);
      },
      1,
    ],
    [
      'a login code',
      ({ security }) =>
        security.addLoginCode(
          { accountId: 1, codeHash: 'h', sentAt: 1, validUntil: 9 },
          { apartMs: 1, perHour: 9 },
        ),
      'added',
    ],
    [
      'the log of an account',
      async ({ accountLog }) => {
        const entry = { at: 1, event: 'logged in', device: '', country: '', detail: '' } as const;
        await accountLog.addLogEntry(1, entry, notes.bounds);
        return (await accountLog.listLogEntries(1)).length;
      },
      1,
    ],
    [
      'a session',
      ({ sessions }, { passwordHash }) =>
        sessions.startSession(sampleSession(), { passwordHash, endsValueHash: undefined }),
      true,
    ],
    [
      'an account by its owner',
      async ({ registration }, account) =>
        (await registration.apply(account, { changes: { email: 'n@example.net' } }))?.email,
      'n@example.net',
    ],
    [
      'an account by an administrator',
      async ({ administration }, account) => {
        const action = { entries: [entryOf()], keepsAdministrator: true, refusesAlike: true };
        return (await administration.changeAccount(account, { flags: 'd' }, action))?.flags;
      },
      'd',
    ],
  ];
  test.each(changes)('waits for another process that writes: %s', async (_what, change, result) => {
    using folder = makeFolder();
    using store = openStore({ folder: folder.path });
    const account = await store.accounts.insertAccount(sampleAccount());
    await using child = await startChild('hold-write', folder.path);
    child.go();
    expect(await child.readLine()).toBe('held');
    expect(await change(store, account)).toEqual(result);
    expect(await child.readLine()).toBe('done');
    expect((await store.accounts.findAccountById(1))?.forumTitle).toBe('held');
  });
});
