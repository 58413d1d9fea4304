// What every store of registrations, email jobs and invites must do.

import { describe, expect, test } from 'bun:test';
import type { AccountAsRead, NameObstacle } from '../../src/modules/account/account-ports.ts';
import type { EmailMessage } from '../../src/modules/email/email-ports.ts';
import { banOf, entryOf } from '../support/moderation-samples.ts';
import {
  accountNamed,
  type FreshStores,
  type OpenFresh,
  refusalOf,
  sampleEmailJob,
  sampleRegistration,
  sampleSecret,
  sampleSession,
  sampleTime,
} from './fresh-stores.ts';

const invite = { codeHash: 'd4', uses: 2, usesLeft: 2, createdAt: 1, expiresAt: sampleTime + 1 };

/** What an account was when it was read, and is no more. */
const CHANGED: [string, Partial<AccountAsRead>][] = [
  ['is gone', { id: 2 }],
  ['has another password by now', { passwordHash: 'another' }],
  ['has another address by now', { email: 'other@example.net' }],
  ['has confirmed its address meanwhile', { emailConfirmedAt: null }],
  ['was verified meanwhile', { verifiedAt: null }],
];

/** What a removal leaves behind. */
const AFTER = {
  skeletonHash: 's',
  reservedUntil: sampleTime + 9,
  now: sampleTime,
  emailJob: undefined,
};

