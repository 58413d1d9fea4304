// Only a PostgreSQL that goes away shows which sessions a replica goes on with, and that none that ended comes back.

import { afterAll, afterEach, expect, spyOn, test } from 'bun:test';
import { openPostgresServiceStore, type ServiceStore } from '../../../src/app/open-stores.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { accountNamed, sampleSession, sampleTime } from '../../contract/fresh-stores.ts';
import { eventually } from '../../support/eventually.ts';
import { entryOf } from '../../support/moderation-samples.ts';
import { startPostgres } from '../../support/postgres.ts';

await using resources = new AsyncDisposableStack();
const server = resources.use(await startPostgres());
const lifetimes = resources.move();
afterAll(() => lifetimes.disposeAsync(), 60_000);
/** Those of the test that runs. */
let ofTest = new AsyncDisposableStack();
afterEach(async () => {
  await ofTest.disposeAsync();
  ofTest = new AsyncDisposableStack();
}, 60_000);

/** Two replicas on one database, with an account; neither looks at the database unless it is told to. */
async function openReplicas() {
  const url = await server.makeDatabase();
  const open = async () => ofTest.use(await openPostgresServiceStore(url));
  const [a, b] = [await open(), await open()];
  const account = await a.accounts.insertAccount(accountNamed('Alice'));
  const start = async (name: string, accountId = account.id, store: ServiceStore = b) => {
    const valueHash = new Bun.SHA256().update(name).digest('hex');
    const session = sampleSession({ valueHash, accountId });
    const { passwordHash } = accountNamed('Alice');
    const options = { passwordHash, endsValueHash: undefined };
    expect(await store.sessions.startSession(session, options)).toBe(true);
    return valueHash;
  };
  await look(a);
  return { a, b, account, start };
}

/** Looks twice, farther apart than the longest rest: it reads sessions again with one of them. */
async function look(store: ServiceStore): Promise<void> {
  await lookOnce(store);
  await Bun.sleep(500);
  await lookOnce(store);
}

const lookOnce = async ({ jobs }: ServiceStore) =>
  jobs.find(({ name }) => name === 'look for changes in the database')?.run();

/** Stops the server while `check` runs. */
async function whileAway(check: () => Promise<void>): Promise<void> {
  await server.stop();
  try {
    await check();
  } finally {
    await server.start();
  }
}

/** The pool looks for the server again within some seconds of its return. */
function readWhenBack(store: ServiceStore, valueHash: string): Promise<string> {
  return eventually(
    () => read(store, valueHash),
    (said) => said !== 'unavailable',
  );
}

/** What a replica says of a session. */
async function read(store: ServiceStore, valueHash: string): Promise<string> {
  try {
    const found = await store.sessions.findSession(valueHash);
    return found === undefined ? 'none' : found.account.name;
  } catch (error) {
    return error instanceof Failure ? error.kind : `${error}`;
  }
}

test('one that a replica looked up goes on, one that it never saw does not, and one that another ended is gone', async () => {
  const { a, b, start } = await openReplicas();
  const [kept, ended, unseen] = [await start('kept'), await start('ended'), await start('unseen')];
  await look(a);
  expect(await read(a, kept)).toBe('Alice');
  expect(await read(a, ended)).toBe('Alice');
  await b.sessions.endSession(ended);
  await look(a);
  await whileAway(async () => {
    for (let times = 0; times < 2; times += 1) {
      expect(await read(a, kept)).toBe('Alice');
      expect(await read(a, ended)).toBe('unavailable');
      expect(await read(a, unseen)).toBe('unavailable');
      // The look that runs twice a second notices it.
      await lookOnce(a);
    }
    await a.sessions.markSessionUsed(kept, sampleTime + 1);
    await expect(a.sessions.endSession(kept)).rejects.toMatchObject({ kind: 'unavailable' });
    // Nobody goes on with what they wanted to end.
    expect(await read(a, kept)).toBe('unavailable');
  });
  expect(await readWhenBack(a, kept)).toBe('Alice');
  expect(await read(a, ended)).toBe('none');
  expect(await read(a, unseen)).toBe('Alice');
}, 60_000);

