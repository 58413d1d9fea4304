// Who counts as having joined a server: players who looked at it alone before it had more of them, and those who stayed.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { accountNamed } from '../../contract/fresh-stores.ts';
import {
  hashOf,
  MINUTE_MS,
  openTestServers,
  type TestServers,
  type TestServersOptions,
} from '../../support/test-servers.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const PLAYERS = 40;

let own: TestServers;
let hash: string;

async function open(options: TestServersOptions = {}): Promise<void> {
  own = await openTestServers(options);
  for (let id = 1; id <= PLAYERS; id += 1) {
    await own.store.accounts.insertAccount(accountNamed(`Player${id}`));
  }
  hash = hashOf(await own.beat({ users: '0' }));
  await own.servers.history.sample();
}

beforeEach(() => open());
afterEach(() => own[Symbol.dispose]());

const player = (id: number) => ({ id, name: `Player${id}`, isVerified: true });
const addressOf = (network: number, host = 1) => `198.51.${network}.${host}`;
const look = (id: number, network = id, at = hash) =>
  own.servers.ranking.noteLookup(at, player(id), addressOf(network));
const grow = (users: number) => own.beat({ users: `${users}` });

/** Days since the Unix epoch with those who joined last then. */
async function countDays(): Promise<number[][]> {
  await own.settled();
  const counted = await own.store.visits.countVisits(0, 0);
  return counted.map(({ day, people }) => [day, people]);
}

async function countPeople(): Promise<number> {
  return (await countDays()).reduce((sum, [, people = 0]) => sum + people, 0);
}

async function describeServer() {
  await own.settled();
  await own.servers.ranking.count();
  const found = own.servers.findServer(hash);
  return found && own.servers.ranking.describe(found.listing);
}

describe('a player who looked at a server alone', () => {
  test('joined it when it has more players within three minutes', async () => {
    look(1);
    await grow(1);
    expect(await countPeople()).toBe(1);
    look(2);
    own.clock.advance(3 * MINUTE_MS - 1);
    await grow(2);
    expect(await countPeople()).toBe(2);
    look(3);
    await own.beat({ users: '2' });
    own.clock.advance(3 * MINUTE_MS + 1);
    await own.beat({ users: '2' });
    await grow(3);
    expect(await countPeople()).toBe(2);
  });

  test('is one of as many as there are players more, in the order in which they looked', async () => {
    for (const id of [1, 2, 3]) look(id);
    await grow(2);
    expect(await countPeople()).toBe(2);
    await grow(1);
    expect(await countPeople()).toBe(2);
    await grow(2);
    expect(await countPeople()).toBe(3);
    await grow(9);
    expect(await countPeople()).toBe(3);
  });

  test('does not count where another server has more players', async () => {
    const other = hashOf(await own.beat({ port: '2', users: '0' }));
    look(1, 1, other);
    await grow(5);
    expect(await countPeople()).toBe(0);
  });

  test('counts only when logged in and verified, on a public server, while the order is by people', async () => {
    own.servers.ranking.noteLookup(hash, undefined, addressOf(1));
    own.servers.ranking.noteLookup(hash, { ...player(1), isVerified: false }, addressOf(1));
    const hidden = hashOf(await own.beat({ port: '2', users: '0', public: 'false' }));
    look(1, 1, hidden);
    await own.beat({ port: '2', users: '1', public: 'false' });
    await grow(3);
    expect(await countPeople()).toBe(0);
    own[Symbol.dispose]();
    await open({ ranking: 'players' });
    look(1);
    await grow(3);
    expect(await countPeople()).toBe(0);
  });

  test('is known on another replica by what that one saved', async () => {
    look(1);
    const [saved] = (await own.store.servers.loadServers()).servers;
    expect(saved).toBeUndefined();
    await own.servers.flush();
    const stored = (await own.store.servers.loadServers()).servers[0];
    if (stored === undefined) throw new Error('It was not saved.');
    const batch = { ...stored, players: 4, portCheckedAt: own.clock.now() };
    const others = {
      readBatches: async () => [
        { saved: [{ ...batch, lastBeatAt: own.clock.now() + 1 }], removed: [] },
      ],
      onSaved() {},
    };
    const replica = await openTestServers({ store: own.store, clock: own.clock, others });
    replica.servers.ranking.noteLookup(hash, player(7), addressOf(7));
    await replica.jobs.find(({ name }) => /other replicas/.test(name))?.run();
    expect(await countPeople()).toBe(1);
  });
});

describe('a player who was relayed to a server', () => {
  const stay = (id: number, port = 25_565) =>
    own.servers.ranking.noteStay('203.0.113.7', port, player(id), addressOf(id));

  test('joined it, if it is listed', async () => {
    stay(1);
    stay(2, 9);
    expect(await countPeople()).toBe(1);
  });
});

test('each known join is told, of private servers too, which have no visitors that count', async () => {
  const told: unknown[] = [];
  own.servers.ranking.onJoin((...join) => told.push(join));
  const privately = { public: 'false', port: '25566' };
  const hidden = hashOf(await own.beat({ ...privately, users: '0' }));
  look(1);
  await grow(1);
  look(2, 2, hidden);
  await own.beat({ ...privately, users: '1' });
  own.servers.ranking.noteStay('203.0.113.7', 25_566, player(3), addressOf(3));
  expect(told).toEqual([
    [1, hash],
    [2, hidden],
    [3, hidden],
  ]);
  expect(await countPeople()).toBe(1);
});

describe('joins that count', () => {
  test('are one for each account and one for each network, by the latest day', async () => {
    const today = Math.floor(own.clock.now() / DAY_MS);
    for (let turn = 1; turn <= 5; turn += 1) {
      look(1, turn);
      look(turn + 1, 9);
      await grow(turn * 2);
    }
    expect(await countDays()).toEqual([[today, 2]]);
    own.clock.advance(DAY_MS);
    await own.beat({ users: '0' });
    look(1, 77);
    await grow(1);
    expect((await countDays()).toSorted()).toEqual([
      [today, 1],
      [today + 1, 1],
    ]);
  });

  test('weigh less with age, and are forgotten after two weeks', async () => {
    for (let id = 1; id <= PLAYERS; id += 1) look(id);
    await grow(PLAYERS);
    const first = await describeServer();
    expect(first).toMatchObject({ people: 40, today: 40, weight: 40, steps: 1 });
    own.clock.advance(4 * DAY_MS);
    await own.beat({ users: '0' });
    look(1);
    await grow(1);
    const later = await describeServer();
    expect(later).toMatchObject({ people: 40, today: 1, weight: 1 + 39 / 2, steps: 0 });
    own.clock.advance(10 * DAY_MS);
    await grow(1);
    expect(await describeServer()).toMatchObject({ people: 1, today: 0 });
    expect(await countPeople()).toBe(40);
    await own.jobs.find(({ name }) => name === 'forget old visits')?.run();
    expect(await countPeople()).toBe(1);
  });
});
