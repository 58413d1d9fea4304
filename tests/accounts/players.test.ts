// Players as requests find them, over a real store.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { openRoom } from './room.ts';

describe('finding a player', () => {
  test('goes by name in any case, and by number, and shows nothing private', async () => {
    using room = openRoom();
    await room.register('Alice', { role: 'administrator', isVerified: false });
    const player = {
      id: 1,
      name: 'Alice',
      flags: ['a', 'u'],
      forumTitle: '',
      isPremium: false,
      registeredAt: room.clock.now(),
    };
    expect(await room.accounts.findPlayer('aLiCe')).toEqual(player);
    expect(await room.accounts.findPlayerById(1)).toEqual(player);
  });

  test('shows at once what an administrator changed', async () => {
    using room = openRoom();
    await room.register('Alice');
    await room.administration.setDetails('Alice', { flags: 'rd', forumTitle: 'Sir' });
    await room.administration.suspendAccount('Alice', 'griefing');
    expect(await room.accounts.findPlayer('Alice')).toMatchObject({
      flags: ['d', 'b', 'r'],
      forumTitle: 'Sir',
    });
  });

  test.each([0, -1, 1.5, 2, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e300])(
    'finds nobody under the number %p',
    async (id) => {
      using room = openRoom();
      await room.register('Alice');
      expect(await room.accounts.findPlayerById(id)).toBeUndefined();
    },
  );

  test('finds nobody under any other text, and never throws', async () => {
    using room = openRoom();
    await room.register('Alice');
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', "' OR 1=1 --", 'Alice\0', 'Al_ce', 'Al%', '\u0041\u0131ice'),
      fc.constant('A'.repeat(100_000)),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        expect(await room.accounts.findPlayer(name)).toBeUndefined();
      }),
    );
  });
});

// C10.5
describe('the summary of players', () => {
  test('counts verified accounts that are not suspended, and names the newest five', async () => {
    using room = openRoom();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
      await room.register(name);
    }
    await room.register('Unverified', { isVerified: false });
    await room.administration.suspendAccount('Six', '');
    expect(await room.accounts.summarisePlayers()).toEqual({
      playerCount: 6,
      lastFive: ['Seven', 'Five', 'Four', 'Three', 'Two'],
    });
  });

  test('is empty without accounts', async () => {
    using room = openRoom();
    expect(await room.accounts.summarisePlayers()).toEqual({ playerCount: 0, lastFive: [] });
  });

  test('is read at most once a second, and never older than that', async () => {
    using room = openRoom();
    let reads = 0;
    const accounts = createAccounts({
      ...room.ports,
      accounts: {
        ...room.store.accounts,
        summariseAccounts(limit, now) {
          reads += 1;
          return room.store.accounts.summariseAccounts(limit, now);
        },
      },
    });
    const all = await Promise.all([1, 2, 3].map(() => accounts.summarisePlayers()));
    expect(reads).toBe(1);
    all[0]?.lastFive.push('changed by a caller');
    await room.register('Alice');
    room.clock.advance(999);
    expect(await accounts.summarisePlayers()).toEqual({ playerCount: 0, lastFive: [] });
    room.clock.advance(1);
    expect(await accounts.summarisePlayers()).toEqual({ playerCount: 1, lastFive: ['Alice'] });
    expect(reads).toBe(2);
    room.clock.advance(-60_000);
    await accounts.summarisePlayers();
    expect(reads).toBe(3);
  });

  test('does not keep a failure', async () => {
    using room = openRoom();
    const { summariseAccounts } = room.store.accounts;
    room.store.accounts.summariseAccounts = () => Promise.reject(new Error('disk'));
    await expect(room.accounts.summarisePlayers()).rejects.toThrow('disk');
    room.store.accounts.summariseAccounts = summariseAccounts;
    expect(await room.accounts.summarisePlayers()).toEqual({ playerCount: 0, lastFive: [] });
  });
});