test('what another replica changed of the account is what counts', async () => {
  const { a, b, account, start } = await openReplicas();
  const session = await start('session');
  const other = await b.accounts.insertAccount(accountNamed('Bob'));
  const removed = await start('removed', other.id);
  await look(a);
  expect(await read(a, session)).toBe('Alice');
  expect(await read(a, removed)).toBe('Bob');
  const context = { entries: [entryOf({})], endSessions: false };
  await b.administration.changeAccount(
    { id: account.id, name: 'Alice', role: 'player' },
    { suspendedAt: 5, suspensionReason: 'why' },
    context,
  );
  await b.administration.changeAccount(
    { id: other.id, name: 'Bob', role: 'player' },
    { flags: '' },
    { ...context, endSessions: true },
  );
  await look(a);
  await whileAway(async () => {
    expect((await a.sessions.findSession(session))?.account).toMatchObject({
      ...{ suspendedAt: 5, suspensionReason: 'why' },
    });
    expect(await read(a, removed)).toBe('unavailable');
  });
}, 60_000);

test('what a replica ended itself is gone at once', async () => {
  const { a, start } = await openReplicas();
  const names = ['ended', 'kept', 'other', 'further'];
  const [ended = '', kept = '', other = '', further = ''] = await Promise.all(
    names.map((name) => start(name)),
  );
  await look(a);
  for (const hash of [ended, kept, other, further]) expect(await read(a, hash)).toBe('Alice');
  await a.sessions.endSession(ended);
  await a.sessions.endOtherSessions(1, kept);
  await whileAway(async () => {
    expect(await read(a, kept)).toBe('Alice');
    for (const hash of [ended, other, further]) expect(await read(a, hash)).toBe('unavailable');
  });
}, 60_000);

test('after a change of accounts none counts until they were read again', async () => {
  const { a, account, start } = await openReplicas();
  const session = await start('session');
  await look(a);
  expect(await read(a, session)).toBe('Alice');
  const context = { entries: [entryOf({})], endSessions: true };
  const change = () =>
    a.administration.changeAccount(
      { id: account.id, name: 'Alice', role: 'player' },
      { flags: '' },
      context,
    );
  await change();
  await whileAway(async () => {
    expect(await read(a, session)).toBe('unavailable');
    // One that cannot begin changes nothing.
    await expect(change()).rejects.toMatchObject({ kind: 'unavailable' });
  });
  const next = await start('next');
  await look(a);
  expect(await read(a, next)).toBe('Alice');
  await whileAway(async () => {
    await expect(change()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await read(a, next)).toBe('Alice');
  });
}, 60_000);

test('a server that is silent is waited for a moment, then those known go on', async () => {
  const { a, start } = await openReplicas();
  const session = await start('session');
  await look(a);
  expect(await read(a, session)).toBe('Alice');
  server.pause();
  try {
    expect(await Promise.all(Array.from({ length: 20 }, () => read(a, session)))).toEqual(
      Array(20).fill('Alice'),
    );
  } finally {
    server.resume();
  }
}, 60_000);

test('none counts for longer than an hour', async () => {
  const { a, start } = await openReplicas();
  const session = await start('session');
  await look(a);
  expect(await read(a, session)).toBe('Alice');
  await whileAway(async () => {
    const now = performance.now.bind(performance);
    using later = spyOn(performance, 'now');
    later.mockImplementation(() => now() + 59 * 60_000);
    expect(await read(a, session)).toBe('Alice');
    later.mockImplementation(() => now() + 60 * 60_000);
    expect(await read(a, session)).toBe('unavailable');
  });
}, 60_000);

test('however reading and ending meet, none that was ended comes back', async () => {
  const { a, b, start } = await openReplicas();
  const hashes: string[] = [];
  for (let number = 0; number < 40; number += 1) hashes.push(await start(`session ${number}`));
  await look(a);
  let isOver = false;
  const reading = hashes.map(async (hash) => {
    while (!isOver) await a.sessions.findSession(hash);
  });
  const looking = (async () => {
    while (!isOver) {
      await lookOnce(a);
      await Bun.sleep(2);
    }
  })();
  const ended = hashes.filter((_hash, index) => index % 2 === 0);
  for (const [index, hash] of ended.entries()) {
    await (index % 4 === 0 ? a : b).sessions.endSession(hash);
  }
  isOver = true;
  await Promise.all([...reading, looking]);
  await look(a);
  await whileAway(async () => {
    for (const [index, hash] of hashes.entries()) {
      expect([index, await read(a, hash)]).toEqual([
        index,
        index % 2 === 0 ? 'unavailable' : 'Alice',
      ]);
    }
  });
}, 60_000);
