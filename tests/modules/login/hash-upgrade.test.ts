// Hashes made at another cost are replaced at the next login, and no login is lost to it.

import { describe, expect, test } from 'bun:test';
import { Failure } from '../../../src/platform/lib/failure.ts';
import {
  createPasswordHasher,
  type PasswordHasher,
} from '../../../src/platform/lib/password-hashing.ts';
import { launcherTexts } from '../../support/failures.ts';
import {
  type AccountsFixture,
  openAccounts,
  openAccountsFixture,
  openWithAlice,
  PASSWORD,
} from '../../support/test-accounts.ts';

const OLD = createPasswordHasher({ memoryKib: 8, iterations: 1 });
const NEW = createPasswordHasher({ memoryKib: 16, iterations: 2 });

async function openWithOldHash(passwords: PasswordHasher = NEW): Promise<AccountsFixture> {
  const fixture = openAccountsFixture({ passwords });
  const passwordHash = await OLD.hash(PASSWORD);
  await fixture.register('Alice');
  await fixture.store.accounts.updateAccount(1, { passwordHash }, { endSessions: false });
  return fixture;
}

const hashOf = async (fixture: AccountsFixture) =>
  (await fixture.store.accounts.findAccountById(1))?.passwordHash;

describe('a hash of an older cost', () => {
  test('becomes one of today’s at a login, and sessions go on', async () => {
    using fixture = await openWithOldHash();
    const before = await hashOf(fixture);
    expect(before).toContain('m=8,t=1,p=1');
    const running = fixture.openBrowser();
    expect((await running.logIn()).errors).toEqual([]);
    expect(await hashOf(fixture)).toContain('m=16,t=2,p=1');
    const upgraded = await hashOf(fixture);
    expect((await fixture.openBrowser().logIn()).errors).toEqual([]);
    expect(await hashOf(fixture)).toBe(upgraded);
    expect((await running.openLogin()).isAuthenticated).toBe(true);
  });

  test('is left alone by a wrong password, and by a suspended account', async () => {
    using fixture = await openWithOldHash();
    const before = await hashOf(fixture);
    await fixture.openBrowser().logIn({ password: 'wrong horse' });
    await fixture.administration.suspendAccount('Alice', '');
    expect((await fixture.openBrowser().logIn()).errors).toEqual([launcherTexts.suspended()]);
    expect(await hashOf(fixture)).toBe(before);
  });

  test('lets everybody log in at the same time', async () => {
    using fixture = await openWithOldHash();
    const logins = Array.from({ length: 8 }, (_, number) =>
      fixture.openBrowser().logIn({}, `203.0.${number}.7`),
    );
    expect((await Promise.all(logins)).flatMap(({ errors }) => errors)).toEqual([]);
  });

  test('stays for another day when hashing is busy', async () => {
    const busy: PasswordHasher = {
      ...NEW,
      hash: async () => {
        throw new Failure('unavailable', 'busy');
      },
    };
    using fixture = await openWithAlice();
    const passwordHash = await OLD.hash(PASSWORD);
    await fixture.store.accounts.updateAccount(1, { passwordHash }, { endSessions: false });
    const { accounts } = openAccounts({ ...fixture.ports, passwords: busy });
    expect((await fixture.openBrowser(accounts).logIn()).errors).toEqual([]);
    expect(await hashOf(fixture)).toBe(passwordHash);
  });

  /** Logs in while something happens between the check of the password and the start of the session. */
  async function logInAcross(
    stored: PasswordHasher,
    between: (fixture: AccountsFixture, from: string) => Promise<unknown>,
  ): Promise<string[]> {
    using fixture = await openWithAlice();
    const from = await stored.hash(PASSWORD);
    await fixture.store.accounts.updateAccount(1, { passwordHash: from }, { endSessions: false });
    const full: PasswordHasher = {
      ...NEW,
      // This login cannot upgrade the hash by itself.
      hash: async () => {
        throw new Failure('unavailable', 'busy');
      },
    };
    const { sessions } = fixture.store;
    const late: typeof sessions = Object.assign(Object.create(sessions), {
      async startSession(...requested: Parameters<typeof sessions.startSession>) {
        await between(fixture, from);
        return sessions.startSession(...requested);
      },
    });
    const { accounts } = openAccounts({
      ...fixture.ports,
      sessions: late,
      passwords: full,
    });
    return (await fixture.openBrowser(accounts).logIn()).errors;
  }

  test('that another login replaces meanwhile is no wrong password: the service was busy', async () => {
    const errors = await logInAcross(OLD, async ({ store }, from) =>
      store.accounts.replacePasswordHash(1, { from, to: await NEW.hash(PASSWORD) }),
    );
    expect(errors).toEqual([launcherTexts.busy]);
  });

  test.each([
    [
      'a new password',
      async ({ store }: AccountsFixture) =>
        store.accounts.updateAccount(
          1,
          { passwordHash: await NEW.hash('another horse') },
          { endSessions: true },
        ),
      'password',
    ],
    [
      'a suspension',
      (fixture: AccountsFixture) => fixture.administration.suspendAccount('Alice', ''),
      'suspended',
    ],
    [
      'a deletion',
      (fixture: AccountsFixture) => fixture.administration.deleteAccount('Alice'),
      'username',
    ],
  ])('of today that meets %s meanwhile fails', async (_what, between, error) => {
    const [text = ''] = await logInAcross(NEW, between);
    expect(text).toContain(error);
  });

  test('does not outrun a password that was changed meanwhile', async () => {
    using fixture = await openWithAlice();
    const passwordHash = await OLD.hash(PASSWORD);
    await fixture.store.accounts.updateAccount(1, { passwordHash }, { endSessions: false });
    const changing: PasswordHasher = {
      ...NEW,
      async hash(password) {
        const changed = await NEW.hash('another horse');
        await fixture.store.accounts.updateAccount(
          1,
          { passwordHash: changed },
          { endSessions: true },
        );
        return NEW.hash(password);
      },
    };
    const { accounts } = openAccounts({ ...fixture.ports, passwords: changing });
    expect((await fixture.openBrowser(accounts).logIn()).errors).toEqual(['password']);
    expect(await NEW.verify('another horse', (await hashOf(fixture)) ?? '')).toBe(true);
  });
});

test.each([
  ['$argon2id$v=19$m=16,t=2,p=1$c2FsdA$aGFzaA', false],
  ['$argon2id$v=19$m=8,t=2,p=1$c2FsdA$aGFzaA', true],
  ['$argon2id$v=19$m=16,t=1,p=1$c2FsdA$aGFzaA', true],
  ['$argon2id$v=16$m=16,t=2,p=1$c2FsdA$aGFzaA', true],
  ['$argon2i$v=19$m=16,t=2,p=1$c2FsdA$aGFzaA', true],
  ['$argon2id$v=19$m=160,t=2,p=1$c2FsdA$aGFzaA', true],
])('%s is outdated: %p', (hash, is) => {
  expect(NEW.isOutdated(hash)).toBe(is);
});
