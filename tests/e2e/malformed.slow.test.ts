// Thousands of malformed requests: no 500, no crash, and nothing stored that should not be.
// Only the binary shows how its parser and the service bear them together; MUSTER_TEST_SEED repeats a run.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createRandom } from '../simulation/random.ts';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { RawConnection } from '../support/raw-http.ts';
import { Client, createAccount, nextAddress } from './client.ts';
import { checkIntegrity, countRows, findDatabases, inspectDatabase } from './database.ts';
import { type MalformedRequest, makeRequest } from './malformed-requests.ts';

const count = 1_500;
const workers = 12;
const seed = Number(process.env.MUSTER_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const known = [200, 204, 304, 400, 403, 404, 405, 413, 414, 417, 431, 501, 503, 505];
let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  await createAccount(muster, 'Alice');
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** The records of a list; throws unless it is printable ASCII, as old launchers need it, without what names may not hold. */
function readList({ text }: { text: string }): { name: string }[] {
  expect(text).toMatch(/^[\x20-\x7e]*$/);
  const { servers } = JSON.parse(text) as { servers: { name: string }[] };
  for (const { name } of servers) expect(name).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  return servers;
}

/** The status and body answered, `undefined` where the parser gave up without an answer. */
async function send(request: MalformedRequest) {
  const connection = await RawConnection.open(muster.port);
  try {
    connection.send(request.bytes);
    // No more will come: a request that promised more is not waited for.
    const reading = connection.read({ isHead: request.isHead, timeoutMs: 1_000 });
    const finish = setTimeout(() => connection.endSending(), 250);
    return await reading.catch(() => undefined).finally(() => clearTimeout(finish));
  } finally {
    connection.close();
  }
}

test(`${count} malformed requests (seed ${seed})`, async () => {
  console.log(`malformed requests: MUSTER_TEST_SEED=${seed}`);
  const databases = await findDatabases(muster.folder);
  const accountsBefore = (await new Client(muster).get('/api/players')).text;
  const random = createRandom(seed);
  const offences: string[] = [];
  const statuses = new Map<number, number>();
  const hashes = new Set<string>();
  let sent = 0;
  const work = async () => {
    while (sent < count) {
      sent += 1;
      const request = makeRequest(random, muster.port);
      const answer = await send(request);
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answer === undefined) continue;
      const hash = /\/server\/play\/([0-9a-f]{32})\/$/.exec(answer.text)?.[1];
      if (hash !== undefined) hashes.add(hash);
      const isLeak = /\bat .+:\d+:\d+\)?$|SQLITE_|TypeError|RangeError/m.test(answer.text);
      if (!known.includes(status) || isLeak) {
        offences.push(
          `${status}: ${JSON.stringify(request.bytes.toString('latin1').slice(0, 600))}\n→ ${answer.text.slice(0, 200)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));

  expect(offences.slice(0, 5).join('\n\n')).toBe('');
  // The test would prove little if most requests never reached the service.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 5);
  expect(statuses.get(0) ?? 0).toBeLessThan(count / 4);
  expect(hashes.size).toBeGreaterThan(10);

  expect(muster.pid).toBeGreaterThan(0);
  const client = new Client(muster, { address: nextAddress() });
  expect((await client.get('/readyz')).json()).toMatchObject({ status: 'ready' });
  readList(await client.get('/api/servers'));
  const all = [...hashes];
  for (let at = 0; at < all.length; at += 100) {
    const answer = await client.get(`/api/server/${all.slice(at, at + 100).join(',')}`);
    expect(readList(answer)).toHaveLength(Math.min(100, all.length - at));
  }
  expect((await client.get('/api/players')).text).toBe(accountsBefore);
  expect(await client.login('Alice', 'correct horse')).toMatchObject({
    username: 'Alice',
    errors: [],
  });
  await client.mustBeat();

  await muster.restart();
  readList(await new Client(muster).get('/api/servers'));
  for (const path of databases) {
    expect(await inspectDatabase(path, checkIntegrity)).toBe('ok');
    const rows = Object.values(await inspectDatabase(path, countRows));
    // One row for each server that was accepted, and a few for the account, its session and the service's own.
    expect(Math.max(...rows)).toBeLessThanOrEqual(hashes.size + 20);
  }
});
