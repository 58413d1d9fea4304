// The public list: its records, their order, who sees what, and how soon a change shows.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import type { ListedRecord } from '../support/listed-record.ts';
import { BUSY_MACHINE, Client, createAccount, eventually, LAG_MS, nextAddress } from './client.ts';
import { parseStrictList } from './strict-json.ts';

const salt = 'SecretSaltOfTheServer';
let muster: RunningMuster;
let player: Client;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  await createAccount(muster, 'Alice');
  player = new Client(muster);
  await player.login('Alice', 'correct horse');
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** A server of its own address. */
function server(): Client {
  return new Client(muster, { address: nextAddress() });
}

/** Waits until the public list shows the server in a way that satisfies. */
async function listed(
  hash: string,
  isRight: (record: ListedRecord) => boolean = () => true,
  withinMs?: number,
) {
  const list = await eventually(
    () => new Client(muster).list(),
    (records) => records.some((record) => record.hash === hash && isRight(record)),
    withinMs,
  );
  return list.find((record) => record.hash === hash) as ListedRecord;
}

/** Whether a comes before b by the contract. */
function isInOrder(a: ListedRecord, b: ListedRecord): boolean {
  if (a.featured !== b.featured) return a.featured;
  if (a.players !== b.players) return a.players > b.players;
  if (a.uptime !== b.uptime) return a.uptime > b.uptime;
  return a.hash < b.hash;
}

test('an empty list is exactly {"servers":[]}, for everybody', async () => {
  await using empty = await startMuster();
  for (const path of ['/api/servers', '/api/servers/', '/api/server', '/api/server/']) {
    const answer = await new Client(empty).get(path);
    expect(answer.text).toBe('{"servers":[]}');
    expect(answer.header('content-type')).toStartWith('application/json');
  }
  expect((await player.get('/api/server/')).text).toBe('{"servers":[]}');
});

describe('records', () => {
  test('hold what the heartbeat said, in the order of the contract', async () => {
    const client = server();
    const hash = await client.mustBeat({
      name: 'Full',
      users: '7',
      max: '9',
      software: 'Soft 1',
      web: 'true',
      salt,
    });
    const record = await listed(hash);
    expect(Object.entries(record)).toEqual([
      ['hash', hash],
      ['name', 'Full'],
      ['players', 7],
      ['maxplayers', 9],
      ['software', 'Soft 1'],
      ['uptime', record.uptime],
      ['country_abbr', 'T1'],
      ['featured', false],
      ['web', true],
    ]);
    expect(record.uptime).toBeLessThanOrEqual(3);
  });
  test('may have no software, no web client and more players than places', async () => {
    const hash = await server().mustBeat({ software: undefined, users: '30', max: '20' });
    expect(await listed(hash)).toMatchObject({
      software: '',
      web: false,
      players: 30,
      maxplayers: 20,
    });
  });
  test('carry ip, port and mppass at the end for a logged-in session', async () => {
    const client = server();
    const hash = await client.mustBeat({ port: '4001', salt });
    await listed(hash);
    const seen = await eventually(
      () => player.list(),
      (list) => list.some((record) => record.hash === hash),
    );
    const record = seen.find((candidate) => candidate.hash === hash);
    expect(Object.keys(record ?? {}).slice(-3)).toEqual(['ip', 'port', 'mppass']);
    expect(record).toMatchObject({
      ip: client.address ?? '',
      port: 4001,
      mppass: Bun.MD5.hash(`${salt}Alice`, 'hex'),
    });
    parseStrictList((await player.get('/api/servers')).body, true);
  });
});

test('an anonymous caller sees no address, no port, no mppass and no salt anywhere', async () => {
  const client = server();
  const hash = await client.mustBeat({ name: 'Secretive', port: '54321', salt });
  await listed(hash);
  for (const path of [
    '/api/servers',
    `/api/server/${hash}`,
    `/server/play/${hash}/`,
    '/',
    '/openapi.json',
  ]) {
    const answer = await new Client(muster).get(path);
    const all = answer.text + JSON.stringify(answer.headers);
    for (const secret of [
      client.address ?? '',
      '54321',
      salt,
      '"ip"',
      '"mppass"',
      '"salt"',
      Bun.MD5.hash(`${salt}Alice`, 'hex'),
    ]) {
      if (path === '/openapi.json' && secret.startsWith('"')) continue;
      expect(`${path} ${all}`).not.toContain(secret);
    }
  }
  expect((await player.get('/api/servers')).text).not.toContain(salt);
  expect((await player.get(`/api/server/${hash}`)).text).not.toContain(salt);
});

