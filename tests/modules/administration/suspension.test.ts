// Suspensions that end by themselves, and what a suspended player is answered.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { accountSuspended } from '../../../src/modules/account/login-failures.ts';
import { sampleAccount } from '../../contract/fresh-stores.ts';
import { launcherTexts } from '../../support/failures.ts';
import { DAY_MS, openWithAlice } from '../../support/test-accounts.ts';

// C4.9, C4.20
test('what launchers show fits their 64 characters, whatever the end', () => {
  fc.assert(
    fc.property(fc.option(fc.nat(8e15)), (suspendedUntil) => {
      const account = { id: 1, ...sampleAccount({ suspendedAt: 1, suspendedUntil }) };
      const { kind, launcherText } = accountSuspended(account);
      expect(kind).toBe('forbidden');
      expect(launcherText.length).toBeLessThanOrEqual(64);
      expect(launcherText.includes(' until ')).toBe(suspendedUntil !== null);
    }),
  );
});

describe('a suspension with an end', () => {
  const UNTIL = { errors: [launcherTexts.suspended(Date.UTC(2026, 0, 8))] };

  async function openSuspended() {
    const fixture = await openWithAlice();
    const browser = fixture.openBrowser();
    await browser.logIn();
    await fixture.administration.suspendAccount('Alice', 'griefing', '7d');
    return { fixture, browser };
  }

  test('counts until then, everywhere', async () => {
    const { fixture, browser } = await openSuspended();
    using _fixture = fixture;
    fixture.clock.advance(7 * DAY_MS - 1);
    expect(await browser.openLogin()).toMatchObject({ isAuthenticated: false });
    expect(await fixture.openBrowser().logIn()).toMatchObject(UNTIL);
    expect((await fixture.accounts.findPlayer('Alice'))?.flags).toEqual(['b']);
    expect(await fixture.accounts.summarisePlayers()).toEqual({ playerCount: 0, lastFive: [] });
    const { accounts } = await fixture.administration.searchAccounts({ standing: 'suspended' });
    expect(accounts).toMatchObject([{ name: 'Alice', suspensionReason: 'griefing' }]);
  });

  test('is what every right password is answered, which no wrong one is', async () => {
    const { fixture } = await openSuspended();
    using _fixture = fixture;
    for (let count = 0; count < 11; count += 1) {
      expect(await fixture.openBrowser().logIn()).toMatchObject(UNTIL);
    }
    expect(await fixture.openBrowser().logIn({ password: 'wrong horse' })).toMatchObject({
      errors: ['password'],
    });
  });

  test('has a limit of right passwords like any account: each costs a check', async () => {
    const { fixture } = await openSuspended();
    using _fixture = fixture;
    // The first was before the suspension.
    for (let count = 1; count < 30; count += 1) await fixture.openBrowser().logIn();
    expect(await fixture.openBrowser().logIn()).toMatchObject({
      errors: [launcherTexts.tooMany(5)],
    });
  });

  test('is over from then on, everywhere, and revives no session', async () => {
    const { fixture, browser } = await openSuspended();
    using _fixture = fixture;
    fixture.clock.advance(7 * DAY_MS);
    expect(await browser.openLogin()).toMatchObject({ isAuthenticated: false });
    expect(await fixture.openBrowser().logIn()).toMatchObject({ errors: [], username: 'Alice' });
    expect((await fixture.accounts.findPlayer('Alice'))?.flags).toEqual([]);
    expect((await fixture.accounts.findPlayer(1))?.flags).toEqual([]);
    expect(await fixture.accounts.summarisePlayers()).toEqual({
      playerCount: 1,
      lastFive: ['Alice'],
    });
    expect(await fixture.administration.searchAccounts({ standing: 'suspended' })).toMatchObject({
      accounts: [],
    });
    const seen = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
    expect(await fixture.administration.findAccount('Alice')).toMatchObject(seen);
    const { accounts } = await fixture.administration.searchAccounts({});
    expect(accounts).toMatchObject([seen]);
  });

  test('that is over can be restored without effect, and be suspended again', async () => {
    const { fixture } = await openSuspended();
    using _fixture = fixture;
    fixture.clock.advance(8 * DAY_MS);
    const actions = (await fixture.store.audit.listActions({ limit: 9 })).length;
    await fixture.administration.restoreAccount('Alice');
    expect(await fixture.store.audit.listActions({ limit: 9 })).toHaveLength(actions);
    const suspendedAt = fixture.clock.now();
    expect(await fixture.administration.suspendAccount('Alice', 'again')).toMatchObject({
      suspendedAt,
      suspendedUntil: null,
      suspensionReason: 'again',
    });
    expect(await fixture.openBrowser().logIn()).toMatchObject({
      errors: [launcherTexts.suspended()],
    });
  });
});
