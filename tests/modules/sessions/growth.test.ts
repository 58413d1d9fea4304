// How much the database grows by logins: what each leaves is kept for a bounded time and number.

import { expect, test } from 'bun:test';
import { openWatchedStore } from '../../support/store.ts';
import { DAY_MS, openAccountsFixture } from '../../support/test-accounts.ts';

const LOGINS_A_DAY = 10_000;
/** So many stand for all accounts, which log in once a day from another address each time: what costs most. */
const ACCOUNTS = 40;
const MAX_BYTES = 100_000_000;

test('a year of 10,000 logins a day without a cookie stays under 100 MB', async () => {
  const { store, countBytes } = openWatchedStore();
  using fixture = openAccountsFixture({ store });
  const names = Array.from({ length: ACCOUNTS }, (_, number) => `Player_${number}`);
  for (const name of names) await fixture.register(name);
  const before = countBytes();

  let day = 0;
  /** Bytes of all accounts, at the end of this day. */
  async function passDays(until: number): Promise<number> {
    for (; day < until; day += 1) {
      for (const [number, username] of names.entries()) {
        fixture.clock.advance(DAY_MS / ACCOUNTS);
        const state = await fixture.openBrowser().logIn({ username }, `198.51.${day}.${number}`);
        expect(state.isAuthenticated).toBe(true);
      }
      await fixture.accounts.sweepSessions();
    }
    return ((countBytes() - before) / ACCOUNTS) * LOGINS_A_DAY;
  }

  const afterAMonth = await passDays(32);
  const later = await passDays(42);
  console.log(`${(later / 1e6).toFixed(1)} MB; ${(afterAMonth / 1e6).toFixed(1)} MB after 32 days`);
  expect(later).toBeLessThan(MAX_BYTES);
  // By then as much is removed each day as is added: so it stays for the rest of the year.
  expect(later / afterAMonth).toBeLessThan(1.03);
});
