// A database with two tables for emails keeps their rows in the outbox, and its audit log stays closed.

import { expect, test } from 'bun:test';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { createStore } from '../../src/store/sqlite/open-store.ts';
import { accountNamed, sampleTime } from '../contract/fresh-stores.ts';
import { entryOf } from '../support/moderation-samples.ts';
import { makeFolder } from './folders.ts';

const BEFORE = migrations.findIndex(({ tag }) => tag.endsWith('_outbox'));

const EMAIL = {
  kind: 'verify address',
  to: 'alice@example.net',
  accountName: 'Alice',
  code: '123456',
  token: 'tok"en\'ü',
  validUntil: sampleTime + 60_000,
} as const;

/** A database of the version before, with emails that wait and failed, jobs, and an entry of the audit log. */
function fillOld(folder: string): void {
  const { client } = openDatabase({ folder }, migrations.slice(0, BEFORE), {});
  for (const [name, email] of [
    ['Alice', 'alice@example.net'],
    ['Bob', 'bob@example.net'],
  ] as const) {
    client.run(
      `INSERT INTO accounts (name, name_key, name_skeleton, email, email_key, password_hash,
        email_confirmed_at, verified_at, suspension_reason, role, flags, forum_title, is_premium, registered_at)
        VALUES (?, ?, ?, ?, ?, 'hash', ?, ?, '', 'administrator', '', '', 0, ?)`,
      [
        ...[name, name.toLowerCase(), name.toLowerCase(), email, email],
        ...[sampleTime, sampleTime, sampleTime],
      ],
    );
  }
  const addEmail = `INSERT INTO letters (recipient, kind, letter, created_at, expires_at, attempts,
    next_attempt_at, last_error, failed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const text = JSON.stringify(EMAIL);
  client.run(addEmail, [EMAIL.to, EMAIL.kind, text, 1, EMAIL.validUntil, 2, 5, '451 busy', null]);
  client.run(addEmail, [EMAIL.to, EMAIL.kind, text, 2, null, 9, 6, '550 no', 7]);
  client.run(addEmail, [EMAIL.to, EMAIL.kind, text, 3, null, 0, 3, '', null]);
  client.run('DELETE FROM letters WHERE id = 3');
  const addErrand = `INSERT INTO letter_errands (kind, account_id, account_name, asked, token, code,
    created_at, valid_until, detail, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  client.run(addErrand, [
    'account suspended',
    1,
    'Alice',
    EMAIL.to,
    '',
    '',
    10,
    20,
    'a "reason"',
    30,
  ]);
  client.run(addErrand, ['reset password', null, '', 'Bob', 'tök', '', 11, 21, '', null]);
  client.run(addErrand, [
    'verify address',
    2,
    'Bob',
    'b@example.net',
    't',
    '000111',
    12,
    22,
    '',
    null,
  ]);
  client.run(
    `INSERT INTO audit_entries (at, actor_id, actor_name, act, subject, reason, detail)
      VALUES (4, 1, 'Alice', 'ban added', '203.0.113.0/24', 'Spam', '')`,
  );
  client.run(
    `INSERT INTO bans (kind, range, reason, author_id, author_name, created_at)
      VALUES ('range', '203.0.113.0/24', 'Spam', 1, 'Alice', 4)`,
  );
  client.run('INSERT INTO account_security (account_id, guarded_until) VALUES (1, 99)');
  client.close(true);
}

test('emails and jobs of both tables are in the outbox, and other columns keep their values', async () => {
  using folder = makeFolder();
  fillOld(folder.path);
  const connection = openDatabase({ folder: folder.path }, migrations, {});
  using store = createStore(connection);
  const { outbox } = store;
  const [first, second, ...others] = await outbox.listOutbox();
  expect(others).toEqual([]);
  expect(first).toEqual({
    ...{ id: 1, email: { ...EMAIL, language: 'en' }, createdAt: 1, expiresAt: EMAIL.validUntil },
    ...{ attempts: 2, nextAttemptAt: 5, lastError: '451 busy', failedAt: null },
  });
  expect(second).toMatchObject({ id: 2, attempts: 9, lastError: '550 no', failedAt: 7 });
  const job = { token: '', code: '', detail: '', until: null };
  expect(await outbox.listEmailJobs(9)).toEqual([
    {
      ...{
        ...job,
        id: 4,
        kind: 'account suspended',
        accountId: 1,
        accountName: 'Alice',
        language: 'en',
      },
      ...{ recipient: EMAIL.to, createdAt: 10, validUntil: 20, detail: 'a "reason"', until: 30 },
    },
    {
      ...{
        ...job,
        id: 5,
        kind: 'reset password',
        accountId: null,
        accountName: '',
        language: 'en',
      },
      ...{ recipient: 'Bob', token: 'tök', createdAt: 11, validUntil: 21 },
    },
    {
      ...{
        ...job,
        id: 6,
        kind: 'verify address',
        accountId: 2,
        accountName: 'Bob',
        language: 'en',
      },
      ...{ recipient: 'b@example.net', token: 't', code: '000111', createdAt: 12, validUntil: 22 },
    },
  ]);
  expect(await store.audit.listActions({ limit: 9 })).toMatchObject([
    { id: 1, at: 4, action: 'ban added', subject: '203.0.113.0/24' },
  ]);
  expect(await store.moderation.listBans()).toMatchObject([{ subject: '203.0.113.0/24' }]);
  expect(await store.security.protectUntil(1, 100)).toBe(99);
  expect(store.checkIntegrity()).toEqual([]);
});

test('jobs still end with their account, and the audit log is still closed', async () => {
  using folder = makeFolder();
  fillOld(folder.path);
  const connection = openDatabase({ folder: folder.path }, migrations, {});
  using store = createStore(connection);
  await store.accounts.deleteAccount(2);
  const jobs = await store.outbox.listEmailJobs(9);
  expect(jobs.map(({ id }) => id)).toEqual([4, 5]);
  for (const sql of ["UPDATE audit_entries SET reason = ''", 'DELETE FROM audit_entries']) {
    expect(() => connection.client.run(sql)).toThrow('the audit log is never changed');
  }
  const entry = entryOf({ action: 'letter dropped', subject: 'letter 1' });
  expect(await store.outbox.dropFromOutbox(1, entry)).toBe(true);
  expect(await store.audit.listActions({ limit: 1 })).toEqual([{ id: 2, ...entry }]);
});

test('the export of an account has the names that it had before', async () => {
  using folder = makeFolder();
  fillOld(folder.path);
  using store = createStore(openDatabase({ folder: folder.path }, migrations, {}));
  const [alice] = await store.accounts.listAccounts({ afterId: 0, limit: 1 });
  if (alice === undefined) throw new Error('there is no account');
  const everything = await store.registration.readEverything(alice);
  expect(Object.keys(everything)).toEqual([
    ...['accounts', 'account_log', 'account_secrets', 'account_security', 'claim_codes', 'claims'],
    ...['devices', 'letter_errands', 'login_codes', 'recovery_codes', 'reports', 'sessions'],
    ...['audit_entries', 'bans', 'letters'],
  ]);
  expect(everything.letter_errands).toMatchObject([
    { asked: EMAIL.to, valid_until: expect.any(String) },
  ]);
  expect(everything.audit_entries).toMatchObject([{ act: 'ban added' }]);
  expect(everything.bans).toMatchObject([{ range: '203.0.113.0/24' }]);
  expect(everything.account_security).toMatchObject([{ guarded_until: expect.any(String) }]);
  expect(JSON.stringify(everything)).not.toMatch(/"(action|recipientAddress|protected_until)":/);
});

test('a number of a job or an email that is gone is given to no other', async () => {
  using folder = makeFolder();
  fillOld(folder.path);
  using store = createStore(openDatabase({ folder: folder.path }, migrations, {}));
  await store.accounts.insertAccount(accountNamed('Carol'));
  await store.outbox.replaceEmailJob(6, []);
  await store.outbox.addToOutbox(
    { email: { ...EMAIL, language: 'en' }, createdAt: 1, expiresAt: null },
    9,
  );
  expect((await store.outbox.listOutbox()).map(({ id }) => id)).toEqual([1, 2, 7]);
});
