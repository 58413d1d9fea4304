// Only several processes at once on one database show that the rules for accounts and decisions hold.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Account, NewAccount, SecretAsRead, StoredSecret } from '../../src/accounts/ports.ts';

import { openPostgresStore } from '../../src/store/postgres/open-store.ts';
import type { Repositories } from '../../src/store/repositories.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import {
  accountNamed,
  sampleHash,
  sampleRegistration,
  sampleSecret,
  sampleServer,
  sampleTime,
} from '../contract/fresh-stores.ts';
import { banOf, entryOf } from '../support/moderation-samples.ts';
import { startPostgres } from '../support/postgres.ts';
import { makeFolder } from './folders.ts';
import { type Call, call, RACERS, type Racers, startRacers } from './race/racers.ts';

/** How often each case is repeated: a race that is lost is not lost every time. */
const ROUNDS = 6;

/** What a case works with. All rounds of all cases share one database. */
interface Round {
  stores: Repositories;
  race: Racers['race'];
  /** Counts the rounds of all cases. */
  number: number;
  /** A piece of a name that no other round has, in letters that look like no others. */
  tag: string;
}

type Case = [sentence: string, play: (round: Round) => Promise<void>];

/** The same calls for each process. */
const each =
  (...calls: Call[]) =>
  () =>
    calls;
/** As many as that, each made by its number from 0. */
function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const digest = (text: string) => new Bun.SHA256().update(text).digest('hex');
const KEEPS = { endSessions: false };
const LATER = sampleTime + 60_000;

function add(
  { stores, tag }: Round,
  name = '',
  changes: Partial<NewAccount> = {},
): Promise<Account> {
  return stores.accounts.insertAccount(accountNamed(`${tag}${name}`, changes));
}

async function addSeveral(
  round: Round,
  count: number,
  changes: Partial<NewAccount> = {},
): Promise<Account[]> {
  return Promise.all(times(count, (index) => add(round, `_${'abc'[index]}`, changes)));
}

/** Adds administrators, who are the only ones then. */
async function addAdministrators(round: Round, count: number): Promise<Account[]> {
  await dismissAdministrators(round);
  return addSeveral(round, count, { role: 'administrator' });
}

async function dismissAdministrators({ stores }: Round): Promise<void> {
  for (const { id } of await listAdministrators(stores)) {
    await stores.accounts.updateAccount(id, { role: 'player' }, KEEPS);
  }
}

async function listAdministrators({ administration }: Repositories): Promise<Account[]> {
  const staff = await administration.searchAccounts({ standing: 'staff', now: 0, limit: 100 });
  return staff.filter(({ role }) => role === 'administrator');
}

async function listThoseWhoLogIn(stores: Repositories): Promise<Account[]> {
  return (await listAdministrators(stores)).filter(({ suspendedAt }) => suspendedAt === null);
}

/** The ways in which an administrator is lost. */
const WAYS: ((account: Account) => Call)[] = [
  (account) =>
    call('administration', 'changeAccount', account, { role: 'player' }, lossOf(account)),
  (account) =>
    call('administration', 'changeAccount', account, { suspendedAt: 1 }, lossOf(account)),
  (account) =>
    call('administration', 'removeAccount', account, {
      ...lossOf(account),
      reserves: reservationOf(account),
    }),
  (account) =>
    call('registration', 'remove', account, {
      ...reservationOf(account),
      now: sampleTime,
      emailJob: undefined,
    }),
];

const lossOf = ({ name }: Account) => ({
  entries: [entryOf({ action: 'role changed', subject: name, at: sampleTime })],
  keepsAdministrator: true,
});
const reservationOf = ({ name }: Account) => ({
  skeletonHash: `skeleton of ${name}`,
  reservedUntil: 1,
});

async function addInvite({ stores, tag }: Round, uses: number): Promise<string> {
  const codeHash = digest(tag);
  const invite = { codeHash, uses, usesLeft: uses, createdAt: 1, expiresAt: LATER };
  await stores.invites.addInvite(invite);
  return codeHash;
}

async function playInvite(round: Round, uses: number): Promise<void> {
  const { stores, race, tag } = round;
  const inviteHash = await addInvite(round, uses);
  const register = (name: string) =>
    call('registration', 'register', sampleRegistration(name, { inviteHash }));
  const outcomes = await race((racer) =>
    times(4, (i) => register(`${tag}_${'abc'[racer]}${'abcd'[i]}`)),
  );
  expect(outcomes).toEqual({ registered: uses, invite: RACERS * 4 - uses });
  expect((await stores.invites.listInvites()).at(-1)).toMatchObject({ uses, usesLeft: 0 });
  const query = { text: tag, now: sampleTime, limit: 100 };
  expect(await stores.administration.searchAccounts(query)).toHaveLength(uses);
}

