// What only real time shows: idle connections, staleness and its sweep, down time, the beats' budget.
// The tests of this file wait side by side. MUSTER_TEST_LONG=1 waits the whole 60 s of an idle connection.
import { expect, test } from 'bun:test';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { buildRequest, RawConnection } from '../support/raw-http.ts';
import { BUSY_MACHINE, Client, eventually, nextAddress } from './client.ts';

const idleMs = process.env.MUSTER_TEST_LONG === '1' ? 60_000 : 15_000;
/** Stale after 3 s, swept every 10 s, shown at most 1 s later, and some margin. */
const sweptWithinMs = 15_000;

test.concurrent(
  'an idle connection is kept, after an answer and before the first request',
  async () => {
    await using muster = await startMuster();
    const [fresh, used] = [
      await RawConnection.open(muster.port),
      await RawConnection.open(muster.port),
    ];
    const request = buildRequest({
      target: '/api/myip',
      headers: [['Host', `127.0.0.1:${muster.port}`]],
    });
    expect((await used.exchange(request)).status).toBe(200);
    await Bun.sleep(idleMs);
    expect(used.isClosed).toBe(false);
    expect((await used.exchange(request)).text).toBe('127.0.0.1');
    // A connection on which nothing was ever asked may be let go: it must only harm nobody.
    fresh.close();
    used.close();
  },
  idleMs + 20_000,
);

// C6.20
test.concurrent(
  'a stale server leaves the lookup at once and the list with the sweep, and frees its place',
  async () => {
    const env = { ...manyAddresses, MUSTER_STALE_AFTER: '6s', MUSTER_SERVERS_PER_ADDRESS: '1' };
    await using muster = await startMuster({ env });
    const client = new Client(muster, { address: nextAddress() });
    const lively = new Client(muster, { address: nextAddress() });
    const hash = await client.mustBeat({ port: '1' });
    const livelyHash = await lively.mustBeat();
    await eventually(
      () => client.list(),
      (list) => list.length === 2,
    );
    const keepAlive = setInterval(() => void lively.beat(), 1_000);
    try {
      await Bun.sleep(1_500);
      expect(await client.lookup(hash)).toHaveLength(1);
      expect((await client.beat({ port: '2' })).text).toContain('"fail"');
      await eventually(
        () => client.lookup(hash),
        (records) => records.length === 0,
        // Six seconds after its beat, less those that went by, and what asking takes.
        5_000,
      );
      await client.mustBeat({ port: '2' });
      await eventually(
        () => client.list(),
        (list) => list.every((record) => record.hash !== hash),
        sweptWithinMs,
      );
      expect((await client.list()).some((record) => record.hash === livelyHash)).toBe(true);
    } finally {
      clearInterval(keepAlive);
    }
  },
  BUSY_MACHINE,
);

test.concurrent(
  'time during which the service was down does not count towards staleness',
  async () => {
    await using muster = await startMuster({ env: { ...manyAddresses, MUSTER_STALE_AFTER: '6s' } });
    const client = new Client(muster, { address: nextAddress() });
    const hash = await client.mustBeat();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      // After the second in which beats may still be unwritten.
      await Bun.sleep(1_600);
      await muster.kill(signal);
      await Bun.sleep(6_000);
      await muster.start();
      expect(await client.lookup(hash)).toHaveLength(1);
      expect(await client.list()).toHaveLength(1);
      await client.mustBeat();
    }
    await eventually(
      () => client.lookup(hash),
      (records) => records.length === 0,
      7_500,
    );
  },
  BUSY_MACHINE,
);
