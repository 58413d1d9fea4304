// A server whose address changed is listed once; others with the same salt are not affected.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../../src/app/open-stores.ts';
import type { RawHeartbeat } from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { computeMppass } from '../../../src/modules/list/mppass.ts';
import { findSuccessors } from '../../../src/modules/registry/relocation.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';
import {
  hashOf,
  MINUTE_MS,
  openTestServers,
  recordsOf,
  SECOND_MS,
  type TestServers,
} from '../../support/test-servers.ts';

const HOME = '203.0.113.7';
const AWAY = '198.51.100.2';
const THIRD = '192.0.2.9';
const HOME_HASH = computeServerHash(HOME, 25_565);
const AWAY_HASH = computeServerHash(AWAY, 25_565);
const SALT = 'AToZi818Dmo7ANTJOT7xTl0bWXlPP77f';
/** What mcchost sends when nobody gave it a secret. */
const MCCHOST_SALT = '0000000000000000';
const ALICE = { id: 1, name: 'Alice', isVerified: true };
const BEAT_EVERY_MS = 30 * SECOND_MS;

let clock: FakeClock;
let store: Store;
let service: TestServers;
beforeEach(async () => {
  clock = createFakeClock(1_800_000_000_000);
  store = openTestStore();
  service = await openTestServers({ clock, store });
});
afterEach(() => store[Symbol.dispose]());

const beat = async (ip: string, changes: RawHeartbeat = {}): Promise<string> =>
  hashOf(await service.beat({ name: 'Lobby', salt: SALT, ...changes }, ip));

/** Turns the clock as the service lives: servers are swept every 10 s, the list follows. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * SECOND_MS) {
    await service.timers.turn(Math.min(left, 10 * SECOND_MS));
    service.servers.sweep();
  }
  await service.timers.turn(SECOND_MS);
}

/** Beats from each of the addresses every 30 s, or at another interval. */
async function live(
  ms: number,
  addresses: readonly string[],
  changes: RawHeartbeat = {},
  everyMs = BEAT_EVERY_MS,
) {
  for (let left = ms; left > 0; left -= everyMs) {
    for (const ip of addresses) await beat(ip, changes);
    await pass(everyMs - SECOND_MS);
  }
}

const listedHashes = (): string[] => service.listed().map(({ hash }) => hash);