describe('order', () => {
  test('featured first, then players, then uptime, then hash', async () => {
    const young = new Map<string, string>();
    const old = await server().mustBeat({ name: 'old', users: '50' });
    await eventually(
      () => new Client(muster).lookup(old),
      ([record]) => record !== undefined && record.uptime > 0,
    );
    for (let index = 0; index < 30; index += 1) {
      const users = `${index % 3 === 0 ? 50 : index}`;
      young.set(await server().mustBeat({ name: `young ${index}`, users }), users);
    }
    const list = await eventually(
      () => new Client(muster).list(),
      (records) =>
        [...young.keys()].every((hash) => records.some((record) => record.hash === hash)),
    );
    const of50 = list.filter((record) => record.players === 50);
    expect(of50[0]?.hash).toBe(old);
    const misplaced = list.filter((record, at) => {
      const next = list[at + 1];
      return next !== undefined && !isInOrder(record, next);
    });
    expect(misplaced).toEqual([]);
  });
  test(
    'a server featured by the command line comes first, until it no longer is',
    async () => {
      const hash = await server().mustBeat({ name: 'Small but fine', users: '0' });
      await listed(hash);
      await muster.mustRun(['server', 'feature', hash]);
      await listed(hash, (record) => record.featured, LAG_MS);
      const list = await new Client(muster).list();
      expect(list[0]).toMatchObject({ hash, featured: true });
      expect(await new Client(muster).lookup(hash)).toMatchObject([{ featured: true }]);
      await muster.mustRun(['server', 'unfeature', hash]);
      await listed(hash, (record) => !record.featured, LAG_MS);
      expect((await new Client(muster).list())[0]?.hash).not.toBe(hash);
    },
    BUSY_MACHINE,
  );
});

describe('private servers', () => {
  test.concurrent('are in no list, logged in or not, but in the lookup', async () => {
    const client = server();
    const hidden = await client.mustBeat({ name: 'Hidden', public: 'false', port: '1111' });
    const shown = await client.mustBeat({ name: 'Shown', public: 'true', port: '2222' });
    await listed(shown);
    await eventually(
      () => player.list(),
      (list) => list.some((record) => record.hash === shown),
    );
    for (const caller of [new Client(muster), player]) {
      const answer = await caller.get('/api/servers');
      expect(answer.text).not.toContain(hidden);
      expect(answer.text).not.toContain('Hidden');
      expect(await caller.lookup(hidden)).toMatchObject([{ hash: hidden, name: 'Hidden' }]);
    }
  });
  test.concurrent(
    'leave the list when they become private, and come back',
    async () => {
      const client = server();
      const hash = await client.mustBeat();
      await listed(hash);
      await client.mustBeat({ public: 'false' });
      await eventually(
        () => new Client(muster).list(),
        (list) => list.every((record) => record.hash !== hash),
        LAG_MS,
      );
      await client.mustBeat({ public: 'TRUE' });
      await listed(hash, undefined, LAG_MS);
    },
    BUSY_MACHINE,
  );
});

describe('a visible change shows within a second', () => {
  const changes: [field: keyof ListedRecord, sent: Record<string, string>, shown: unknown][] = [
    ['players', { users: '17' }, 17],
    ['maxplayers', { max: '99' }, 99],
    ['name', { name: 'Renamed' }, 'Renamed'],
    ['software', { software: 'Other 2' }, 'Other 2'],
    ['web', { web: '1' }, true],
  ];
  for (const [field, sent, shown] of changes) {
    test.concurrent(
      field,
      async () => {
        const client = server();
        const hash = await client.mustBeat();
        await listed(hash);
        expect(await client.mustBeat(sent)).toBe(hash);
        await listed(hash, (record) => record[field] === shown, LAG_MS);
      },
      BUSY_MACHINE,
    );
  }
  test.concurrent(
    'the salt, in the logged-in list',
    async () => {
      const client = server();
      const hash = await client.mustBeat();
      await client.mustBeat({ salt: 'another salt' });
      const mppass = Bun.MD5.hash('another saltAlice', 'hex');
      await eventually(
        () => player.list(),
        (list) => list.some((record) => record.hash === hash && record.mppass === mppass),
        LAG_MS,
      );
    },
    BUSY_MACHINE,
  );
});

test.concurrent('the ETag stays while nothing visible changes: same beats, new salts, private servers, lookups', async () => {
  await using quiet = await startMuster({ env: manyAddresses });
  const client = new Client(quiet, { address: nextAddress() });
  const hash = await client.mustBeat();
  await eventually(
    () => client.list(),
    (list) => list.length === 1,
  );
  await Bun.sleep(2_500);
  const etag = (await client.get('/api/servers')).header('etag');
  const end = performance.now() + 2_500;
  for (let turn = 0; performance.now() < end; turn += 1) {
    await client.mustBeat({ salt: `salt ${turn}` });
    await client.mustBeat({ public: 'false', port: '7777', users: `${turn}` });
    await client.lookup(hash);
    expect((await client.get('/api/servers')).header('etag')).toBe(etag ?? '');
    await Bun.sleep(250);
  }
});
