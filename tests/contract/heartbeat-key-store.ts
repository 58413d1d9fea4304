// What every store of heartbeat keys must do: above all move everything about a server, or nothing.

import { expect, test } from 'bun:test';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { sqliteList } from '../../src/app/stores.ts';
import type { ServerMove } from '../../src/modules/claims/claim-ports.ts';
import { MARK_TABLES } from '../../src/modules/moderation/moderation-tables.ts';
import { contributions } from '../support/contributions.ts';
import { entryOf } from '../support/moderation-samples.ts';
import { type FreshStores, type OpenFresh, openWithTwo, sampleHash } from './fresh-stores.ts';
import { sampleMinute } from './history-store.ts';

const [FROM, TO, OTHER] = [sampleHash(1), sampleHash(2), sampleHash(3)];
const PLACE = { ip: '203.0.113.7', port: 25_565 };
const KEY = { hash: FROM, keyHash: 'key-1', madeAt: 5, ...PLACE };
const MINUTE_MS = 60_000;

export const moveOf = (changes: Partial<ServerMove> = {}): ServerMove => ({
  ...{ keyHash: 'key-1', from: FROM, to: TO, ip: '198.51.100.7', port: 25_566, name: 'Alpha' },
  ...{ now: 100, apartMs: MINUTE_MS, mostFormers: 2, ...changes },
});

async function claim({ claims }: FreshStores, accountId: number, hash: string): Promise<void> {
  const code = { hash, accountId, codeHash: `code-${hash}`, expiresAt: 9_000 };
  await claims.saveCode(code, 1);
  await claims.completeClaim(code, 1);
}