describe('a server whose address changed', () => {
  beforeEach(async () => {
    await live(5 * MINUTE_MS, [HOME]);
  });

  test('stands in the list twice until the old heartbeat is overdue, then once, with the new address', async () => {
    await beat(AWAY);
    await pass(SECOND_MS);
    expect(listedHashes().toSorted()).toEqual([HOME_HASH, AWAY_HASH].toSorted());
    await live(90 * SECOND_MS, [AWAY]);
    expect(listedHashes()).toEqual([AWAY_HASH]);
    expect(clock.now() - 1_800_000_000_000).toBeLessThan(7 * MINUTE_MS);
  });

  test('is found by its old hash until that is stale, and with the way in', async () => {
    await live(2 * MINUTE_MS, [AWAY]);
    expect(listedHashes()).toEqual([AWAY_HASH]);
    const old = service.servers.findServer(HOME_HASH);
    expect(old?.listing).toMatchObject({ name: 'Lobby', ip: HOME });
    expect(old?.mppassFor(ALICE)).toBe(computeMppass(SALT, 'Alice'));
    expect(old?.relocation).toEqual({ hash: AWAY_HASH });
    expect(service.servers.findServer(AWAY_HASH)?.relocation).toBeUndefined();
    await live(2 * MINUTE_MS, [AWAY]);
    expect(service.servers.findServer(HOME_HASH)).toBeUndefined();
    expect(listedHashes()).toEqual([AWAY_HASH]);
  });

  test('is counted once everywhere: list, players’ lists, numbers, history', async () => {
    await live(2 * MINUTE_MS, [AWAY], { users: '5' });
    expect(listedHashes()).toEqual([AWAY_HASH]);
    const { playerLists } = service.servers;
    expect(recordsOf(playerLists.listFor(ALICE)).map(({ hash }) => hash)).toEqual([AWAY_HASH]);
    expect(service.servers.listPublic()).toMatchObject({ players: 5, listings: [{ ip: AWAY }] });
    expect(service.servers.count()).toMatchObject({
      publicServers: 1,
      privateServers: 0,
      players: 5,
    });
    await service.servers.history.sample();
    const totals = await service.servers.history.drawTotals('24h');
    expect([totals.players.means.at(-1), totals.servers.means.at(-1)]).toEqual([5, 1]);
    const curve = await service.servers.history.findCurve(HOME_HASH, '24h');
    expect(curve?.means.at(-1) ?? null).toBeNull();
  });

  test('and went back stands there alone with the old address', async () => {
    await live(3 * MINUTE_MS, [AWAY]);
    await live(2 * MINUTE_MS, [HOME]);
    expect(listedHashes()).toEqual([HOME_HASH]);
  });

  test('is listed again with the first heartbeat from the old address', async () => {
    await live(90 * SECOND_MS, [AWAY]);
    await pass(10 * SECOND_MS);
    expect(listedHashes()).toEqual([AWAY_HASH]);
    await beat(HOME);
    await pass(SECOND_MS);
    expect(listedHashes().toSorted()).toEqual([HOME_HASH, AWAY_HASH].toSorted());
  });

  test('and is private there leaves the list', async () => {
    await live(90 * SECOND_MS, [AWAY], { public: 'false' });
    expect(listedHashes()).toEqual([]);
    expect(service.servers.count()).toMatchObject({
      publicServers: 0,
      privateServers: 1,
      players: 0,
    });
    // The hash of a private server is not shown.
    expect(service.servers.findServer(HOME_HASH)?.relocation).toEqual({ hash: undefined });
  });

  test('is answered at the old address what became of it', async () => {
    const outcomeOf = (ip: string) =>
      service.servers.operatorReports.reportOn(ip).beats[0]?.outcome;
    await live(90 * SECOND_MS, [AWAY]);
    expect([outcomeOf(HOME), outcomeOf(AWAY)]).toEqual(['relocated', 'listed']);
    expect(service.events).toContain(`relocated ${HOME} ${AWAY}`);
    await beat(HOME);
    expect(outcomeOf(HOME)).toBe('listed');
    await pass(3 * MINUTE_MS + 10 * SECOND_MS);
    expect(outcomeOf(HOME)).toBe('left');
  });

  test('stands there alone after every restart too', async () => {
    await live(90 * SECOND_MS, [AWAY]);
    expect(listedHashes()).toEqual([AWAY_HASH]);
    for (let restart = 0; restart < 3; restart += 1) {
      await service.stop();
      clock.advance(5 * MINUTE_MS);
      service = await openTestServers({ clock, store });
      expect(listedHashes()).toEqual([AWAY_HASH]);
      expect(service.servers.findServer(HOME_HASH)).toBeDefined();
    }
  });
});

describe('the old entry goes', () => {
  // The heartbeats before the last came at this interval; the service sweeps every 10 s.
  test.each([
    ['15 s after the heartbeat that did not come, of a server that sends every 30 s', [30, 30], 45],
    ['the same every 45 s', [45, 45], 60],
    ['the same every 60 s', [60, 60], 75],
    ['the same at most, where they came even later', [110, 110], 75],
    ['later where one came early, since the next may take its time', [30, 2], 31],
    ['after 65 s where there was only one', [], 65],
  ])('%s', async (_what, gaps, silentS) => {
    await beat(HOME);
    for (const gap of gaps) {
      clock.advance(gap * SECOND_MS);
      await beat(HOME);
    }
    clock.advance(5 * SECOND_MS);
    await beat(AWAY);
    clock.advance((silentS - 5) * SECOND_MS);
    service.servers.sweep();
    expect(service.servers.findServer(HOME_HASH)?.relocation).toBeUndefined();
    clock.advance(1);
    service.servers.sweep();
    expect(service.servers.findServer(HOME_HASH)?.relocation).toEqual({ hash: AWAY_HASH });
  });
});

