// C6.25: the limit of servers in all, what networks may have of the last places, and who makes room for whom.

import { afterEach, expect, test } from 'bun:test';
import { emptyChunk, HOURS, minuteOf } from '../../../src/modules/history/history-tiers.ts';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import {
  complaintsOf,
  hashOf,
  MINUTE_MS,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
  type TestServers,
} from '../../support/test-servers.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const ADVICE =
  'Keep sending heartbeats, one is accepted once there is room. A server that is claimed, or had players on earlier days, goes first.';
const FULL = `This list is full: 4 servers are live and 4 are allowed. ${ADVICE}`;
const OWN = '203.0.113.7';

let service: TestServers;
afterEach(() => service[Symbol.dispose]());

const open = async (serversInAll: number) => {
  service = await openTestServers({ serversInAll, serversPerAddress: 50 });
};

/** Each in a /16 of its own. */
const elsewhere = (index: number) => `20.${index}.0.1`;

/** Time in which a server sends its heartbeats. */
async function pass(ms: number, ip: string): Promise<void> {
  for (let left = ms; left > 0; left -= MINUTE_MS) {
    service.clock.advance(MINUTE_MS);
    await service.beat({}, ip);
  }
}

async function fill(count: number, first = 0): Promise<string[]> {
  const hashes = [];
  for (let index = first; index < first + count; index += 1) {
    hashes.push(hashOf(await service.beat({}, elsewhere(index))));
    await service.timers.turn(SECOND_MS);
  }
  return hashes;
}

/** The history of a server that had players in so many hours of yesterday. */
async function keepPlayed(ip: string, hours: number): Promise<void> {
  const { history } = service.store;
  const at = minuteOf(service.clock.now() - DAY_MS);
  const hash = computeServerHash(ip, 25_565);
  const [series = 0] = await history.saveMinute({
    ...{ at, players: 3, servers: 1, series: new Uint32Array(), counts: new Uint16Array() },
    newcomers: [{ hash, name: 'Played', ip, port: 25_565, players: 3 }],
  });
  const day = emptyChunk(HOURS, series, Math.floor(at / (24 * 60)));
  day.peaks.fill(4, 0, hours);
  await history.saveCompaction({ saved: [day], removed: [], emptied: [] });
}

test('when all places are taken, another server is refused before its port is probed; the others go on', async () => {
  await open(4);
  await fill(4);
  const before = service.probe.tried.length;
  expect(complaintsOf(await service.beat({}, OWN))).toEqual([FULL]);
  expect(complaintsOf(await service.beat({ public: 'false' }, OWN))).toEqual([FULL]);
  expect(service.probe.tried).toHaveLength(before);
  hashOf(await service.beat({ users: '9' }, elsewhere(0)));
  await service.timers.turn(STALE_AFTER_MS);
  service.servers.sweep();
  hashOf(await service.beat({}, OWN));
});

test('equal refusals are one line of the report, though the counts in their sentence differ', async () => {
  await open(400);
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
    for (let port = 1; port <= 50; port += 1) hashOf(await service.beat({ port: `${port}` }, ip));
  }
  for (const allowed of [3, 2]) {
    const sentence = `This list is nearly full. Servers live from 203.0.113.0/24: 200. Allowed for now: ${allowed}. ${ADVICE}`;
    expect(complaintsOf(await service.beat({}, OWN))).toEqual([sentence]);
    const { beats } = service.servers.operatorReports.reportOn(OWN);
    expect(beats).toMatchObject([{ outcome: 'refused', reasons: ['full'], sentences: [sentence] }]);
    await fill(10);
  }
});

test('below half of all places a network may have as many as it likes', async () => {
  await open(100);
  for (let port = 1; port <= 50; port += 1) hashOf(await service.beat({ port: `${port}` }, OWN));
  expect(complaintsOf(await service.beat({ port: '51' }, '203.0.113.8'))).toEqual([
    `This list is nearly full. Servers live from 203.0.113.0/24: 50. Allowed for now: 1. ${ADVICE}`,
  ]);
});

test('from half on a /24 may have a 64th of what is left, and a /16 a sixteenth, but one each', async () => {
  await open(400);
  await fill(200);
  const from = (site: number, host: number) => service.beat({}, `203.0.${site}.${host}`);
  for (let host = 1; host <= 3; host += 1) hashOf(await from(1, host));
  expect(complaintsOf(await from(1, 4))[0]).toContain('from 203.0.1.0/24: 3.');
  for (let site = 2; site <= 9; site += 1) hashOf(await from(site, 1));
  expect(complaintsOf(await from(11, 1))[0]).toContain('from 203.0.0.0/16: 11.');
  hashOf(await service.beat({}, '198.51.100.1'));
});

/** Five of five places: three newcomers of one /24, and two from elsewhere. */
async function fillWithNewcomers(): Promise<string[]> {
  const ips = ['20.0.0.1', '20.0.0.2', '20.0.0.3', elsewhere(1), elsewhere(2)];
  for (const ip of ips) {
    hashOf(await service.beat({}, ip));
    await service.timers.turn(SECOND_MS);
  }
  return ips;
}

const isLive = (ip: string) =>
  service.servers.findServer(computeServerHash(ip, 25_565)) !== undefined;

