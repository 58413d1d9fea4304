// kill -9, twenty times, while heartbeats come and accounts are made: nothing answered may be lost.
// Each round runs for a second or so, so that the whole stays under a minute; MUSTER_TEST_LONG=1 gives
// every round its full 10 s.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { Client, nextAddress } from './client.ts';
import { checkIntegrity, findDatabases, inspectDatabase } from './database.ts';

const rounds = 20;
const roundMs = process.env.MUSTER_TEST_LONG === '1' ? 10_000 : 1_400;
/** Beats may be unwritten for a second; the rest is margin. */
const unwrittenMs = 1_200;

/** What was answered before the kill, and so has to be there after it. */
class Answered {
  readonly accounts: string[] = [];
  /** When each server was first accepted, by hash. */
  readonly servers = new Map<string, number>();
}

async function sendBeats(
  muster: RunningMuster,
  answered: Answered,
  isOver: () => boolean,
): Promise<void> {
  const clients = Array.from({ length: 5 }, () => new Client(muster, { address: nextAddress() }));
  for (let turn = 0; !isOver(); turn += 1) {
    const client = clients[turn % clients.length];
    const port = `${20_000 + (turn % 10)}`;
    try {
      const hash = await client?.mustBeat({ port, users: `${turn % 1_000}`, name: `Beat ${turn}` });
      if (hash !== undefined && !answered.servers.has(hash))
        answered.servers.set(hash, performance.now());
    } catch {
      // Killed in the middle of an answer, or its budget of beats spent: neither was promised anything.
    }
    await Bun.sleep(2);
  }
}

async function makeAccounts(
  muster: RunningMuster,
  answered: Answered,
  round: number,
  isOver: () => boolean,
) {
  for (let turn = 0; !isOver(); turn += 1) {
    const name = `R${round}_${turn}`;
    const args = ['account', 'create', name, '--email', `${name}@example.org`, '--password-stdin'];
    const result = await muster.run(args, { stdin: 'correct horse\n' });
    if (result.exitCode === 0) answered.accounts.push(name);
    else throw new Error(`An account could not be made: ${result.stderr}`);
  }
}

test(
  `${rounds} kills`,
  async () => {
    await using muster = await startMuster({ env: manyAddresses });
    const answered = new Answered();
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const work = [
        sendBeats(muster, answered, () => isOver),
        makeAccounts(muster, answered, round, () => isOver),
      ];
      // Not always at the same moment of the second in which batches are written.
      await Bun.sleep(roundMs + ((round * 53) % 400));
      const killedAt = performance.now();
      await muster.kill('SIGKILL');
      isOver = true;
      await Promise.all(work);

      const databases = await findDatabases(join(muster.folder, 'muster-data'));
      expect(databases).not.toBeEmpty();
      for (const database of databases) {
        expect(await inspectDatabase(database, checkIntegrity)).toBe('ok');
      }
      await muster.start();
      const reader = new Client(muster, { address: nextAddress() });
      // All accounts at the end, those of the round each time.
      const wanted = answered.accounts.filter(
        (name) => round === rounds - 1 || name.startsWith(`R${round}_`),
      );
      for (const name of wanted) {
        expect((await reader.get(`/api/player/${name}`)).text).toContain(`"username":"${name}"`);
      }
      for (const [hash, at] of answered.servers) {
        if (at >= killedAt - unwrittenMs) answered.servers.delete(hash);
      }
      const recent = [...answered.servers.keys()].slice(-100);
      expect((await reader.lookup(...recent)).map((record) => record.hash)).toEqual(recent);
    }
    expect(answered.accounts.length).toBeGreaterThan(rounds);
    expect(answered.servers.size).toBeGreaterThan(rounds);
  },
  20 * (roundMs + 10_000),
);
