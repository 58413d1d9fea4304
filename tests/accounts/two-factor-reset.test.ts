// An administrator takes the second factor off an account: what is gone, and who is told.

import { describe, expect, test } from 'bun:test';
import { becomeOwner, turnOnApp } from './owner.ts';
import { openRoom, PASSWORD } from './room.ts';

describe('a reset', () => {
  test('lets the owner in with the password alone, ends every session, and says so by mail', async () => {
    using room = openRoom();
    await room.register('Alice');
    const owner = await becomeOwner(room);
    await turnOnApp(room, owner);
    await room.composeEmails();
    room.box.letters.length = 0;
    const { resetTwoFactor } = room.administration;
    expect(await resetTwoFactor('aLICE', 'lost phone')).toMatchObject({ name: 'Alice' });
    expect(await room.composeEmails()).toBe(1);
    expect(await room.accounts.recogniseVisitor([owner.value])).toEqual({ kind: 'none' });
    expect((await room.openBrowser().logIn()).errors).toEqual([]);
    expect(room.box.letters).toEqual([
      {
        kind: 'second factor changed',
        to: 'Alice@example.net',
        accountName: 'Alice',
        change: 'reset by an administrator',
        at: room.clock.now(),
      },
    ]);
    const events = (await room.accounts.log.listFor(1)).map(({ event }) => event);
    expect(events.slice(0, 2)).toEqual(['logged in', 'second factor reset']);
    const [action] = await room.store.audit.listActions({ limit: 9 });
    expect(action).toMatchObject({
      ...{ action: 'second factor reset', subject: 'Alice', reason: 'lost phone' },
      actor: { kind: 'command line' },
    });
  });

  test('of an account without one is written down too, and ends its sessions', async () => {
    using room = openRoom();
    await room.register('Ulla', { isVerified: false });
    const owner = await becomeOwner(room, { username: 'Ulla' });
    await room.administration.resetTwoFactor('Ulla');
    expect(await room.accounts.recogniseVisitor([owner.value])).toEqual({ kind: 'none' });
    expect(await room.store.outbox.listEmailJobs(9)).toEqual([]);
  });

  test('spares whoever took the name of the account that was judged', async () => {
    using room = openRoom();
    const { id } = await room.register('Alice');
    const owner = await becomeOwner(room);
    await turnOnApp(room, owner);
    const { findAccountById } = room.store.accounts;
    room.store.accounts.findAccountById = async (asked) => {
      const found = await findAccountById(asked);
      room.store.accounts.findAccountById = findAccountById;
      await room.administration.renameAccount(id, 'Bob');
      const request = { name: 'Alice', email: 'other@example.net', password: PASSWORD };
      await room.administration.createAccount({ ...request, isVerified: true });
      return found;
    };
    const reset = room.administration.resetTwoFactor(id);
    await expect(reset).rejects.toMatchObject({ kind: 'conflict' });
    const other = await becomeOwner(room, { username: 'Alice' });
    expect((await room.accounts.security.describeAll(other)).sessions).toHaveLength(1);
    const events = (await room.accounts.log.listFor(other.account.id)).map(({ event }) => event);
    expect(events).toEqual(['logged in']);
  });
});
