// What every store of players who wait for servers must do.

import { expect, test } from 'bun:test';
import { type FreshStores, type OpenFresh, openWithTwo, sampleHash } from './fresh-stores.ts';
import { sampleMinute } from './history-store.ts';

const [ONE, TWO] = [sampleHash(1), sampleHash(2)];
const alertOf = (accountId: number, hash = ONE, expiresAt = 100) => ({
  accountId,
  hash,
  expiresAt,
});

/** Two accounts, of which the first has a confirmed address, and two servers that the history knows. */
async function openKnown(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = await openWithTwo(openFresh);
  await stores.accounts.updateAccount(2, { emailConfirmedAt: null }, { endSessions: false });
  const place = { players: 1, name: 'Alpha', ip: '203.0.113.7', port: 25_565 };
  const newcomers = [ONE, TWO].map((hash) => ({ hash, ...place }));
  await stores.history.saveMinute(sampleMinute({ newcomers }));
  return stores;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeReturnAlertStore(openFresh: OpenFresh): void {
  test('an alert is there until it lapses, is removed or is beyond the limit', async () => {
    using stores = await openKnown(openFresh);
    const { returnAlerts } = stores;
    expect(await returnAlerts.addAlert(alertOf(1), 1, 10)).toBe(true);
    expect(await returnAlerts.hasAlert(1, ONE, 99)).toBe(true);
    expect(await returnAlerts.hasAlert(1, ONE, 100)).toBe(false);
    expect(await returnAlerts.hasAlert(2, ONE, 10)).toBe(false);
    expect(await returnAlerts.addAlert(alertOf(1, TWO), 1, 10)).toBe(false);
    expect(await returnAlerts.addAlert(alertOf(1, ONE, 200), 1, 10)).toBe(true);
    expect(await returnAlerts.listAwaited(150)).toEqual([ONE]);
    expect(await returnAlerts.addAlert(alertOf(1, TWO, 300), 1, 200)).toBe(true);
    await returnAlerts.removeAlert(1, TWO);
    expect(await returnAlerts.listAwaited(10)).toEqual([]);
  });

  test('it becomes one email, to a confirmed address, and is gone', async () => {
    using stores = await openKnown(openFresh);
    const { returnAlerts, outbox } = stores;
    for (const accountId of [1, 2]) await returnAlerts.addAlert(alertOf(accountId), 5, 10);
    await returnAlerts.addAlert(alertOf(1, TWO), 5, 10);
    for (const _ of 'twice') await returnAlerts.sendAlerts(ONE, 'Alpha &c one', 20);
    expect(await outbox.listEmailJobs(10)).toMatchObject([
      { kind: 'server back', accountId: 1, detail: `${ONE} Alpha &c one`, createdAt: 20 },
    ]);
    await returnAlerts.sendAlerts(TWO, 'Late', 100);
    expect(await outbox.listEmailJobs(10)).toHaveLength(1);
    expect(await returnAlerts.listAwaited(10)).toEqual([]);
  });

  test('it becomes none for an account that is suspended', async () => {
    using stores = await openKnown(openFresh);
    const { accounts, returnAlerts, outbox } = stores;
    await returnAlerts.addAlert(alertOf(1), 5, 10);
    await accounts.updateAccount(1, { suspendedAt: 15 }, { endSessions: true });
    await returnAlerts.sendAlerts(ONE, 'Alpha', 20);
    expect(await outbox.listEmailJobs(10)).toEqual([]);
    // Until it ends by itself.
    await accounts.updateAccount(1, { suspendedUntil: 30 }, { endSessions: false });
    for (const now of [29, 30]) {
      await returnAlerts.addAlert(alertOf(1), 5, 10);
      await returnAlerts.sendAlerts(ONE, 'Alpha', now);
      expect(await outbox.listEmailJobs(10)).toHaveLength(now - 29);
    }
  });

  test('it ends with the account, and with what is known of the server', async () => {
    using stores = await openKnown(openFresh);
    const { returnAlerts, history, accounts } = stores;
    for (const [accountId, hash] of [
      [1, ONE],
      [1, TWO],
      [2, TWO],
    ] as const) {
      await returnAlerts.addAlert(alertOf(accountId, hash), 5, 10);
    }
    const { id = 0 } = (await history.findSeries(TWO)) ?? {};
    await history.saveCompaction({ saved: [], removed: [], emptied: [id] });
    expect(await returnAlerts.listAwaited(10)).toEqual([ONE]);
    await accounts.deleteAccount(1);
    expect(await returnAlerts.listAwaited(10)).toEqual([]);
  });
}
