// Who may send heartbeats: how many servers and beats an address has, IPv6 senders, banned ranges.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { buildRequest, exchangeOnce } from '../support/raw-http.ts';
import { beatForm, Client, eventually, nextAddress } from './client.ts';
import { parseStrictJson } from './strict-json.ts';

let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** The one message of a refused heartbeat. */
async function refusalOf(client: Client, fields: Record<string, string> = {}): Promise<string> {
  const answer = await client.beat(fields);
  expect(answer.status).toBe(200);
  const failure = parseStrictJson(answer.body) as { errors: string[][] };
  expect(answer.text).toBe(
    JSON.stringify({ errors: failure.errors, response: '', status: 'fail' }),
  );
  expect(failure.errors).toHaveLength(1);
  expect(failure.errors[0]).toHaveLength(1);
  return failure.errors[0]?.[0] ?? '';
}

describe('servers from one address', () => {
  test('ten may live, private ones counted; the eleventh is refused with the number', async () => {
    const client = new Client(muster, { address: nextAddress() });
    for (let port = 1; port <= 10; port += 1) {
      await client.mustBeat({ port: `${port}`, public: port % 2 ? 'true' : 'false' });
    }
    for (const isPublic of ['true', 'false']) {
      expect(await refusalOf(client, { port: '11', public: isPublic })).toMatch(/\b10\b/);
    }
    expect(await client.lookup(Bun.MD5.hash(`${client.address}:11`, 'hex'))).toEqual([]);
    await client.mustBeat({ port: '3' });
    await client.mustBeat({ port: '10', public: 'true' });
    await new Client(muster, { address: nextAddress() }).mustBeat({ port: '11' });
  });
  test('the number is a setting', async () => {
    await using small = await startMuster({
      env: { ...manyAddresses, MUSTER_SERVERS_PER_ADDRESS: '2' },
    });
    const client = new Client(small, { address: nextAddress() });
    await client.mustBeat({ port: '1' });
    await client.mustBeat({ port: '2' });
    expect(await refusalOf(client, { port: '3' })).toMatch(/\b2\b/);
  });
  test('a refused beat takes no place', async () => {
    await using small = await startMuster({
      env: { ...manyAddresses, MUSTER_SERVERS_PER_ADDRESS: '1' },
    });
    const client = new Client(small, { address: nextAddress() });
    expect((await client.beat({ port: '1', name: '' })).text).toContain('"status":"fail"');
    await client.mustBeat({ port: '2' });
  });
});

describe('beats from one address', () => {
  test('thirty at once pass, a hundred do not, failed ones count, and nobody else is held up', async () => {
    for (const fields of [{}, { salt: '' }]) {
      const client = new Client(muster, { address: nextAddress() });
      const texts: string[] = [];
      for (let turn = 0; turn < 100; turn += 1) texts.push((await client.beat(fields)).text);
      const own = texts[0] ?? '';
      expect(texts.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => own));
      const refused = texts.filter((text) => text !== own);
      expect(refused.length).toBeGreaterThanOrEqual(20);
      expect(await refusalOf(client)).toMatch(/heartbeat/i);
      await new Client(muster, { address: nextAddress() }).mustBeat();
    }
  });
});

describe('a sender with an IPv6 address', () => {
  test('is refused over the loopback', async () => {
    const headers = [
      ['Host', `[::1]:${muster.port}`],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ] as const;
    const request = buildRequest({
      method: 'POST',
      target: '/heartbeat.jsp',
      headers,
      body: beatForm(),
    });
    const answer = await exchangeOnce(muster.port, request, { host: '::1' });
    const failure = answer.json<{ errors: string[][]; status: string }>();
    expect(failure.status).toBe('fail');
    expect(failure.errors).toHaveLength(1);
    expect(failure.errors[0]?.[0]).toContain('IPv4');
  });
  test('is refused behind a proxy, private or not', async () => {
    const client = new Client(muster, { address: '2001:db8::7' });
    expect(await refusalOf(client)).toContain('IPv4');
    expect(await refusalOf(client, { public: 'false' })).toContain('IPv4');
  });
  // C6.14
  test('is none when it is a mapped IPv4 address', async () => {
    const hash = await new Client(muster, { address: '::ffff:198.51.100.200' }).mustBeat();
    expect(hash).toBe(Bun.MD5.hash('198.51.100.200:25565', 'hex'));
  });
});

// C6.18
test('nothing in the body is believed about the address', async () => {
  const client = new Client(muster, { address: '198.51.100.201' });
  const lies = {
    ip: '203.0.113.1',
    address: '203.0.113.1',
    host: '203.0.113.1',
    remote_addr: '203.0.113.1',
  };
  expect(await client.mustBeat(lies)).toBe(Bun.MD5.hash('198.51.100.201:25565', 'hex'));
});

describe('a banned range', () => {
  test('is refused with the reason while the ban stands, by the command line at once', async () => {
    const banned = new Client(muster, { address: '203.0.113.77' });
    const outside = new Client(muster, { address: '203.0.113.200' });
    await banned.mustBeat();
    await muster.mustRun(['ban', 'add', '203.0.113.64/26', '--reason', 'Sends spam "bots".']);
    const message = await eventually(
      async () => (await banned.beat()).text,
      (text) => text.includes('"fail"'),
    );
    expect(message).toContain('Sends spam \\"bots\\".');
    expect(await refusalOf(banned, { port: '7777', public: 'false' })).toContain('Sends spam');
    await outside.mustBeat();
    expect(await muster.mustRun(['ban', 'list'])).toContain('203.0.113.64/26');
    await muster.restart();
    expect(await refusalOf(banned)).toContain('Sends spam');
    await muster.mustRun(['ban', 'remove', '203.0.113.64/26']);
    await eventually(
      async () => (await banned.beat()).text,
      (text) => text.includes('/server/play/'),
    );
    expect(await muster.mustRun(['ban', 'list'])).not.toContain('203.0.113.64/26');
  });
  test('may be one address', async () => {
    const banned = new Client(muster, { address: '203.0.113.5' });
    await muster.mustRun(['ban', 'add', '203.0.113.5', '--reason', 'Alone']);
    await eventually(
      async () => (await banned.beat()).text,
      (text) => text.includes('Alone'),
    );
    await new Client(muster, { address: '203.0.113.6' }).mustBeat();
  });
  test('that is no range is refused by the command line', async () => {
    for (const range of ['203.0.113.0/33', 'example.org', '', '1.2.3']) {
      const result = await muster.run(['ban', 'add', range, '--reason', 'x']);
      expect([range, result.exitCode === 0]).toEqual([range, false]);
      expect(result.stderr).not.toBeEmpty();
    }
  });
});
