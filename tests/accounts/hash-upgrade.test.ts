// Hashes made at another cost are replaced at the next login, and no login is lost to it.

import { describe, expect, test } from 'bun:test';
import { createAccounts } from '../../src/accounts/accounts.ts';
import type { PasswordHasher } from '../../src/accounts/ports.ts';
import { Failure } from '../../src/lib/failure.ts';
import { createPasswordHasher } from '../../src/lib/password-hash.ts';
import { openRoom, PASSWORD, type Room } from './room.ts';

const OLD = createPasswordHasher({ memoryKib: 8, iterations: 1 });
const NEW = createPasswordHasher({ memoryKib: 16, iterations: 2 });

async function openWithOldHash(passwords: PasswordHasher = NEW): Promise<Room> {
  const room = openRoom({ passwords });
  const passwordHash = await OLD.hash(PASSWORD);
  await room.register('Alice');
  await room.store.accounts.updateAccount(1, { passwordHash }, { endSessions: false });
  return room;
}

const hashOf = async (room: Room) => (await room.store.accounts.findAccountById(1))?.passwordHash;

describe('a hash of an older cost', () => {
  test('becomes one of today’s at a login, and sessions go on', async () => {
    using room = await openWithOldHash();
    const before = await hashOf(room);
    expect(before).toContain('m=8,t=1,p=1');
    const running = room.openBrowser();
    expect((await running.logIn()).errors).toEqual([]);
    expect(await hashOf(room)).toContain('m=16,t=2,p=1');
    const upgraded = await hashOf(room);
    expect((await room.openBrowser().logIn()).errors).toEqual([]);
    expect(await hashOf(room)).toBe(upgraded);
    expect((await running.ask()).isAuthenticated).toBe(true);
  });

  test('is left alone by a wrong password, and by a suspended account', async () => {
    using room = await openWithOldHash();
    const before = await hashOf(room);
    await room.openBrowser().logIn({ password: 'wrong horse' });
    await room.administration.suspendAccount('Alice', '');
    expect((await room.openBrowser().logIn()).errors).toEqual(['This account is suspended.']);
    expect(await hashOf(room)).toBe(before);
  });

  test('lets in everybody who logs in at the same time', async () => {
    using room = await openWithOldHash();
    const logins = Array.from({ length: 8 }, (_, number) =>
      room.openBrowser().logIn({}, `203.0.${number}.7`),
    );
    expect((await Promise.all(logins)).flatMap(({ errors }) => errors)).toEqual([]);
  });

  test('stays for another day when there is no room for hashing', async () => {
    const busy: PasswordHasher = {
      ...NEW,
      hash: async () => {
        throw new Failure('unavailable', 'busy');
      },
    };
    using room = openRoom();
    await room.register('Alice');
    const passwordHash = await OLD.hash(PASSWORD);
    await room.store.accounts.updateAccount(1, { passwordHash }, { endSessions: false });
    const accounts = createAccounts({ ...room.ports, passwords: busy });
    expect((await room.openBrowser(accounts).logIn()).errors).toEqual([]);
    expect(await hashOf(room)).toBe(passwordHash);
  });

  /** Logs in while something happens between the check of the password and the start of the session. */
  async function logInAcross(
    stored: PasswordHasher,
    between: (room: Room, from: string) => Promise<unknown>,
  ): Promise<string[]> {
    using room = openRoom();
    await room.register('Alice');
    const from = await stored.hash(PASSWORD);
    await room.store.accounts.updateAccount(1, { passwordHash: from }, { endSessions: false });
    const full: PasswordHasher = {
      ...NEW,
      // This login finds no room to upgrade the hash by itself.
      hash: async () => {
        throw new Failure('unavailable', 'busy');
      },
    };
    const { sessions } = room.store;
    const late: typeof sessions = Object.assign(Object.create(sessions), {
      async startSession(...asked: Parameters<typeof sessions.startSession>) {
        await between(room, from);
        return sessions.startSession(...asked);
      },
    });
    const accounts = createAccounts({ ...room.ports, sessions: late, passwords: full });
    return (await room.openBrowser(accounts).logIn()).errors;
  }

  test('that another login replaces meanwhile is no wrong password: the service was busy', async () => {
    const errors = await logInAcross(OLD, async ({ store }, from) =>
      store.accounts.replacePasswordHash(1, { from, to: await NEW.hash(PASSWORD) }),
    );
    expect(errors).toEqual(['The service is busy, try again in a moment.']);
  });

  test.each([
    [
      'a new password',
      async ({ store }: Room) =>
        store.accounts.updateAccount(
          1,
          { passwordHash: await NEW.hash('another horse') },
          { endSessions: true },
        ),
      'password',
    ],
    ['a suspension', (room: Room) => room.administration.suspendAccount('Alice', ''), 'suspended'],
    ['a deletion', (room: Room) => room.administration.deleteAccount('Alice'), 'username'],
  ])('of today that meets %s meanwhile is told so', async (_what, between, error) => {
    const [text = ''] = await logInAcross(NEW, between);
    expect(text).toContain(error);
  });

  test('does not outrun a password that was changed meanwhile', async () => {
    using room = openRoom();
    await room.register('Alice');
    const passwordHash = await OLD.hash(PASSWORD);
    await room.store.accounts.updateAccount(1, { passwordHash }, { endSessions: false });
    const changing: PasswordHasher = {
      ...NEW,
      async hash(password) {
        const changed = await NEW.hash('another horse');
        await room.store.accounts.updateAccount(
          1,
          { passwordHash: changed },
          { endSessions: true },
        );
        return NEW.hash(password);
      },
    };
    const accounts = createAccounts({ ...room.ports, passwords: changing });
    expect((await room.openBrowser(accounts).logIn()).errors).toEqual(['password']);
    expect(await NEW.verify('another horse', (await hashOf(room)) ?? '')).toBe(true);
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