async function addEmail(
  { outbox }: FreshStores,
  to: string,
  { accountName = 'x', createdAt = sampleTime, kind = 'password changed', at = 1 } = {},
): Promise<void> {
  const email = { kind, to, accountName, language: 'en', at, token: 't', code: '1', validUntil: 2 };
  await outbox.addToOutbox({ email: email as EmailMessage, createdAt, expiresAt: null }, 99);
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeRegistrationStore(openFresh: OpenFresh): void {
  describe('registering', () => {
    test('makes the account and its changes', async () => {
      using stores = openFresh();
      // Of another number, so that whose they are is filled in.
      await stores.accounts.insertAccount(accountNamed('Bob'));
      const { accountId: _, ...secret } = sampleSecret();
      const { accountId: __, ...emailJob } = sampleEmailJob();
      const outcome = await stores.registration.register(
        sampleRegistration('Alice', { change: { secret, emailJobs: [emailJob] } }),
      );
      const account = await stores.accounts.findAccountByName('Alice');
      if (account === undefined) throw new Error('there is no account');
      expect(outcome).toEqual({ outcome: 'registered', account });
      const accountId = 2;
      expect(account.id).toBe(accountId);
      const stored = { ...secret, accountId };
      expect(await stores.secrets.findSecret(accountId, 'verify address')).toEqual(stored);
      expect(await stores.outbox.listEmailJobs(9)).toEqual([{ id: 1, ...emailJob, accountId }]);
    });

    const obstacles: [title: string, name: string, obstacle: NameObstacle | undefined][] = [
      ['the same name', 'Alice', { kind: 'taken' }],
      ['other case', 'aLICE', { kind: 'taken' }],
      ['a lookalike', 'A1ice', { kind: 'confusable', with: 'Alice' }],
      ['a released one', 'Gone', { kind: 'released', until: sampleTime + 5 }],
      ['another', 'Bob', undefined],
    ];
    test.each(obstacles)('finds in the way of a name: %s', async (_title, name, obstacle) => {
      using stores = openFresh();
      await stores.accounts.insertAccount(accountNamed('Alice'));
      const gone = await stores.accounts.insertAccount(accountNamed('Gone'));
      const reserved = { skeletonHash: 'skeleton of gone', reservedUntil: sampleTime + 5 };
      await stores.registration.remove(gone, { ...AFTER, ...reserved });
      const request = sampleRegistration(name);
      const { skeletonHash } = request;
      const found = await stores.registration.findNameObstacle(name, skeletonHash, sampleTime);
      expect(found).toEqual(obstacle);
      const outcome = await stores.registration.register(request);
      expect(outcome).toMatchObject(
        obstacle === undefined ? { outcome: 'registered' } : { outcome: 'name', obstacle },
      );
      const later = await stores.registration.findNameObstacle(
        'Gone',
        'skeleton of gone',
        sampleTime + 5,
      );
      expect(later).toBeUndefined();
    });

    test('where a lookalike and the name itself exist, the obstacle is the name', async () => {
      using stores = openFresh();
      for (const name of ['Alice', 'A1ice'])
        await stores.accounts.insertAccount(accountNamed(name));
      const find = (name: string) => stores.registration.findNameObstacle(name, '', sampleTime);
      expect(await find('ALICE')).toEqual({ kind: 'taken' });
      expect(await find('a1ICE')).toEqual({ kind: 'taken' });
      const findFor = (name: string, bearerId: number) =>
        stores.registration.findNameObstacle(name, '', sampleTime, bearerId);
      expect(await findFor('ALICE', 1)).toEqual({ kind: 'confusable', with: 'A1ice' });
      expect(await findFor('A1ICE', 1)).toEqual({ kind: 'taken' });
      await stores.accounts.deleteAccount(2);
      expect(await findFor('A1ICE', 1)).toBeUndefined();
    });

    test('with an invite uses it up, and makes nothing when it is not good', async () => {
      using stores = openFresh();
      await stores.invites.addInvite(invite);
      const register = (name: string, inviteHash: string, now = sampleTime) =>
        stores.registration.register(sampleRegistration(name, { inviteHash, now }));
      expect((await register('a', 'd4')).outcome).toBe('registered');
      expect((await register('b', 'other')).outcome).toBe('invite');
      expect((await register('c', 'd4', sampleTime + 1)).outcome).toBe('invite');
      expect(await stores.invites.isInviteGood('d4', sampleTime)).toBe(true);
      expect((await register('d', 'd4')).outcome).toBe('registered');
      expect((await register('e', 'd4')).outcome).toBe('invite');
      expect(await stores.invites.isInviteGood('d4', sampleTime)).toBe(false);
      const { codeHash: _, ...listed } = invite;
      expect(await stores.invites.listInvites()).toEqual([{ id: 1, ...listed, usesLeft: 0 }]);
      const all = { now: sampleTime, limit: 99 };
      expect(await stores.administration.searchAccounts(all)).toHaveLength(2);
      expect(await stores.invites.removeInvite(1)).toBe(true);
      expect(await stores.invites.removeInvite(1)).toBe(false);
    });

    test('a change that fails leaves nothing: no account, no use of the invite', async () => {
      using stores = openFresh();
      await stores.accounts.insertAccount(accountNamed('Owner'));
      await stores.invites.addInvite(invite);
      const request = sampleRegistration('Alice', {
        inviteHash: 'd4',
        change: { changes: { email: 'OWNER@example.net', emailConfirmedAt: 1 } },
      });
      const error = await refusalOf(stores.registration.register(request));
      expect(error).toMatchObject({ kind: 'conflict' });
      expect(await stores.accounts.findAccountByName('Alice')).toBeUndefined();
      expect((await stores.invites.listInvites())[0]?.usesLeft).toBe(2);
    });

    test('the first administrator is the first', async () => {
      using stores = openFresh();
      expect(await stores.registration.hasAdministrator()).toBe(false);
      const { registration } = stores;
      const addLink = (tokenHash: string, expiresAt: number, now: number) =>
        registration.addFirstAdministratorLink({ tokenHash, expiresAt }, now);
      expect(await addLink('a1', 50, 10)).toBe(true);
      expect(await addLink('a2', 60, 20)).toBe(true);
      const areGood = (now: number) =>
        Promise.all(
          ['a1', 'a2', 'a3'].map((it) => registration.isFirstAdministratorLinkGood(it, now)),
        );
      expect(await areGood(49)).toEqual([true, true, false]);
      expect(await areGood(50)).toEqual([false, true, false]);
      // Removes what has expired by then.
      expect(await addLink('a3', 99, 50)).toBe(true);
      expect(await areGood(40)).toEqual([false, true, true]);
      const register = (name: string) =>
        stores.registration.register(
          sampleRegistration(name, {
            account: accountNamed(name, { role: 'administrator' }),
            isFirstAdministrator: true,
          }),
        );
      expect((await register('One')).outcome).toBe('registered');
      expect((await register('Two')).outcome).toBe('administrator exists');
      expect(await stores.registration.hasAdministrator()).toBe(true);
      expect(await areGood(40)).toEqual([false, false, false]);
      expect(await addLink('a4', 99, 50)).toBe(false);
      // The links are gone, not only refused.
      await stores.accounts.deleteAccount(1);
      expect(await areGood(40)).toEqual([false, false, false]);
    });
  });

  describe('an address', () => {
    test('is claimed by many and confirmed by one', async () => {
      using stores = openFresh();
      const email = 'both@example.net';
      const claim = { email, emailConfirmedAt: null };
      for (const name of ['One', 'Two', 'Three', 'Four']) {
        await stores.accounts.insertAccount(accountNamed(name, claim));
      }
      const find = async () =>
        (await stores.registration.findAccountsByEmail('BOTH@example.net')).map(({ name }) => name);
      expect(await find()).toEqual(['Four', 'Three', 'Two']);
      const confirm = (id: number) =>
        stores.accounts.updateAccount(id, { emailConfirmedAt: 5 }, { endSessions: false });
      await confirm(1);
      expect(await find()).toEqual(['One']);
      expect(await refusalOf(confirm(2))).toMatchObject({ kind: 'conflict' });
      expect(await stores.registration.findAccountsByEmail('none@example.net')).toEqual([]);
    });
  });

  describe('a change', () => {
    test('is made as a whole', async () => {
      using stores = openFresh();
      const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
      const session = sampleSession();
      const conditions = { passwordHash: alice.passwordHash, endsValueHash: undefined };
      await stores.sessions.startSession(session, conditions);
      await stores.secrets.putSecret(sampleSecret({ purpose: 'reset password', tokenHash: 'r' }));
      const done = await stores.registration.apply(alice, {
        changes: { passwordHash: 'new', name: 'Alicia' },
        endSessions: true,
        forget: ['reset password'],
        secret: sampleSecret(),
        emailJobs: [sampleEmailJob()],
      });
      expect(done).toEqual({ ...alice, name: 'Alicia', passwordHash: 'new' });
      expect(await stores.accounts.findAccountByName('ALICIA')).toEqual(done);
      expect(await stores.sessions.findSession(session.valueHash)).toBeUndefined();
      expect(await stores.secrets.findSecret(1, 'reset password')).toBeUndefined();
      expect(await stores.secrets.findSecret(1, 'verify address')).toEqual(sampleSecret());
      expect(await stores.outbox.listEmailJobs(9)).toHaveLength(1);
    });

    test.each(CHANGED)('is not made to an account that %s', async (_what, changes) => {
      using stores = openFresh();
      const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
      const change = { changes: { name: 'Alicia' }, emailJobs: [sampleEmailJob()] };
      const read = { ...alice, ...changes };
      expect(await stores.registration.apply(read, change)).toBeUndefined();
      expect((await stores.accounts.findAccountById(1))?.name).toBe('Alice');
      expect(await stores.outbox.listEmailJobs(9)).toEqual([]);
    });
  });

  describe('removing', () => {
    test('removes everything of the account, and the emails to its address', async () => {
      using stores = openFresh();
      const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
      const bob = await stores.accounts.insertAccount(accountNamed('Bob'));
      await stores.secrets.putSecret(sampleSecret());
      await stores.outbox.addEmailJob(sampleEmailJob());
      const recipients = async () =>
        (await stores.outbox.listOutbox()).map(({ email }) => email.to);
      for (const to of ['ALICE@example.net', bob.email]) await addEmail(stores, to);
      const emailJob = sampleEmailJob({ kind: 'account deleted', accountId: null, code: '' });
      const removed = await stores.registration.remove(alice, { ...AFTER, emailJob });
      expect(removed).toEqual(alice);
      expect(await stores.accounts.findAccountById(1)).toBeUndefined();
      expect(await stores.secrets.findSecret(1, 'verify address')).toBeUndefined();
      expect(await recipients()).toEqual([bob.email]);
      expect(await stores.outbox.listEmailJobs(9)).toEqual([{ id: 4, ...emailJob }]);
    });

    test('removes the emails to an address with other letters than A to Z', async () => {
      using stores = openFresh();
      const to = 'ÄRGER@example.net';
      const account = await stores.accounts.insertAccount(accountNamed('Alice', { email: to }));
      await addEmail(stores, to, { accountName: 'Alice', createdAt: 1 });
      const everything = await stores.registration.readEverything(account);
      expect(everything.emails).toHaveLength(1);
      await stores.registration.remove(account, AFTER);
      expect(await stores.outbox.listOutbox()).toEqual([]);
    });

    test('leaves the emails to an address that nobody confirmed', async () => {
      using stores = openFresh();
      const claim = { email: 'owner@example.net', emailConfirmedAt: null };
      const alice = await stores.accounts.insertAccount(accountNamed('Alice', claim));
      await addEmail(stores, 'owner@example.net');
      expect((await stores.registration.readEverything(alice)).emails).toEqual([]);
      await stores.registration.remove(alice, AFTER);
      expect(await stores.outbox.listOutbox()).toHaveLength(1);
    });

    test('removes the emails about the account, whatever address they go to', async () => {
      using stores = openFresh();
      for (const emailConfirmedAt of [null, sampleTime]) {
        const alice = await stores.accounts.insertAccount(
          accountNamed('Alice', { emailConfirmedAt }),
        );
        const add = (accountName: string, to: string, createdAt = alice.registeredAt) =>
          addEmail(stores, to, { kind: 'address changed', accountName, createdAt });
        await add('Alice', 'before@example.net');
        await add('Alice', 'former@example.net', alice.registeredAt - 1);
        await add('Alicia', 'alicia@example.net');
        const { emails } = await stores.registration.readEverything(alice);
        expect(emails).toMatchObject([{ recipient: 'before@example.net' }]);
        await stores.registration.remove(alice, AFTER);
        const left = await stores.outbox.listOutbox();
        expect(left.map(({ email }) => email.accountName)).toEqual(['Alicia']);
        await stores.outbox.removeFromOutbox(left[0]?.id ?? 0);
      }
    });

    test('an export holds no email that would reveal whether somebody else has the address', async () => {
      using stores = openFresh();
      const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
      for (const kind of ['verify address', 'confirm new address', 'reset password']) {
        await addEmail(stores, 'typed@example.net', { kind, accountName: 'Alice' });
      }
      expect((await stores.registration.readEverything(alice)).emails).toEqual([]);
      await stores.registration.remove(alice, AFTER);
      expect(await stores.outbox.listOutbox()).toEqual([]);
    });

    test.each(CHANGED)('is not made to an account that %s', async (_what, changes) => {
      using stores = openFresh();
      const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
      const removed = await stores.registration.remove({ ...alice, ...changes }, AFTER);
      expect(removed).toBeUndefined();
      expect(await stores.accounts.findAccountById(1)).toBeDefined();
    });

    test('does not take the last administrator', async () => {
      using stores = openFresh();
      const admin = (name: string) => accountNamed(name, { role: 'administrator' });
      const first = await stores.accounts.insertAccount(admin('First'));
      await stores.accounts.insertAccount(accountNamed('Player'));
      expect(await refusalOf(stores.registration.remove(first, AFTER))).toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('last administrator'),
      });
      expect(await stores.accounts.findAccountById(1)).toEqual(first);
      await stores.accounts.insertAccount(admin('Second'));
      expect(await stores.registration.remove(first, AFTER)).toEqual(first);
    });

    test('of a name that is reserved already counts from the later time', async () => {
      using stores = openFresh();
      for (const reservedUntil of [sampleTime + 5, sampleTime + 9]) {
        const account = await stores.accounts.insertAccount(accountNamed('Alice'));
        await stores.registration.remove(account, { ...AFTER, reservedUntil });
      }
      expect(await stores.registration.findNameObstacle('Alice', 's', sampleTime)).toEqual({
        kind: 'released',
        until: sampleTime + 9,
      });
    });

    test('accounts never verified go by the day they registered', async () => {
      using stores = openFresh();
      const unverified = { verifiedAt: null };
      for (const account of [
        accountNamed('old', unverified),
        accountNamed('verified'),
        accountNamed('admin', { ...unverified, role: 'administrator' }),
        accountNamed('moderator', { ...unverified, role: 'moderator' }),
        accountNamed('suspended', { ...unverified, suspendedAt: 1 }),
        accountNamed('back', { ...unverified, suspendedAt: 1, suspendedUntil: sampleTime + 2 }),
        accountNamed('young', { ...unverified, registeredAt: sampleTime + 1 }),
      ]) {
        await stores.accounts.insertAccount(account);
      }
      expect(await stores.registration.removeUnverified(sampleTime)).toEqual([]);
      expect(await stores.registration.removeUnverified(sampleTime + 1)).toEqual(['old']);
      const all = { now: sampleTime, limit: 99 };
      expect(await stores.administration.searchAccounts(all)).toHaveLength(6);
      expect(await stores.registration.removeUnverified(sampleTime + 2)).toEqual([
        ...['back', 'young'],
      ]);
    });

    test('suspensions that ended by themselves are cleared of verified accounts', async () => {
      using stores = openFresh();
      const suspended = { suspendedAt: 1, suspensionReason: 'why' };
      const until = { ...suspended, suspendedUntil: sampleTime };
      for (const account of [
        accountNamed('over', until),
        accountNamed('unverified', { ...until, verifiedAt: null }),
        accountNamed('later', { ...suspended, suspendedUntil: sampleTime + 1 }),
        accountNamed('for_ever', suspended),
      ]) {
        await stores.accounts.insertAccount(account);
      }
      await stores.registration.clearEndedSuspensions(sampleTime);
      const left = await stores.administration.searchAccounts({ now: 0, limit: 9 });
      const cleared = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
      expect(left.filter(({ suspendedAt }) => suspendedAt === null)).toMatchObject([
        { name: 'over', ...cleared },
      ]);
    });

    test('none is cleared by a clock that leapt', async () => {
      using stores = openFresh();
      const suspended = { suspendedAt: 1, suspendedUntil: sampleTime + 9 };
      await stores.accounts.insertAccount(accountNamed('Alice', suspended));
      await stores.servers.saveBatch({ saved: [], removed: [], aliveAt: sampleTime });
      await stores.registration.clearEndedSuspensions(sampleTime + 400 * 86_400_000);
      expect(await stores.accounts.findAccountById(1)).toMatchObject(suspended);
    });
  });

  test('email jobs wait in order, and one with a code replaces an earlier one', async () => {
    using stores = openFresh();
    await stores.accounts.insertAccount(accountNamed('Alice'));
    const plain = sampleEmailJob({ kind: 'password changed', code: '' });
    await stores.outbox.addEmailJob(sampleEmailJob({ code: '111111' }));
    await stores.outbox.addEmailJob(plain);
    await stores.outbox.addEmailJob(plain);
    await stores.outbox.addEmailJob(sampleEmailJob({ code: '222222' }));
    const codes = async (limit: number) =>
      (await stores.outbox.listEmailJobs(limit)).map(({ code }) => code);
    expect(await codes(9)).toEqual(['', '', '222222']);
    expect(await codes(2)).toEqual(['', '']);
    const [first] = await stores.outbox.listEmailJobs(1);
    await stores.outbox.replaceEmailJob(first?.id ?? 0, []);
    expect(await stores.outbox.replaceEmailJob(99, [])).toBeUndefined();
    expect(await codes(9)).toEqual(['', '222222']);
  });

  test('everything about an account is every table that knows it, and no secret', async () => {
    using stores = openFresh();
    const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
    await stores.secrets.putSecret(sampleSecret());
    await stores.outbox.addEmailJob(sampleEmailJob());
    const everything = await stores.registration.readEverything(alice);
    expect(Object.keys(everything)).toEqual(
      expect.arrayContaining(['accounts', 'account_secrets', 'email_jobs', 'sessions', 'emails']),
    );
    expect(everything.email_jobs).toEqual([
      {
        id: 1,
        kind: 'verify address',
        account_id: 1,
        account_name: 'Alice',
        recipient: 'alice@example.net',
        created_at: new Date(sampleTime).toISOString(),
        expires_at: new Date(sampleTime + 60_000).toISOString(),
        detail: '',
        until: null,
      },
    ]);
    expect(JSON.stringify(everything)).not.toMatch(/argon2id|a-token|123456|b2b2|c3c3/);
  });

  test('the export of a moderator holds what they did, and nobody else’s does', async () => {
    using stores = openFresh();
    const alice = await stores.accounts.insertAccount(accountNamed('Alice'));
    const bob = await stores.accounts.insertAccount(accountNamed('Bob'));
    const actor = { kind: 'account', id: alice.id, name: 'Alice' } as const;
    const ban = banOf('203.0.113.0/24', 'spam', { author: actor });
    await stores.moderation.addBan(ban, entryOf({ actor, action: 'ban added' }));
    const done = await stores.registration.readEverything(alice);
    expect(done).toMatchObject({
      audit_entries: [{ action: 'ban added' }],
      bans: [{ reason: 'spam' }],
    });
    const nothing = await stores.registration.readEverything(bob);
    expect(nothing).toMatchObject({ audit_entries: [], bans: [] });
  });
}
