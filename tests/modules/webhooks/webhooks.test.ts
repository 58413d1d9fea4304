// Webhooks: what happens to servers becomes events, which are told once, signed, and tried for a day.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { webhookFailures } from '../../../src/modules/webhooks/messages.ts';
import { listEvents } from '../../../src/modules/webhooks/webhook-events.ts';
import type { PostWebhook } from '../../../src/platform/lib/outgoing-request.ts';
import { inLanguage } from '../../../src/platform/messages/language.ts';
import { sampleAccount } from '../../contract/fresh-stores.ts';
import { COMMAND } from '../../support/moderation-samples.ts';
import { openTestStore } from '../../support/store.ts';
import {
  failureOf,
  hashOf,
  openTestServers,
  type TestServers,
} from '../../support/test-servers.ts';

const MINUTE_MS = 60_000;
const URL = 'https://hooks.example/api/webhooks/1/t0ken-Zz42';
const ANNA = { actor: { kind: 'account', id: 1, name: 'Anna' }, hash: null } as const;
const SITE = listEvents(null);
const PLAYER = { accountId: 2, address: '192.0.2.1' };

type Sent = Parameters<PostWebhook>[0] & { body: string };
let sent: Sent[];
let outcome: Awaited<ReturnType<PostWebhook>>;
let bench: TestServers;
const postWebhook: PostWebhook = async (request) => {
  sent.push({ ...request, body: `${request.body}` });
  return outcome;
};

beforeEach(async () => {
  sent = [];
  outcome = { status: 204 };
  const store = openTestStore();
  for (const name of ['Anna', 'Olaf']) {
    await store.accounts.insertAccount(sampleAccount({ name, email: `${name}@example.net` }));
  }
  bench = await openTestServers({ store, postWebhook });
});
afterEach(() => bench[Symbol.dispose]());

const dataOf = ({ body }: Sent) => JSON.parse(body);
const typesOf = (all: readonly Sent[]) => all.map((one) => dataOf(one).type.replace('server.', ''));

/** Adds one, and forgets its first message. */
async function add(events: readonly string[] = SITE, format = 'json', by = ANNA as never) {
  const { webhooks } = bench.servers;
  const secret = await webhooks.add(by, { format, url: URL, events });
  await deliver();
  sent = [];
  return secret;
}

/** Sends all that waits, as time allows. */
async function deliver(): Promise<void> {
  for (let before = -1; before !== sent.length; ) {
    before = sent.length;
    await bench.servers.webhooks.sendDue();
    await bench.servers.webhooks.settled();
    bench.clock.advance(2_000);
  }
}

/** Minutes go by in which servers send heartbeats, or nothing does. */
async function live(minutes: number, ...beats: (() => Promise<unknown>)[]): Promise<void> {
  for (let step = 0; step < minutes * 2; step += 1) {
    for (const beat of beats) await beat();
    await bench.servers.watch.look();
    bench.clock.advance(30_000);
    bench.servers.sweep();
  }
  await bench.servers.watch.look();
}

const alpha = () => bench.beat({ name: 'Alpha' });
const bravo = () => bench.beat({ name: '&cBravo *x* discord.gg/x @here' }, '198.51.100.2');
const hidden = () => bench.beat({ name: 'Hidden', public: 'false' }, '192.0.2.9');