describe('no server is pushed out', () => {
  test.each<[string, RawHeartbeat]>([
    ['another salt', { salt: `${SALT.slice(0, -1)}g` }],
    ['the salt in other letters', { salt: SALT.toLowerCase() }],
    ['another name', { name: 'Lobby 2' }],
    ['another port', { port: '25566' }],
    ['another software', { software: 'ProCraft' }],
  ])('by one with %s', async (_what, changes) => {
    await live(5 * MINUTE_MS, [HOME]);
    await live(90 * SECOND_MS, [AWAY], changes);
    expect(service.listed()).toHaveLength(2);
    await live(2 * MINUTE_MS, [AWAY], changes);
    expect(service.listed()).toHaveLength(1);
  });

  test.each([
    MCCHOST_SALT,
    '',
    'secret',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abababababababab',
    '01010101010101010101',
  ])('by one with the same trivial salt %p', async (text) => {
    const salt = text === '' ? ' ' : text;
    await live(5 * MINUTE_MS, [HOME], { salt });
    await live(90 * SECOND_MS, [AWAY], { salt });
    expect(listedHashes().toSorted()).toEqual([HOME_HASH, AWAY_HASH].toSorted());
  });

  test('of two that share a secret salt on purpose, though each misses heartbeats in turn', async () => {
    await live(3 * MINUTE_MS, [HOME, AWAY]);
    for (const steady of [HOME, AWAY, HOME]) {
      await live(2 * MINUTE_MS, [steady]);
      expect(service.listed()).toHaveLength(2);
      await live(2 * MINUTE_MS, [HOME, AWAY]);
    }
    expect(service.listed()).toHaveLength(2);
  });

  test('nor after a restart between them', async () => {
    await live(3 * MINUTE_MS, [HOME, AWAY]);
    await live(MINUTE_MS, [AWAY]);
    await service.stop();
    clock.advance(MINUTE_MS);
    service = await openTestServers({ clock, store });
    await live(MINUTE_MS, [AWAY]);
    expect(listedHashes().toSorted()).toEqual([HOME_HASH, AWAY_HASH].toSorted());
  });

  test('by an older one that still sends heartbeats while the newer is silent', async () => {
    await live(5 * MINUTE_MS, [HOME]);
    await beat(AWAY);
    await live(2 * MINUTE_MS, [HOME]);
    expect(listedHashes().toSorted()).toEqual([HOME_HASH, AWAY_HASH].toSorted());
  });

  test('while both are silent', async () => {
    await live(MINUTE_MS, [HOME, AWAY]);
    await pass(2 * MINUTE_MS);
    expect(service.listed()).toHaveLength(2);
  });
});

describe('a clock that steps, or a machine that slept', () => {
  const HOUR_MS = 60 * MINUTE_MS;
  test.each([
    [HOUR_MS, 0],
    [-HOUR_MS, 0],
    [0, HOUR_MS],
  ])('by %p ms and %p ms changes nothing of it', async (steppedMs, sleptMs) => {
    const step = () => {
      clock.advance(steppedMs + sleptMs);
      service.servers.adjustClock({ steppedMs, sleptMs });
    };
    await live(3 * MINUTE_MS, [HOME, AWAY]);
    await beat(THIRD, { name: 'Mover' });
    await live(10 * SECOND_MS, [HOME, AWAY]);
    const elsewhere = '192.0.2.200';
    await beat(elsewhere, { name: 'Mover' });
    step();
    for (let time = 0; time < 3; time += 1) {
      await beat(AWAY);
      await beat(elsewhere, { name: 'Mover' });
      await pass(BEAT_EVERY_MS - SECOND_MS);
    }
    const ips = service.servers.listPublic().listings.map(({ ip }) => ip);
    expect(ips.toSorted()).toEqual([HOME, AWAY, elsewhere].toSorted());
  });
});

test('of thousands that became silent at once each is looked at a few times, not once for each other', () => {
  let looks = 0;
  const silentOf = (index: number) => ({
    get salt() {
      looks += 1;
      return index % 2 === 0 ? SALT : `${SALT}${index}`;
    },
    ...{ lastBeatAt: 0, steadySince: 0, intervalMs: BEAT_EVERY_MS },
    listing: { name: 'Lobby', port: index, software: '' },
  });
  const silent = Array.from({ length: 5_000 }, (_, index) => silentOf(index));
  const successor = { ...silentOf(4), lastBeatAt: 100 * SECOND_MS, steadySince: 100 * SECOND_MS };
  looks = 0;
  const found = findSuccessors([...silent, successor], 100 * SECOND_MS);
  expect([...found]).toEqual([[silent[4] as (typeof silent)[0], successor]]);
  expect(looks).toBeLessThan(10 * silent.length);
});