/** Alice's server, which has a key and can move. */
export async function openKeyed(openFresh: OpenFresh): Promise<FreshStores> {
  const stores = await openWithTwo(openFresh);
  await claim(stores, 1, FROM);
  expect(await stores.claims.saveKey(KEY, 1)).toBe(true);
  return stores;
}

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeHeartbeatKeyStore(openFresh: OpenFresh): void {
  test('a server has one key, of its owner alone, and none after its claim', async () => {
    using stores = await openKeyed(openFresh);
    const { claims, accounts } = stores;
    const unsuspended = { suspendedAt: null, suspendedUntil: null };
    const stored = { ...KEY, movedAt: null, contestedAt: null, ...unsuspended };
    expect(await claims.listKeys()).toEqual([stored]);
    expect(await claims.saveKey({ ...KEY, keyHash: 'key-2' }, 2)).toBe(false);
    expect(await claims.removeKey(FROM, 2)).toBe(false);
    expect(await claims.saveKey({ ...KEY, keyHash: 'key-2' }, 1)).toBe(true);
    expect(await claims.listKeys()).toEqual([{ ...stored, keyHash: 'key-2' }]);
    const suspension = { suspendedAt: 5, suspendedUntil: 9 };
    await accounts.updateAccount(1, suspension, { endSessions: true });
    expect(await claims.listKeys({ hash: FROM })).toMatchObject([suspension]);
    expect(await claims.listKeys({ accountId: 1 })).toMatchObject([suspension]);
    expect(await claims.listKeys({ accountId: 2 })).toEqual([]);
    expect(await claims.listKeys({ hash: TO })).toEqual([]);
    expect(await claims.removeKey(FROM, 1)).toBe(true);
    expect(await claims.listKeys()).toEqual([]);
    await claims.saveKey(KEY, 1);
    await accounts.deleteAccount(1);
    expect(await claims.listKeys()).toEqual([]);
  });

  test('everything about a server moves', async () => {
    using stores = await openKeyed(openFresh);
    const { claims, moderation, reports, history, returnAlerts, rallies, favourites, visits } =
      stores;
    await claims.updateClaim(FROM, 1, { description: 'Kept', joinPort: 25_570, country: 'NZ' });
    await claims.updateClaim(FROM, 1, { icon: new Uint8Array([7]), iconDigest: 'a7' });
    await claims.saveAddressCode({ hash: FROM, codeHash: 'address', expiresAt: 9_000 }, 1);
    const newcomers = [FROM, TO].map((hash) => ({ hash, name: hash, players: 1, ...PLACE }));
    const [own, others] = await history.saveMinute(sampleMinute({ newcomers }));
    await returnAlerts.addAlert({ accountId: 2, hash: FROM, expiresAt: 9_000 }, 5, 1);
    await returnAlerts.addAlert({ accountId: 1, hash: TO, expiresAt: 9_000 }, 5, 1);
    await rallies.addPledge(
      { accountId: 2, hash: FROM, wanted: 2, madeAt: 1, expiresAt: 9_000 },
      'Alpha',
    );
    const favourite = (hash: string, addedAt: number) => ({ hash, addedAt, name: 'Alpha' });
    await favourites.addFavourites(1, [favourite(FROM, 1)], 5);
    await favourites.addFavourites(
      2,
      [favourite(FROM, 1), favourite(TO, 2), favourite(OTHER, 3)],
      5,
    );
    for (const hash of [FROM, TO]) {
      await visits.saveVisit({ hash, accountId: 1, network: 7, day: hash === FROM ? 5 : 4 });
    }
    await moderation.setMark('featured', FROM, entryOf());
    await moderation.setMark('country', FROM, entryOf(), 'DE');
    await moderation.setMark('country', TO, entryOf(), 'FR');
    const report = { serverName: 'Alpha', kind: 'fake', text: '', createdAt: 5 } as const;
    for (const [accountId, hash] of [
      [1, FROM],
      [2, FROM],
      [2, TO],
    ] as const) {
      await reports.addReport({ ...report, hash, accountId, wantsEmail: false });
    }
    expect(await claims.moveServer(moveOf())).toBe('moved');
    expect(await claims.findIcon(TO)).toEqual(new Uint8Array([7]));
    expect(await claims.listClaims()).toMatchObject([
      {
        hash: TO,
        accountId: 1,
        description: 'Kept',
        joinPort: 25_570,
        country: 'NZ',
        claimedAt: 1,
      },
    ]);
    expect(await claims.findAddressCode('address', 5)).toMatchObject({ hash: TO, accountId: 1 });
    expect(await claims.listKeys()).toMatchObject([
      { hash: TO, ip: '198.51.100.7', port: 25_566, movedAt: 100, contestedAt: null },
    ]);
    expect(await claims.listFormers()).toEqual([
      { hash: FROM, present: TO, ...PLACE, leftAt: 100 },
    ]);
    // What was sampled of whoever was there before stays, under the hash that is free now.
    expect((await history.findSeries(TO))?.id).toBe(own ?? 0);
    expect((await history.findSeries(FROM))?.id).toBe(others ?? 0);
    expect(await returnAlerts.hasAlert(2, TO, 5)).toBe(true);
    expect(await returnAlerts.hasAlert(1, FROM, 5)).toBe(true);
    expect(await rallies.listPledges(TO, 5)).toMatchObject([{ accountId: 2, hash: TO }]);
    expect(await favourites.listFavourites(1)).toEqual([favourite(TO, 1)]);
    expect(await favourites.listFavourites(2)).toEqual([favourite(OTHER, 3), favourite(TO, 2)]);
    expect(await visits.countVisits(5, 0)).toEqual([{ hash: TO, day: 5, people: 1 }]);
    expect(await visits.countVisits(1, 0)).toContainEqual({ hash: FROM, day: 4, people: 1 });
    expect(await moderation.listMarks('featured')).toMatchObject([{ hash: TO }]);
    expect(await moderation.listMarks('country')).toMatchObject([{ hash: TO, value: 'DE' }]);
    const listed = await reports.listReports({ isOpen: true, limit: 9 });
    expect(listed.map(({ accountId, hash }) => [accountId, hash])).toEqual([
      [2, TO],
      [2, FROM],
      [1, TO],
    ]);
  });

  test('webhooks of its owner move along, and are not told that it went or is new', async () => {
    using stores = await openKeyed(openFresh);
    const { claims, webhooks } = stores;
    const told = { events: ['went', 'came', 'new'], urlSecret: '', signSecret: '' } as const;
    const first = { type: 'added', at: 5, hash: FROM, name: '', reason: '' } as const;
    await webhooks.addWebhook(
      { ...told, hash: FROM, accountId: 1, format: 'json', language: 'en' },
      ...([first, 5] as const),
    );
    const here = { state: 'here', name: 'Alpha', isListed: true, reason: '' } as const;
    await webhooks.noteStates([{ ...here, hash: FROM }], 5);
    await claims.moveServer(moveOf());
    expect(await webhooks.listHere()).toEqual([{ hash: TO, isListed: true }]);
    await webhooks.noteStates([{ ...here, hash: TO }], 6);
    await webhooks.noteStates([{ hash: FROM, state: 'went', reason: '' }], 7);
    expect(await webhooks.listWebhooks(TO)).toHaveLength(1);
    const [due] = await webhooks.listDueEvents(9, 9);
    if (due === undefined) throw new Error('nothing is due');
    const answer = { at: 9, event: 'added', status: 204 } as const;
    await webhooks.noteAnswer(due, answer, { attempts: 0, waitMs: 0 });
    const [next] = await webhooks.listDueEvents(9, 9);
    expect(next?.event).toMatchObject({ type: 'new', hash: FROM });
    if (next !== undefined) await webhooks.noteAnswer(next, answer, { attempts: 0, waitMs: 0 });
    expect(await webhooks.listDueEvents(9, 9)).toEqual([]);
  });

  test('what keeps it out is at both hashes, the longer ban at the new one', async () => {
    using stores = await openKeyed(openFresh);
    const { claims, moderation } = stores;
    const ban = (subject: string, expiresAt: number | null) =>
      moderation.addBan(
        {
          kind: 'server',
          subject,
          reason: subject,
          author: { kind: 'account', id: 1, name: 'Moss' },
          createdAt: 5,
          expiresAt,
        },
        entryOf(),
      );
    await ban(FROM, null);
    await ban(TO, 500);
    await moderation.setMark('unlisted', FROM, entryOf(), 'Odd.');
    await claims.moveServer(moveOf());
    expect(
      (await moderation.listBans()).map(({ subject, reason, expiresAt }) => [
        subject,
        reason,
        expiresAt,
      ]),
    ).toEqual([
      [FROM, FROM, null],
      [TO, FROM, null],
    ]);
    expect((await moderation.listMarks('unlisted')).map(({ hash }) => hash)).toEqual([FROM, TO]);
    await claims.moveServer(moveOf({ from: TO, to: OTHER, now: 100 + MINUTE_MS }));
    expect((await moderation.listBans()).map(({ subject }) => subject)).toEqual([FROM, TO, OTHER]);
  });

  test('nothing moves too soon, to a claimed server, or by a key that is not its own', async () => {
    using stores = await openKeyed(openFresh);
    const { claims } = stores;
    await claim(stores, 2, OTHER);
    expect(await claims.moveServer(moveOf({ to: OTHER }))).toBe('taken');
    expect(await claims.moveServer(moveOf({ keyHash: 'key-2' }))).toBe('gone');
    expect(await claims.moveServer(moveOf({ from: OTHER }))).toBe('gone');
    expect(await claims.moveServer(moveOf())).toBe('moved');
    expect(await claims.moveServer(moveOf())).toBe('gone');
    const back = { from: TO, to: FROM, ...PLACE };
    expect(await claims.moveServer(moveOf({ ...back, now: 99 + MINUTE_MS }))).toBe('too soon');
    expect(await claims.moveServer(moveOf({ ...back, now: 100 + MINUTE_MS }))).toBe('moved');
    expect((await claims.listKeys())[0]?.contestedAt).toBe(100 + MINUTE_MS);
    expect((await claims.listFormers()).map(({ hash }) => hash)).toEqual([TO]);
  });

  test('former hashes lead to the last one, and the oldest are given up', async () => {
    using stores = await openKeyed(openFresh);
    const { claims } = stores;
    for (let number = 1; number <= 4; number += 1) {
      const [from, to] = [sampleHash(number), sampleHash(number + 1)];
      await claims.moveServer(moveOf({ from, to, now: number * MINUTE_MS }));
    }
    expect((await claims.listFormers()).map(({ hash, present }) => [hash, present])).toEqual([
      [sampleHash(4), sampleHash(5)],
      [sampleHash(3), sampleHash(5)],
    ]);
  });

  test('the owner gets an email for a new network, once a day', async () => {
    using stores = await openKeyed(openFresh);
    const { claims, outbox } = stores;
    const details = async () => (await outbox.listEmailJobs(9)).map(({ detail }) => detail);
    await claims.moveServer(moveOf({ ip: '203.0.113.8' }));
    expect(await details()).toEqual([]);
    const day = 24 * 60 * MINUTE_MS;
    await claims.moveServer(moveOf({ from: TO, to: OTHER, now: day }));
    const next = { from: OTHER, to: sampleHash(4), ip: '192.0.2.1' };
    await claims.moveServer(moveOf({ ...next, now: 2 * day - 1 }));
    expect(await details()).toEqual([`${OTHER} 198.51.100.7 Alpha`]);
    const last = { from: sampleHash(4), to: sampleHash(5), ip: '192.1.2.1' };
    await claims.moveServer(moveOf({ ...last, now: 3 * day }));
    expect(await details()).toHaveLength(2);
  });
}

/** The tables that name a server by its hash, besides those of marks, and what a move does with them. */
const MOVED = {
  address_codes: 'moves',
  claim_codes: 'stays: it proves who is at an address',
  claims: 'moves',
  favourites: 'moves',
  former_hashes: 'follows its claim',
  heartbeat_keys: 'follows its claim',
  history_series: 'moves',
  pledges: 'moves',
  reports: 'moves',
  return_alerts: 'follows its series',
  ...contributions.moves,
  server_states: 'moves',
  servers: 'the service that moves it saves both',
  visits: 'follows its series',
  webhooks: 'follows its claim',
};

test('a table with the hash of a server is one of which is known whether it moves', () => {
  const hasHash = (value: unknown): value is SQLiteTable =>
    is(value, SQLiteTable) && 'hash' in getTableColumns(value);
  const found: string[] = Object.values(sqliteList.tables).filter(hasHash).map(getTableName);
  const marks = Object.values(MARK_TABLES).map((name) => getTableName(sqliteList.tables[name]));
  expect(found.sort()).toEqual([...Object.keys(MOVED), ...marks].sort());
});