describe('what is told', () => {
  test('a new server, one that is silent for ten minutes, and one that is back: each once', async () => {
    await add();
    const hash = hashOf(await alpha());
    await live(1, alpha, bravo);
    await deliver();
    expect(typesOf(sent)).toEqual(['new', 'new']);
    expect(dataOf(sent[0] as Sent)).toEqual({
      type: 'server.new',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
      data: {
        hash,
        name: 'Alpha',
        colouredName: 'Alpha',
        url: `http://muster.test/server/play/${hash}/`,
      },
    });
    sent = [];
    await live(9, bravo);
    await deliver();
    expect(typesOf(sent)).toEqual([]);
    await live(3, bravo);
    await deliver();
    expect(typesOf(sent)).toEqual(['went']);
    await live(20, bravo);
    await live(1, alpha, bravo);
    await live(5, alpha, bravo);
    await deliver();
    expect(typesOf(sent)).toEqual(['went', 'came']);
  });

  test('a server is refused, with why, and accepted again; silence after that is no news', async () => {
    await add();
    await live(1, alpha);
    const refused = () => bench.beat({ name: 'Alpha', users: 'many' });
    await live(1, refused);
    await deliver();
    expect(typesOf(sent)).toEqual(['new']);
    await live(15, refused);
    await deliver();
    expect(typesOf(sent)).toEqual(['new', 'refused']);
    expect(dataOf(sent[1] as Sent).data).toMatchObject({ name: 'Alpha', reason: 'fields' });
    await live(15, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['new', 'refused', 'back']);
  });

  test('of two programs on one port, the refused one is not told of, nor who was never here', async () => {
    await add(['refused', 'back', 'banned']);
    await live(3, alpha, () => bench.beat({ name: 'Alpha', salt: 'another-salt-0123456' }));
    await live(3, alpha, () => bench.beat({ name: 'X', users: 'many' }, '198.51.100.77'));
    await deliver();
    expect(sent).toEqual([]);
  });

  test('a ban is told with the reason of moderators, at once, and its end', async () => {
    await add(['refused', 'back', 'banned', 'went']);
    await live(1, alpha);
    const target = { kind: 'range', subject: '203.0.113.7' } as const;
    await bench.moderation.addBan(COMMAND, target, { reason: 'Spam' });
    await live(1, alpha);
    await deliver();
    expect(sent.map((one) => dataOf(one).data.reason)).toEqual(['Spam']);
    expect(typesOf(sent)).toEqual(['banned']);
    await bench.moderation.removeBan(COMMAND, target);
    await live(1, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['banned', 'back']);
    // One that ended before anybody looked was none.
    await bench.moderation.addBan(COMMAND, target, { reason: 'Spam' });
    await alpha();
    await bench.moderation.removeBan(COMMAND, target);
    await live(1, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['banned', 'back']);
  });

  test('a report of a player, and nothing else of private servers to the site', async () => {
    await add();
    await live(1, hidden, alpha);
    await live(12, alpha);
    await live(1, hidden, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['new']);
    const hash = hashOf(await alpha());
    await bench.servers.reports.report(PLAYER, hash, { kind: 'fake', text: '' });
    await deliver();
    expect(dataOf(sent[1] as Sent)).toMatchObject({ type: 'server.reported', data: { hash } });
  });

  test('the owner is told of the own server alone, private too, and not what is for moderators', async () => {
    const hash = await bench.claim(2, { name: 'Hidden', public: 'false' }, '192.0.2.9');
    await live(1, hidden, alpha);
    const owner = { actor: { kind: 'account', id: 2, name: 'Olaf' }, hash };
    await add(['went', 'new', 'reported'], 'json', owner as never);
    await bench.servers.reports.report(PLAYER, hash, { kind: 'fake', text: '' });
    await live(13);
    await deliver();
    expect(typesOf(sent)).toEqual(['went']);
    expect(dataOf(sent[0] as Sent).data.hash).toBe(hash);
    expect(listEvents(hash)).not.toContain('reported');
  });

  test('nothing twice over a restart, and what went in between is told ten minutes after it', async () => {
    await add();
    await live(1, alpha, bravo);
    await bench.servers.flush();
    const { store, clock } = bench;
    bench = await openTestServers({ store, clock, postWebhook });
    await live(9, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['new', 'new']);
    await live(3, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['new', 'new', 'went']);
  });

  test.each([
    ['a sleep', 11 * MINUTE_MS, 0],
    ['a sleep of a day', 24 * 60 * MINUTE_MS, 0],
    ['a step of the clock', 0, 11 * MINUTE_MS],
    ['a step back', 0, -11 * MINUTE_MS],
  ])('nothing of %s, before the next heartbeats and after them', async (_, sleptMs, steppedMs) => {
    await add();
    await live(2, alpha);
    // Bravo is silent, for a while that it may be.
    await live(1, alpha, bravo);
    await live(4, alpha);
    await deliver();
    sent = [];
    await bench.store.dueTimes.moveDueTimes(bench.clock.now(), steppedMs);
    bench.clock.advance(sleptMs + steppedMs);
    bench.servers.adjustClock({ steppedMs, sleptMs });
    await bench.servers.watch.look();
    await live(4, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual([]);
    await live(4, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['went']);
  });

  test('a store that fails loses nothing: the next look finds it again', async () => {
    await add();
    const { noteStates } = bench.store.webhooks;
    bench.store.webhooks.noteStates = () => Promise.reject(new Error('disk'));
    await alpha();
    expect(bench.servers.watch.look()).rejects.toThrow('disk');
    bench.store.webhooks.noteStates = noteStates;
    await live(1, alpha);
    await deliver();
    expect(typesOf(sent)).toEqual(['new']);
  });
});

describe('how it is told', () => {
  test('JSON is signed as Standard Webhooks says; another body, secret or time is refused', async () => {
    const secret = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await live(1, bravo);
    await deliver();
    const [{ headers, body, url }] = sent as [Sent];
    expect(url).toBe(URL);
    const reader = new StandardWebhook(secret);
    const now = Date.now;
    Date.now = () => bench.clock.now();
    try {
      expect(reader.verify(body, headers)).toMatchObject({ type: 'server.new' });
      expect(() => reader.verify(`${body} `, headers)).toThrow();
      const other = new StandardWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
      expect(() => other.verify(body, headers)).toThrow();
      bench.clock.advance(10 * MINUTE_MS);
      expect(() => reader.verify(body, headers)).toThrow();
    } finally {
      Date.now = now;
    }
  });

  test('a message that is tried again has the same id, a new time and a signature that fits', async () => {
    const secret = await add();
    outcome = { status: 500, problem: 'refused' };
    await live(1, alpha);
    await deliver();
    bench.clock.advance(2 * MINUTE_MS);
    await deliver();
    const [first, second] = sent as [Sent, Sent];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'] as string);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    const now = Date.now;
    Date.now = () => Number(second.headers['webhook-timestamp']) * 1_000;
    try {
      new StandardWebhook(secret).verify(second.body, second.headers);
    } finally {
      Date.now = now;
    }
  });

  test('Discord gets a sentence in the language of who set it, in which a name is only text', async () => {
    await inLanguage('de', () => add(SITE, 'discord'));
    await live(1, bravo);
    await deliver();
    const [{ headers, body }] = sent as [Sent];
    const hash = hashOf(await bravo());
    expect(JSON.parse(body)).toEqual({
      content: `Bravo \\*x\\* discord\\.gg\\/x \\@here ist neu in der Liste.\n<http://muster.test/server/play/${hash}/>`,
      allowed_mentions: { parse: [] },
    });
    expect(headers).not.toHaveProperty('webhook-signature');
  });

  test('the first message of a webhook of a server has the name of the server', async () => {
    const hash = await bench.claim(2, {});
    await bench.beat({ name: '&cAlpha' });
    const owner = { actor: { kind: 'account', id: 2, name: 'Olaf' }, hash } as never;
    for (const format of ['json', 'discord']) {
      await bench.servers.webhooks.add(owner, { format, url: URL, events: ['went'] });
    }
    await deliver();
    expect(dataOf(sent[0] as Sent)).toMatchObject({
      type: 'server.added',
      data: { hash, name: 'Alpha', colouredName: '&cAlpha' },
    });
    expect(dataOf(sent[1] as Sent).content).toStartWith(
      'From now on, you get messages about Alpha here.',
    );
  });

  test('a new one of the site gets a first message, with no server in it', async () => {
    await bench.servers.webhooks.add(ANNA, { format: 'discord', url: URL, events: ['new'] });
    await deliver();
    expect(sent.map(({ body }) => JSON.parse(body).content)).toEqual([
      'From now on, you get messages here.\n<http://muster.test/>',
    ]);
  });
});

describe('what cannot be delivered', () => {
  const one = async () => (await bench.servers.webhooks.list(null))[0];

  test('is tried with longer and longer waits over a day; then it is off, and who set it gets an email', async () => {
    await add(['new']);
    outcome = { status: 500, problem: 'refused' };
    await live(1, alpha, bravo);
    const start = bench.clock.now();
    const times: number[] = [];
    for (let minute = 0; minute < 26 * 60; minute += 1) {
      const before = sent.length;
      await bench.servers.webhooks.sendDue();
      await bench.servers.webhooks.settled();
      if (sent.length > before) times.push(Math.round((bench.clock.now() - start) / MINUTE_MS));
      bench.clock.advance(MINUTE_MS);
    }
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 819]);
    expect(times.at(-1)).toBe(24 * 60);
    expect(await one()).toMatchObject({ disabledAt: expect.any(Number), attempts: 8 });
    expect((await one())?.answers).toHaveLength(9);
    expect(await bench.store.webhooks.listDueEvents(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    const [job, ...others] = await bench.store.outbox.listEmailJobs(9);
    expect(others).toEqual([]);
    expect(job).toMatchObject({ kind: 'server event', accountId: 1 });
    expect(JSON.parse(job?.detail ?? '')).toMatchObject({ type: 'off', reason: 'hooks.example' });
    // What happens now is not for it.
    await live(12);
    await live(1, alpha);
    expect(await bench.store.webhooks.listDueEvents(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
  });

  test('waits as long as the receiver asks for', async () => {
    await add(['new']);
    outcome = { status: 429, problem: 'refused', retryAfterMs: 4 * MINUTE_MS };
    await live(1, alpha);
    await bench.servers.webhooks.sendDue();
    await bench.servers.webhooks.settled();
    const isDue = async (ms: number) =>
      (await bench.store.webhooks.listDueEvents(bench.clock.now() + ms, 9)).length > 0;
    expect([await isDue(4 * MINUTE_MS - 1), await isDue(4 * MINUTE_MS)]).toEqual([false, true]);
    expect((await one())?.answers[0]).toEqual({
      ...{ at: expect.any(Number), event: 'new', status: 429, problem: 'refused' },
    });
  });

  test('slow receivers of owners take no places of the site, and one owner two', async () => {
    const urls: string[] = [];
    const hashes: string[] = [];
    const ends: (() => void)[] = [];
    const { store, clock } = bench;
    const slowly: PostWebhook = (request) => {
      urls.push(request.url);
      const { promise, resolve } = Promise.withResolvers<typeof outcome>();
      if (request.url.includes('slow')) ends.push(() => resolve({ status: 204 }));
      else resolve({ status: 204 });
      return promise;
    };
    bench = await openTestServers({ store, clock, postWebhook: slowly });
    const row = {
      format: 'json',
      events: ['went'],
      language: 'en',
      signSecret: 'whsec_AA',
    } as const;
    for (let owner = 0; owner < 8; owner += 1) {
      const account = sampleAccount({ name: `Own${owner}`, email: `own${owner}@example.net` });
      const { id: accountId } = await store.accounts.insertAccount(account);
      const hash = await bench.claim(accountId, { name: 'A' }, `198.51.100.${owner + 1}`);
      hashes.push(hash);
      for (let number = 0; number < 5; number += 1) {
        const urlSecret = `https://slow.example/${owner}/${number}`;
        const first = { type: 'added', at: 0, hash, name: '', reason: '' } as const;
        await store.webhooks.addWebhook({ ...row, hash, accountId, urlSecret }, first, 9);
      }
    }
    await bench.servers.webhooks.sendDue();
    const owners = urls.map((url) => url.split('/')[3]);
    expect(urls).toHaveLength(8);
    expect(Math.max(...owners.map((one) => owners.filter((other) => other === one).length))).toBe(
      2,
    );
    await bench.servers.webhooks.add(ANNA, { format: 'json', url: URL, events: ['new'] });
    await bench.servers.webhooks.sendDue();
    expect(urls.at(-1)).toBe(URL);
    // Who took long has few places from then on.
    for (let turn = 0; turn < 10; turn += 1) {
      clock.advance(5_000);
      for (const end of ends.splice(0)) end();
      await bench.servers.webhooks.settled();
      await bench.servers.webhooks.sendDue();
    }
    urls.length = 0;
    const changes = hashes.flatMap((hash) =>
      (['here', 'went'] as const).map((state) => ({ hash, state, reason: '' })),
    );
    await store.webhooks.noteStates(changes, clock.now());
    await bench.servers.webhooks.sendDue();
    expect(urls).toHaveLength(3);
    for (const end of ends.splice(0)) end();
  });

  test('two seconds are between two messages, and one is under way at a time', async () => {
    await add();
    await live(1, alpha, bravo);
    const { webhooks } = bench.servers;
    for (const _ of 'twice') {
      await webhooks.sendDue();
      await webhooks.sendDue();
      await webhooks.settled();
    }
    expect(sent).toHaveLength(1);
    bench.clock.advance(2_000);
    await webhooks.sendDue();
    await webhooks.settled();
    expect(sent).toHaveLength(2);
  });

  test('an outbox that cannot be written rests for a minute, and says so; nothing is sent twice', async () => {
    await add();
    const { noteAnswer } = bench.store.webhooks;
    bench.store.webhooks.noteAnswer = () => Promise.reject(new Error('disk'));
    await live(1, alpha);
    await deliver();
    expect(sent).toHaveLength(1);
    expect(bench.events).toContain('send webhooks failed: Error: disk');
    bench.clock.advance(MINUTE_MS);
    await deliver();
    bench.store.webhooks.noteAnswer = noteAnswer;
    bench.clock.advance(MINUTE_MS);
    await deliver();
    // The receiver had it once, and its answer is noted.
    expect(sent).toHaveLength(1);
    const [webhook] = await bench.store.webhooks.listWebhooks(null);
    expect(webhook?.answers[0]).toMatchObject({ event: 'new', status: 204 });
    await live(1, bravo);
    await deliver();
    expect(typesOf(sent)).toEqual(['new', 'new']);
  });
});

describe('who sets them', () => {
  const failures = webhookFailures;
  const typed = { format: 'discord', url: URL, events: ['went'] };
  const refusalOf = (changes: object, by = ANNA as never) =>
    failureOf(bench.servers.webhooks.add(by, { ...typed, ...changes }));

  test.each([
    ['ftp://a.example/', 'url'],
    ['http://a.example/', 'url'],
    ['https://user:pass@a.example/', 'url'],
    ['https://user@a.example/', 'url'],
    ['not an address', 'url'],
    ['', 'url'],
    [`https://a.example/${'x'.repeat(500)}`, 'url'],
  ])('an address like %s is refused at its field', async (url, field) => {
    expect(await refusalOf({ url })).toMatchObject({ kind: 'invalid', field });
  });

  test('no event, an unknown one, one that is not for owners, or no format is refused at its field', async () => {
    const hash = await bench.claim(2, { name: 'Alpha' });
    const owner = { actor: { kind: 'account', id: 2, name: 'Olaf' }, hash } as never;
    const wrong = { kind: 'invalid', field: 'events', message: failures.events };
    expect(await refusalOf({ events: [] })).toMatchObject(wrong);
    expect(await refusalOf({ events: ['toString', 'added', 'off'] })).toMatchObject(wrong);
    expect(await refusalOf({ events: ['reported', 'new'] }, owner)).toMatchObject(wrong);
    expect(await refusalOf({ format: 'fax' })).toMatchObject({ field: 'format' });
  });

  test('a server has five at most, the site twenty, and ten changes are made in a row', async () => {
    const hash = await bench.claim(2, { name: 'Alpha' });
    const owner = { actor: { kind: 'account', id: 2, name: 'Olaf' }, hash } as const;
    for (const _ of '12345') await bench.servers.webhooks.add(owner, typed);
    expect(await refusalOf({}, owner as never)).toMatchObject({
      ...{ kind: 'conflict', message: failures.tooMany(5) },
    });
    for (let count = 0; count < 20; count += 1) {
      if (count === 10) {
        expect(await refusalOf({})).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 60 });
      }
      if (count >= 10) bench.clock.advance(MINUTE_MS);
      await bench.servers.webhooks.add(ANNA, typed);
    }
    bench.clock.advance(MINUTE_MS);
    expect(await refusalOf({})).toMatchObject({ message: failures.tooMany(20) });
    expect(await bench.servers.webhooks.list(hash)).toHaveLength(5);
  });

  test('an owner gets emails, ten of each kind a day at most', async () => {
    const hash = await bench.claim(2, { name: 'Alpha' });
    const owner = { actor: { kind: 'account', id: 2, name: 'Olaf' }, hash } as const;
    await bench.servers.webhooks.add(owner, { format: 'email', url: 'ignored', events: ['went'] });
    const server = { hash, name: 'Alpha', isListed: true, reason: '' };
    const changes = (['here', 'went'] as const).map((state) => ({ ...server, state }));
    const tell = () => bench.store.webhooks.noteStates(changes, bench.clock.now());
    for (let count = 0; count < 12; count += 1) await tell();
    const jobs = () => bench.store.outbox.listEmailJobs(99);
    // The first message is of another kind.
    expect(await jobs()).toHaveLength(11);
    expect((await jobs())[1]).toMatchObject({
      kind: 'server event',
      recipient: 'Olaf@example.net',
    });
    bench.clock.advance(24 * 60 * MINUTE_MS);
    await tell();
    expect(await jobs()).toHaveLength(12);
    await deliver();
    expect(sent).toEqual([]);
  });
});
