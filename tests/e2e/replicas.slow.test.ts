// Three replicas of the compiled service on one database: what one hears, all of them show.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { launcherTexts } from '../support/failures.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { BUSY_MACHINE, Client, createAccount, eventually, nextAddress } from './client.ts';

const PASSWORD = 'correct horse';
/** How soon a heartbeat to one replica is in the lists of the others. */
const KNOWN_MS = 2_000;
let replicas: Replicas;

/** A client of each replica that speaks for the same address. */
function clientsOf(address = nextAddress()): [Client, Client, Client] {
  const [a, b, c] = replicas.all.map((replica) => new Client(replica, { address }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three are needed');
  return [a, b, c];
}

describe('replicas', () => {
  beforeAll(async () => {
    replicas = await startReplicas(3);
  }, 120_000);
  afterAll(() => replicas?.[Symbol.asyncDispose](), 60_000);

  test(
    'a heartbeat to one is in the lists of all within two seconds',
    async () => {
      const [first, ...others] = clientsOf();
      const hash = await first.mustBeat({ name: 'Known to all' });
      const sentAt = performance.now();
      for (const other of others) {
        await eventually(
          () => other.list(),
          (records) => records.some((record) => record.hash === hash),
        );
        expect(performance.now() - sentAt).toBeLessThan(KNOWN_MS);
      }
    },
    { ...BUSY_MACHINE, timeout: 60_000 },
  );

  test('a server that beats to all in turn is one server, with one uptime and its latest players', async () => {
    const clients = clientsOf();
    const hashes = new Set<string>();
    for (let turn = 0; turn < 9; turn += 1) {
      const client = clients[turn % 3] ?? clients[0];
      hashes.add(await client.mustBeat({ name: 'In turn', users: `${turn}` }));
      await Bun.sleep(300);
    }
    const [hash = ''] = hashes;
    expect(hashes.size).toBe(1);
    const uptimes: number[] = [];
    for (const client of clients) {
      const records = await eventually(
        () => client.lookup(hash),
        ([record]) => record?.players === 8,
      );
      expect(records).toHaveLength(1);
      uptimes.push(Number(records[0]?.uptime));
    }
    expect(Math.max(...uptimes) - Math.min(...uptimes)).toBeLessThanOrEqual(1);
    expect(Math.min(...uptimes)).toBeGreaterThanOrEqual(2);
  });

  test('a name that changes, and a server that turns private, are so everywhere', async () => {
    const [first, second, third] = clientsOf();
    const hash = await first.mustBeat({ name: 'Before' });
    await eventually(
      () => third.list(),
      (records) => records.some((record) => record.hash === hash),
    );
    await second.mustBeat({ name: 'After' });
    await eventually(
      () => first.lookup(hash),
      ([record]) => record?.name === 'After',
    );
    await third.mustBeat({ name: 'After', public: 'False' });
    for (const client of [first, second]) {
      await eventually(
        () => client.list(),
        (records) => !records.some((record) => record.hash === hash),
      );
    }
  });

  test('an address has as many servers as it may over all replicas together', async () => {
    const clients = clientsOf();
    const most = 10;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (clients[index % 3] ?? clients[0]).beat({
          name: `Many ${index}`,
          port: `${26_000 + index}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(most);
    const listNames = () =>
      Promise.all(
        clients.map(async (client) =>
          (await client.list())
            .map(({ name }) => name)
            .filter((name) => name.startsWith('Many '))
            .toSorted()
            .join(),
        ),
      );
    await eventually(
      listNames,
      ([names = '', ...others]) =>
        names.split(',').length === most && others.every((other) => other === names),
    );
    const refused = await clients[1].beat({ name: 'One too many', port: '27000' });
    expect(refused.text).not.toMatch(/^http/);
  });

  test('a session that one made is good at all, and a logout and a suspension count everywhere', async () => {
    const [maker] = replicas.all;
    if (maker === undefined) throw new Error('no replica');
    await createAccount(maker, 'Alice');
    const [first, second, third] = clientsOf();
    expect(await first.login('Alice', PASSWORD)).toMatchObject({ errors: [] });
    second.session = first.session;
    third.session = first.session;
    expect(await second.openLogin()).toMatchObject({ authenticated: true, username: 'Alice' });
    await second.submit('/acc/logout/', {});
    third.session = first.session;
    expect(await third.openLogin()).toMatchObject({ authenticated: false });

    const [one, other] = clientsOf();
    expect(await one.login('Alice', PASSWORD)).toMatchObject({ errors: [] });
    other.session = one.session;
    expect(await other.openLogin()).toMatchObject({ authenticated: true });
    await maker.mustRun(['account', 'suspend', 'Alice']);
    for (const client of [one, other]) {
      expect(await client.openLogin()).toMatchObject({ authenticated: false });
    }
  });

  test('a token of one is good at another, once, and wrong passwords are counted over all', async () => {
    const [maker] = replicas.all;
    if (maker === undefined) throw new Error('no replica');
    await createAccount(maker, 'Bertha');
    const right = { username: 'Bertha', password: PASSWORD };
    const [asked, ...others] = clientsOf();
    const { token } = await asked.openLogin();
    for (const other of others) other.session = asked.session;
    const posted = await Promise.all(others.map((other) => other.submitLogin({ ...right, token })));
    expect(posted.map(({ errors }) => errors.join()).toSorted()).toEqual(['', 'token']);

    const guessers = clientsOf();
    const guess = async ({ port, address = '' }: Client) => {
      const { errors } = await new Client({ port }, { address }).login('Bertha', 'wrong horse');
      return errors.join();
    };
    const outcomes = await Promise.all(
      guessers.flatMap((one) => Array.from({ length: 8 }, () => guess(one))),
    );
    // Of those at once some are not looked at while others are.
    for (let turn = 0; turn < 20; turn += 1) {
      outcomes.push(await guess(guessers[turn % 3] ?? guessers[0]));
    }
    expect(outcomes.filter((outcome) => outcome === 'password')).toHaveLength(10);
    expect(outcomes.at(-1)).toBe(launcherTexts.tooMany(5));
    // Nobody else is held up.
    expect(await clientsOf()[2].login('Bertha', PASSWORD)).toMatchObject({ errors: [] });
  }, 60_000);

  test('a ban counts at all within a second, and its server comes back nowhere', async () => {
    const [first, second, third] = clientsOf();
    const hash = await first.mustBeat({ name: 'To be banned' });
    for (const client of [second, third]) {
      await eventually(
        () => client.lookup(hash),
        (records) => records.length === 1,
      );
    }
    await replicas.all[1]?.mustRun(['ban', 'add', '--server', hash, '--reason', 'of the test']);
    for (const client of [first, second, third]) {
      await eventually(
        () => client.lookup(hash),
        (records) => records.length === 0,
      );
    }
    for (const client of [first, second, third]) {
      await eventually(
        () => client.beat({ name: 'To be banned' }),
        ({ text }) => text.includes('of the test'),
      );
    }
    await Bun.sleep(1_500);
    for (const client of [first, second, third]) expect(await client.lookup(hash)).toEqual([]);
  });

  test('one that starts later lists what the others know', async () => {
    const [first, , third] = clientsOf();
    const hash = await first.mustBeat({ name: 'Before the start' });
    await replicas.all[2]?.restart('SIGKILL');
    await eventually(
      () => third.list(),
      (records) => records.some((record) => record.hash === hash),
    );
  });
});

test('behind a pooler replicas look for changes at intervals, and know a heartbeat and a suspension soon', async () => {
  await using pooled = await startReplicas(2, { MUSTER_DATABASE_POOLER: 'true' });
  const [maker, other] = pooled.all;
  if (maker === undefined || other === undefined) throw new Error('two are needed');
  await createAccount(maker, 'Alice');
  const [first, second] = [new Client(maker), new Client(other)];
  const hash = await first.mustBeat({ name: 'Known to both' });
  await eventually(
    () => second.list(),
    (records) => records.some((record) => record.hash === hash),
  );
  await second.login('Alice', PASSWORD);
  await maker.mustRun(['account', 'suspend', 'Alice']);
  expect(await second.openLogin()).toMatchObject({ authenticated: false });
}, 120_000);
