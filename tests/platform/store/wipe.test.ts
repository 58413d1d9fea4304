// An account that was removed leaves nothing that could be read in any file of the database.

import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/app/open-stores.ts';
import {
  accountNamed,
  sampleEmailJob,
  sampleSecret,
  sampleSession,
  sampleTime,
} from '../../contract/fresh-stores.ts';
import { makeFolder } from './folders.ts';

const TRACES = ['Wanderer_77', 'wanderer_77', 'traveller@example.net', '$argon2id$of-wanderer'];

/** The traces that stand in any file of the folder. */
function findTraces(path: string): string[] {
  const texts = readdirSync(path)
    .filter((name) => name.startsWith('muster.db'))
    .map((name) => readFileSync(join(path, name), 'latin1'));
  return TRACES.filter((trace) => texts.some((text) => text.includes(trace)));
}

test('neither its name, nor its address, nor its password’s hash', async () => {
  using folder = makeFolder();
  {
    using store = openStore({ folder: folder.path });
    for (let count = 0; count < 50; count += 1) {
      await store.accounts.insertAccount(accountNamed(`Other${count}`));
    }
    const account = await store.accounts.insertAccount(
      accountNamed('Wanderer_77', {
        email: 'traveller@example.net',
        passwordHash: '$argon2id$of-wanderer',
      }),
    );
    const { id: accountId, passwordHash } = account;
    const conditions = { passwordHash, endsValueHash: undefined };
    await store.sessions.startSession(sampleSession({ accountId }), conditions);
    await store.secrets.putSecret(sampleSecret({ accountId, email: account.email }));
    await store.outbox.addEmailJob(sampleEmailJob({ accountId, recipient: account.email }));
    const email = {
      kind: 'password changed',
      to: account.email,
      accountName: 'x',
      language: 'en',
      at: 1,
    } as const;
    await store.outbox.addToOutbox({ email, createdAt: 1, expiresAt: null }, 9);
    // Written over and over, so that older versions of the row stand in the log of changes.
    for (const forumTitle of ['a', 'a much longer title that moves the row', '']) {
      await store.accounts.updateAccount(accountId, { forumTitle }, { endSessions: false });
    }
    expect(findTraces(folder.path)).toEqual(TRACES);
    await store.registration.remove(account, {
      skeletonHash: 'a-hash',
      reservedUntil: sampleTime,
      now: 0,
      emailJob: undefined,
    });
    expect(findTraces(folder.path)).toEqual([]);
  }
  expect(findTraces(folder.path)).toEqual([]);
});

test('a registration that was never confirmed neither', async () => {
  using folder = makeFolder();
  using store = openStore({ folder: folder.path });
  await store.accounts.insertAccount(
    accountNamed('Wanderer_77', {
      email: 'traveller@example.net',
      passwordHash: '$argon2id$of-wanderer',
      verifiedAt: null,
    }),
  );
  expect(findTraces(folder.path)).toEqual(TRACES);
  await store.registration.removeUnverified(sampleTime + 1);
  expect(findTraces(folder.path)).toEqual([]);
});

test('an email that was sent neither, once the store is closed', async () => {
  using folder = makeFolder();
  const [accountName = '', , to = '', token = ''] = TRACES;
  const facts = { kind: 'verify address', language: 'en' } as const;
  const email = { ...facts, to, accountName, token, code: '1' };
  {
    using store = openStore({ folder: folder.path });
    await store.outbox.addToOutbox({ email, createdAt: 1, expiresAt: null }, 9);
    expect(findTraces(folder.path)).toEqual([accountName, to, token]);
    await store.outbox.removeFromOutbox(1);
  }
  expect(findTraces(folder.path)).toEqual([]);
});
