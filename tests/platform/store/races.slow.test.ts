// Only several processes at once on one database show that changes exclude each other, and batches do not wait for each other.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openPostgresStore, openStore } from '../../../src/app/open-stores.ts';
import type { Stores } from '../../../src/app/stores.ts';
import {
  accountNamed,
  sampleHash,
  sampleRegistration,
  sampleServer,
  sampleTime,
} from '../../contract/fresh-stores.ts';
import { startPostgres } from '../../support/postgres.ts';
import { makeFolder } from './folders.ts';
import { call, RACERS, type Racers, startRacers } from './race/racers.ts';

/** How often each case is repeated: a race that is lost is not lost every time. */
const ROUNDS = 6;

/** What a case works with. All rounds of all cases share one database. */
interface Round {
  stores: Stores;
  race: Racers['race'];
  /** Counts the rounds of all cases. */
  number: number;
  /** A piece of a name that no other round has, in letters that look like no others. */
  tag: string;
}

type Case = [sentence: string, play: (round: Round) => Promise<void>];

/** As many as that, each made by its number from 0. */
function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const cases: Case[] = [
  [
    'an invite for five makes five accounts',
    async ({ stores, race, tag }) => {
      const inviteHash = new Bun.SHA256().update(tag).digest('hex');
      const expiresAt = sampleTime + 60_000;
      const invite = { codeHash: inviteHash, uses: 5, usesLeft: 5, createdAt: 1, expiresAt };
      await stores.invites.addInvite(invite);
      const register = (name: string) =>
        call('registration', 'register', sampleRegistration(name, { inviteHash }));
      const outcomes = await race((racer) =>
        times(4, (i) => register(`${tag}_${'abc'[racer]}${'abcd'[i]}`)),
      );
      expect(outcomes).toEqual({ registered: 5, invite: RACERS * 4 - 5 });
      expect((await stores.invites.listInvites()).at(-1)).toMatchObject({ uses: 5, usesLeft: 0 });
      const query = { text: tag, now: sampleTime, limit: 100 };
      expect(await stores.administration.searchAccounts(query)).toHaveLength(5);
    },
  ],
  [
    'refused accounts use up no id, and no id is used twice',
    async ({ race, stores, tag }) => {
      const { id: before } = await stores.accounts.insertAccount(accountNamed(tag));
      const insert = (name: string) => call('accounts', 'insertAccount', accountNamed(tag + name));
      const counts = await race((racer) =>
        ['_a', `_b${'abc'[racer]}`, '_c', `_d${'abc'[racer]}`, '_e'].map(insert),
      );
      const made = 3 + 2 * RACERS;
      expect(counts).toEqual({ done: made, conflict: 5 * RACERS - made });
      const listed = await stores.administration.searchAccounts({ now: 0, limit: made });
      expect(listed.map(({ id }) => id).toReversed()).toEqual(
        Array.from({ length: made }, (_, index) => before + 1 + index),
      );
    },
  ],
  [
    'a server that several processes count first gets one series',
    async ({ race, stores, number }) => {
      const { history } = stores;
      const newcomers = times(20, (index) => ({
        hash: sampleHash(1000 * number + index),
        ...{ players: 1, name: 'Alpha', ip: '203.0.113.7', port: 25_565 },
      }));
      const save = (racer: number) =>
        call('history', 'saveMinute', {
          ...{ at: number, players: 1, servers: 1 },
          ...{ series: new Uint32Array(), counts: new Uint16Array() },
          newcomers: racer === 1 ? newcomers.toReversed() : newcomers,
        });
      await race((racer) => [save(racer)]);
      for (const { hash } of newcomers) expect(await history.findSeries(hash)).toBeDefined();
    },
  ],
  [
    'batches of the same servers in another order are all saved',
    async ({ race, stores, number }) => {
      const hashes = Array.from({ length: 200 }, (_, index) => sampleHash(1000 * number + index));
      const orders = [hashes, hashes.toReversed(), [...hashes.slice(100), ...hashes.slice(0, 100)]];
      const save = (racer: number, aliveAt: number) => {
        const players = racer + 1;
        const saved = (orders[racer] ?? []).map((hash) => sampleServer({ hash, players }));
        return call('servers', 'saveBatch', { saved, removed: [], aliveAt });
      };
      await race((racer) => times(3, (index) => save(racer, index)));
      const stored = (await stores.servers.loadServers()).servers;
      const ofRound = stored.filter(({ hash }) => hashes.includes(hash));
      expect(ofRound).toHaveLength(hashes.length);
      // Whole batches: nobody finds a mixture of two.
      expect(new Set(ofRound.map(({ players }) => players)).size).toBe(1);
    },
  ],
  [
    'a server that one batch saves and another removes is saved or removed',
    async ({ race, stores, number }) => {
      const hashOf = (index: number) => sampleHash(1000 * number + index);
      const all = Array.from({ length: 100 }, (_, index) => hashOf(index));
      const saved = all.map((hash) => sampleServer({ hash }));
      await stores.servers.saveBatch({ saved, removed: [], aliveAt: 1 });
      const save = (kept: string[], removed: string[]) =>
        call('servers', 'saveBatch', {
          saved: kept.map((hash) => sampleServer({ hash })),
          removed: removed.map((hash) => sampleServer({ hash })),
          aliveAt: 1,
        });
      const [one, other] = [all.slice(0, 50), all.slice(50)];
      const counts = await race((racer) =>
        times(3, (index) => ((racer + index) % 2 === 0 ? save(one, other) : save(other, one))),
      );
      expect(counts).toEqual({ undefined: 3 * RACERS });
      const stored = (await stores.servers.loadServers()).servers.map(({ hash }) => hash);
      const left = stored.filter((hash) => all.includes(hash)).toSorted();
      expect([one, other]).toContainEqual(left);
    },
  ],
];

let rounds = 0;

function nextTag(): string {
  rounds += 1;
  const letters = [...String(rounds).padStart(4, '0')].map((digit) => 'abdefkpxyz'[Number(digit)]);
  return `race${letters.join('')}`;
}

/** Opens an empty database, and returns the store and where it is. */
type Open = (lifetimes: AsyncDisposableStack) => Promise<{ stores: Stores; place: string }>;

const engines: [string, Open][] = [
  [
    'SQLite',
    async (lifetimes) => {
      const { path: place } = lifetimes.use(makeFolder());
      return { stores: lifetimes.use(openStore({ folder: place })), place };
    },
  ],
  [
    'PostgreSQL',
    async (lifetimes) => {
      const server = lifetimes.use(await startPostgres());
      const place = await server.makeDatabase();
      return { stores: lifetimes.use(await openPostgresStore(place)), place };
    },
  ],
];

describe.each(engines)('%s, by several processes at once', (engine, open) => {
  const lifetimes = new AsyncDisposableStack();
  let stores: Stores;
  let racers: Racers;

  beforeAll(async () => {
    const opened = await open(lifetimes);
    stores = opened.stores;
    racers = lifetimes.use(await startRacers(engine, opened.place));
  }, 60_000);
  afterAll(() => lifetimes.disposeAsync(), 60_000);

  test.each(cases)(
    '%s',
    async (_sentence, play) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const tag = nextTag();
        await play({ stores, race: racers.race, number: rounds, tag });
      }
    },
    60_000,
  );
});
