// An administrator takes the second factor off an account: what is gone, and who is told.

import { describe, expect, test } from 'bun:test';
import { createSecondFactorReset } from '../../src/accounts/second-factor/second-factor-reset.ts';
import { becomeOwner, turnOnApp } from './owner.ts';
import { openRoom, type Room } from './room.ts';

const ACTOR = { kind: 'command line' } as const;

const reset = (room: Room, name = 'Alice', reason = 'lost phone') =>
  createSecondFactorReset({ ...room.store, post: room.box, clock: room.clock }).resetSecondFactor(
    ACTOR,
    name,
    reason,
  );

describe('a reset', () => {
  test('lets the owner in with the password alone, ends every session, and says so by mail', async () => {
    using room = openRoom();
    await room.register('Alice');
    const owner = await becomeOwner(room);
    await turnOnApp(room, owner);
    room.box.letters.length = 0;
    expect(await reset(room, 'aLICE')).toMatchObject({ name: 'Alice' });
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
    const [act] = await room.store.audit.listActs({ limit: 9 });
    expect(act).toMatchObject({
      ...{ actor: ACTOR, act: 'second factor reset', subject: 'Alice', reason: 'lost phone' },
    });
  });

  test('of an account without one is written down too, and ends its sessions', async () => {
    using room = openRoom();
    await room.register('Ulla', { isVerified: false });
    const owner = await becomeOwner(room, { username: 'Ulla' });
    await reset(room, 'Ulla', '');
    expect(await room.accounts.recogniseVisitor([owner.value])).toEqual({ kind: 'none' });
    expect(room.box.letters).toEqual([]);
  });

  test.each([
    ['an unknown name', 'Bob', '', 'not_found'],
    ['a name that is none', "' OR 1=1", '', 'not_found'],
    ['a reason of several lines', 'Alice', 'a\nb', 'invalid'],
    ['a reason of 501 characters', 'Alice', 'x'.repeat(501), 'invalid'],
  ])('for %s is refused, and nothing changes', async (_what, name, reason, kind) => {
    using room = openRoom();
    await room.register('Alice');
    const owner = await becomeOwner(room);
    await turnOnApp(room, owner);
    await expect(reset(room, name, reason)).rejects.toMatchObject({ kind });
    expect((await room.accounts.security.describe(owner)).appSince).not.toBeNull();
    expect(await room.store.audit.listActs({ limit: 9, act: 'second factor reset' })).toEqual([]);
  });
});