async function addSecret(
  round: Round,
  account: Account,
  changes: Partial<StoredSecret> = {},
): Promise<SecretAsRead> {
  const tokenHash = digest(`${round.tag}${changes.tokenHash}`);
  const secret = sampleSecret({ accountId: account.id, ...changes, tokenHash });
  await round.stores.secrets.putSecret(secret);
  return { secret, account };
}

async function countActions({ audit }: Repositories, subject: string): Promise<number> {
  return (await audit.listActions({ subject, limit: 100 })).length;
}

const cases: Case[] = [
  [
    'an administrator is always left, and whoever would take the last one is refused',
    async (round) => {
      const { stores, race, number } = round;
      const administrators = await addAdministrators(round, RACERS);
      const counts = await race((racer) => {
        const way = WAYS[(number + racer) % WAYS.length];
        const account = administrators[racer];
        return way === undefined || account === undefined ? [] : [way(account)];
      });
      expect(counts.conflict).toBe(1);
      const [left, ...others] = await listThoseWhoLogIn(stores);
      expect(others).toEqual([]);
      expect(await countActions(stores, left?.name ?? '')).toBe(0);
    },
  ],
  ['an invite for five makes five accounts', (round) => playInvite(round, 5)],
  [
    'refused accounts use up no id, and no id is used twice',
    async (round) => {
      const { race, stores, tag } = round;
      const { id: before } = await add(round);
      const insert = (name: string) => call('accounts', 'insertAccount', accountNamed(tag + name));
      const counts = await race((racer) =>
        ['_a', `_b${'abc'[racer]}`, '_c', `_d${'abc'[racer]}`, '_e'].map(insert),
      );
      const made = 3 + 2 * RACERS;
      expect(counts).toEqual({ done: made, conflict: 5 * RACERS - made });
      const listed = await stores.accounts.listAccounts({ afterId: before, limit: 100 });
      expect(listed.map(({ id }) => id)).toEqual(
        Array.from({ length: made }, (_, index) => before + 1 + index),
      );
    },
  ],
  [
    'a link is spent once',
    async (round) => {
      const read = await addSecret(round, await add(round, '', { verifiedAt: null }));
      const change = { changes: { verifiedAt: sampleTime } };
      const spend = call('secrets', 'spendToken', read, sampleTime, change);
      expect(await round.race(each(spend, spend))).toEqual({ spent: 1, none: 2 * RACERS - 1 });
    },
  ],
  [
    'an account has one open report on a server, which is closed once, with one entry and one email',
    async (round) => {
      const { race, stores, number } = round;
      const { id: accountId } = await add(round);
      const hash = sampleHash(number);
      const texts = { hash, serverName: 'Alpha', kind: 'fake', text: '' } as const;
      const report = { ...texts, accountId, createdAt: 1, wantsEmail: true };
      const counts = await race(each(call('reports', 'addReport', report)));
      expect(counts.conflict).toBe(RACERS - 1);
      const ids = (await stores.reports.listReportsOf(accountId)).map(({ id }) => id);
      expect(ids).toHaveLength(1);
      const entry = entryOf({ at: sampleTime, action: 'report closed', subject: hash });
      const close = call('reports', 'closeReports', { ids, entry });
      expect(await race(each(close, close))).toEqual({ 1: 1, 0: 2 * RACERS - 1 });
      expect(await countActions(stores, hash)).toBe(1);
      const jobs = await stores.outbox.listEmailJobs(10_000);
      expect(jobs.filter((job) => job.accountId === accountId)).toHaveLength(1);
    },
  ],
  [
    'a target is banned once, also where an earlier ban has expired, and is no longer banned once',
    async ({ race, stores, number }) => {
      const subject = `198.51.${number}.0/24`;
      const expired = banOf(subject, 'before', { expiresAt: 2 });
      await stores.moderation.addBan(expired, entryOf({ subject, action: 'ban added' }));
      const ban = banOf(subject, 'now', { createdAt: 3 });
      const added = call('moderation', 'addBan', ban, entryOf({ subject, action: 'ban added' }));
      expect(await race(each(added, added))).toEqual({ undefined: 1, conflict: 2 * RACERS - 1 });
      expect(await countActions(stores, subject)).toBe(2);
      const target = { kind: 'range', subject } as const;
      const entry = entryOf({ subject, action: 'ban removed' });
      const removed = call('moderation', 'removeBan', target, entry);
      expect(await race(each(removed, removed))).toEqual({ true: 1, false: 2 * RACERS - 1 });
      expect(await countActions(stores, subject)).toBe(3);
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
type Open = (lifetimes: AsyncDisposableStack) => Promise<{ stores: Repositories; place: string }>;

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
  let stores: Repositories;
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
