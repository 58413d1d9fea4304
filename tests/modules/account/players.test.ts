// Players as requests find them, over a real store.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openAccounts, openAccountsFixture, openWithAlice } from '../../support/test-accounts.ts';

describe('finding a player', () => {
  test('goes by name in any case, and by number, and shows nothing private', async () => {
    using fixture = openAccountsFixture();
    await fixture.register('Alice', { role: 'administrator', isVerified: false });
    const player = {
      id: 1,
      name: 'Alice',
      flags: ['a', 'u'],
      forumTitle: '',
      isPremium: false,
      registeredAt: fixture.clock.now(),
    };
    expect(await fixture.accounts.findPlayer('aLiCe')).toEqual(player);
    expect(await fixture.accounts.findPlayer(1)).toEqual(player);
  });

  test('shows at once what an administrator changed', async () => {
    using fixture = await openWithAlice();
    await fixture.administration.setDetails('Alice', { flags: 'rd', forumTitle: 'Sir' });
    await fixture.administration.suspendAccount('Alice', 'griefing');
    expect(await fixture.accounts.findPlayer('Alice')).toMatchObject({
      flags: ['d', 'b', 'r'],
      forumTitle: 'Sir',
    });
  });

  test.each([0, -1, 1.5, 2, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e300])(
    'finds nobody under the number %p',
    async (id) => {
      using fixture = await openWithAlice();
      expect(await fixture.accounts.findPlayer(id)).toBeUndefined();
    },
  );

  test('finds nobody under any other text, and never throws', async () => {
    using fixture = await openWithAlice();
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', "' OR 1=1 --", 'Alice\0', 'Al_ce', 'Al%', '\u0041\u0131ice'),
      fc.constant('A'.repeat(100_000)),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        expect(await fixture.accounts.findPlayer(name)).toBeUndefined();
      }),
    );
  });
});

// C10.5
describe('the summary of players', () => {
  test('counts verified accounts that are not suspended, and names the newest five', async () => {
    using fixture = openAccountsFixture();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
      await fixture.register(name);
    }
    await fixture.register('Unverified', { isVerified: false });
    await fixture.administration.suspendAccount('Six', '');
    expect(await fixture.accounts.summarisePlayers()).toEqual({
      playerCount: 6,
      lastFive: ['Seven', 'Five', 'Four', 'Three', 'Two'],
    });
  });

  test('is read at most once a second, and never older than that', async () => {
    using fixture = openAccountsFixture();
    let reads = 0;
    const { accounts } = openAccounts({
      ...fixture.ports,
      accounts: {
        ...fixture.store.accounts,
        summariseAccounts(limit, now) {
          reads += 1;
          return fixture.store.accounts.summariseAccounts(limit, now);
        },
      },
    });
    await Promise.all([1, 2, 3].map(() => accounts.summarisePlayers()));
    expect(reads).toBe(1);
    await fixture.register('Alice');
    fixture.clock.advance(999);
    expect(await accounts.summarisePlayers()).toEqual({ playerCount: 0, lastFive: [] });
    fixture.clock.advance(1);
    expect(await accounts.summarisePlayers()).toEqual({ playerCount: 1, lastFive: ['Alice'] });
    expect(reads).toBe(2);
    fixture.clock.advance(-60_000);
    await accounts.summarisePlayers();
    expect(reads).toBe(3);
  });

  test('does not keep a failure', async () => {
    using fixture = openAccountsFixture();
    const { summariseAccounts } = fixture.store.accounts;
    fixture.store.accounts.summariseAccounts = () => Promise.reject(new Error('disk'));
    await expect(fixture.accounts.summarisePlayers()).rejects.toThrow('disk');
    fixture.store.accounts.summariseAccounts = summariseAccounts;
    expect(await fixture.accounts.summarisePlayers()).toEqual({ playerCount: 0, lastFive: [] });
  });
});

describe('the registrations of each day', () => {
  const DAY_MS = 24 * 60 * 60_000;

  test('are those of 90 days in UTC, today last', async () => {
    using fixture = await openWithAlice();
    const today = Math.floor(fixture.clock.now() / DAY_MS);
    const { startAt, counts } = await fixture.accounts.countRegistrations();
    expect(startAt).toBe((today - 89) * DAY_MS);
    expect(counts).toEqual([...Array(89).fill(0), 1]);
    fixture.clock.advance(3 * DAY_MS);
    await fixture.register('Bob');
    const later = await fixture.accounts.countRegistrations();
    expect(later.counts).toEqual([...Array(86).fill(0), 1, 0, 0, 1]);
    fixture.clock.advance(-3 * DAY_MS);
    const { counts: before } = await fixture.accounts.countRegistrations();
    expect(before.at(-1)).toBe(1);
    expect(before).toHaveLength(90);
  });

  test('are read at most every five minutes, and a failure is not kept', async () => {
    using fixture = openAccountsFixture();
    const first = await fixture.accounts.countRegistrations();
    await fixture.register('Alice');
    fixture.clock.advance(5 * 60_000 - 1);
    expect(await fixture.accounts.countRegistrations()).toBe(first);
    fixture.clock.advance(1);
    const { countRegistrations } = fixture.store.accounts;
    fixture.store.accounts.countRegistrations = () => Promise.reject(new Error('disk'));
    await expect(fixture.accounts.countRegistrations()).rejects.toThrow('disk');
    fixture.store.accounts.countRegistrations = countRegistrations;
    expect((await fixture.accounts.countRegistrations()).counts.at(-1)).toBe(1);
  });
});
