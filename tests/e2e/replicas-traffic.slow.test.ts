// Only replicas behind nginx under traffic show who is answered while one is killed or replaced, or the database is away.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readTerms } from '../chaos/chaos.ts';
import { TRAFFIC_ENV, Traffic } from '../chaos/traffic.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { BUSY_MACHINE, Client, eventually } from './client.ts';

/** How soon all lists are right again. */
const RIGHT_MS = 2_000;

const hasNginx = Bun.which('nginx') !== null;
if (!hasNginx) console.warn('Skipped: nginx is not installed here.');

let site: Replicas;
let port: number;

beforeAll(async () => {
  if (!hasNginx) return;
  site = await startReplicas(3, TRAFFIC_ENV);
  port = await site.startNginx();
}, 120_000);
afterAll(() => site?.[Symbol.asyncDispose](), 60_000);

/** Lets traffic run while something happens, for so long before and after it. */
async function underTraffic(happen: () => Promise<void>, afterMs = 1_500): Promise<Traffic> {
  const traffic = new Traffic(port);
  traffic.start();
  await Bun.sleep(1_500);
  await happen();
  await Bun.sleep(afterMs);
  await traffic.stop();
  return traffic;
}

/** Every server with its last accepted heartbeat is in the lists of all replicas within two seconds. */
async function expectRightLists(traffic: Traffic): Promise<void> {
  const beganAt = performance.now();
  for (const replica of site.all) {
    const reader = new Client(replica);
    await eventually(
      async () => new Map((await reader.list()).map(({ hash, players }) => [hash, players])),
      (listed) =>
        [...traffic.beats.values()].every(({ hash, players }) => listed.get(hash) === players),
    );
  }
  expect(performance.now() - beganAt).toBeLessThan(RIGHT_MS);
}

async function expectAccounts(traffic: Traffic): Promise<void> {
  expect(traffic.accounts.length).toBeGreaterThan(0);
  for (const replica of site.all) {
    const reader = new Client(replica);
    for (const name of traffic.accounts) {
      expect((await reader.get(`/api/player/${name}`)).text).toContain(`"username":"${name}"`);
    }
  }
}

describe.skipIf(!hasNginx)('under traffic', () => {
  test(
    'a replica is killed, and started again: nothing fails that is tried once more',
    async () => {
      const [killed] = site.all;
      const traffic = await underTraffic(async () => {
        await killed?.kill('SIGKILL');
        await Bun.sleep(1_000);
        await killed?.start();
      });
      expect(traffic.failed).toEqual([]);
      expect(traffic.unavailable).toBe(0);
      expect(traffic.answered).toBeGreaterThan(100);
      await expectAccounts(traffic);
      await expectRightLists(traffic);
    },
    { ...BUSY_MACHINE, timeout: 60_000 },
  );

  test(
    'all are replaced one after another, and nothing fails at all',
    async () => {
      const traffic = await underTraffic(async () => {
        for (const replica of site.all) {
          await replica.restart('SIGTERM');
          await Bun.sleep(500);
        }
      });
      expect(traffic.failed).toEqual([]);
      expect(traffic.retried).toBe(0);
      expect(traffic.unavailable).toBe(0);
      await expectAccounts(traffic);
      await expectRightLists(traffic);
    },
    { ...BUSY_MACHINE, timeout: 60_000 },
  );

  const outages: [string, () => Promise<void> | void, () => Promise<void> | void][] = [
    ['the database is restarted', () => site.server.stop(), () => site.server.start()],
    ['the database says nothing for a while', () => turnGates('silence'), () => turnGates('open')],
    [
      'one replica cannot reach the database',
      () => site.gates[0]?.cut(),
      () => site.gates[0]?.open(),
    ],
  ];
  test.each(outages)(
    '%s: lists and heartbeats go on, and every replica knows everything soon after',
    async (_what, begin, end) => {
      const traffic = await underTraffic(async () => {
        await begin();
        await Bun.sleep(5_000);
        await end();
        await expectReady();
      }, 5_000);
      expect(traffic.failed).toEqual([]);
      await expectAccounts(traffic);
      await expectRightLists(traffic);
    },
    { ...BUSY_MACHINE, timeout: 90_000 },
  );

  test('no two of them ever led at the same time', async () => {
    const { terms, works, overlaps } = await readTerms(site);
    expect(terms).toBeGreaterThan(1);
    expect(works).toBeGreaterThan(0);
    expect(overlaps).toEqual([]);
  });
});

function turnGates(to: 'silence' | 'open'): void {
  for (const gate of site.gates) gate[to]();
}

async function expectReady(): Promise<void> {
  for (const replica of site.all) {
    await eventually(
      () => new Client(replica).get('/readyz'),
      ({ status }) => status === 200,
      40_000,
    );
  }
}