test('a claimed server that comes back takes the place of the youngest newcomer of the fullest network', async () => {
  await open(5);
  await service.store.accounts.insertAccount(accountNamed('Alice'));
  await service.claim(1, {}, OWN);
  await service.timers.turn(11 * MINUTE_MS);
  service.servers.sweep();
  const ips = await fillWithNewcomers();
  hashOf(await service.beat({}, OWN));
  expect(ips.filter(isLive)).toEqual(ips.filter((ip) => ip !== '20.0.0.3'));
  expect(complaintsOf(await service.beat({}, '20.0.0.3'))[0]).toContain('This list is full: 5');
  hashOf(await service.beat({}, '20.0.0.2'));
});

test.each([
  [3, true],
  [2, false],
])('one that had players in %p hours of yesterday goes first: %p', async (hours, isFirst) => {
  await open(5);
  await keepPlayed(OWN, hours);
  const ips = await fillWithNewcomers();
  const { isAccepted } = await service.beat({}, OWN);
  expect(isAccepted).toBe(isFirst);
  expect(ips.filter(isLive)).toHaveLength(isFirst ? 4 : 5);
});

test('nobody goes who had players before, was joined through the relay by somebody known, or was there for a day', async () => {
  await open(5);
  await keepPlayed(OWN, 3);
  await keepPlayed('20.0.0.3', 3);
  hashOf(await service.beat({}, elsewhere(1)));
  await pass(DAY_MS, elsewhere(1));
  hashOf(await service.beat({ web: 'true' }, '20.0.0.2'));
  hashOf(await service.beat({}, '20.0.0.3'));
  const ips = ['20.0.0.2', '20.0.0.3', elsewhere(1), elsewhere(2)];
  hashOf(await service.beat({}, elsewhere(2)));
  for (const ip of ['20.0.0.2', elsewhere(2)]) {
    const player = { id: 1, name: 'Somebody', isVerified: ip === '20.0.0.2' };
    service.servers.ranking.noteStay(ip, 25_565, player, OWN);
  }
  const newcomer = elsewhere(3);
  hashOf(await service.beat({}, newcomer));
  hashOf(await service.beat({}, OWN));
  expect([...ips, newcomer, OWN].filter(isLive)).toEqual([...ips.slice(0, 3), newcomer, OWN]);
});

test('while little is left, a newcomer that is stale is not kept for its return', async () => {
  await open(4);
  hashOf(await service.beat({}, OWN));
  await service.timers.turn(STALE_AFTER_MS - SECOND_MS);
  await fill(2);
  service.servers.sweep();
  const hash = hashOf(await service.beat({}, OWN));
  expect(service.servers.findServer(hash)?.uptimeSeconds).toBe(0);
});

/** Servers of accounts that claimed them on an earlier day, and are silent since. */
async function stockpile(accounts: number, each: number): Promise<string[]> {
  const ips: string[] = [];
  for (let account = 1; account <= accounts; account += 1) {
    await service.store.accounts.insertAccount(accountNamed(`Stock${account}`));
    for (let index = 0; index < each; index += 1) {
      const ip = `30.${account}.${index}.1`;
      await service.claim(account, {}, ip);
      ips.push(ip);
    }
    await service.timers.turn(11 * MINUTE_MS);
    service.servers.sweep();
  }
  return ips;
}

test('stockpiled claims do not fill the list: accounts and networks have shares of claimed newcomers', async () => {
  await open(40);
  const stock = await stockpile(4, 10);
  const strangers = await fill(20);
  for (const ip of stock) await service.beat({}, ip);
  expect(stock.filter(isLive)).toHaveLength(4);
  expect(complaintsOf(await service.beat({}, '30.1.9.1'))[0]).toBe(
    `This list is nearly full. New claimed servers live from your account: 1. Allowed for now: 1. ${ADVICE}`,
  );
  await fill(16, 20);
  for (const ip of stock) await service.beat({}, ip);
  expect(stock.filter(isLive)).toHaveLength(4);
  expect(strangers.every((hash) => service.servers.findServer(hash))).toBe(true);
});

test('claims that came while there was room make it for a server that was played on, and single ones stay', async () => {
  await open(6);
  const stock = await stockpile(4, 1);
  const [first = '', ...single] = stock;
  const more = ['30.1.50.1', '30.1.51.1'];
  for (const ip of more) await service.claim(1, {}, ip);
  await keepPlayed(OWN, 3);
  await keepPlayed(elsewhere(9), 3);
  for (const ip of stock) hashOf(await service.beat({}, ip));
  const own = [first, ...more];
  expect([...own, ...single].filter(isLive)).toHaveLength(6);
  hashOf(await service.beat({}, OWN));
  expect(own.filter(isLive)).toHaveLength(2);
  expect(single.filter(isLive)).toEqual(single);
});

test('a claimed network has a share too, whoever has the accounts', async () => {
  await open(40);
  const ips: string[] = [];
  for (let account = 1; account <= 10; account += 1) {
    await service.store.accounts.insertAccount(accountNamed(`Owner${account}`));
    await service.claim(account, {}, `30.1.1.${account}`);
    ips.push(`30.1.1.${account}`);
  }
  await service.timers.turn(11 * MINUTE_MS);
  service.servers.sweep();
  await fill(20);
  for (const ip of ips) await service.beat({}, ip);
  expect(ips.filter(isLive)).toHaveLength(1);
});
