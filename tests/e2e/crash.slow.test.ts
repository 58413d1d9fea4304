// Only kill -9 of the busy binary shows that nothing answered is lost: six kills of a second, a hundred of ten with MUSTER_TEST_KILLS and MUSTER_TEST_LONG.

import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { openSmtpPeer } from '../support/smtp-peer.ts';
import { Client, eventually, nextAddress } from './client.ts';
import { checkIntegrity, findDatabases, inspectDatabase } from './database.ts';

const rounds = Number(process.env.MUSTER_TEST_KILLS ?? 6);
const roundMs = process.env.MUSTER_TEST_LONG === '1' ? 10_000 : 1_400;
/** Beats may be unwritten for a second; the rest is margin. */
const unwrittenMs = 1_200;

/** What was answered before the kill, and so has to be there after it. */
class Answered {
  readonly accounts: string[] = [];
  /** Who registered on the page, and gets an email. */
  readonly registered: string[] = [];
  /** The samples of the history by their minute, in seconds since the Unix epoch. */
  readonly samples = new Map<number, number>();
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

async function register(
  muster: RunningMuster,
  answered: Answered,
  round: number,
  isOver: () => boolean,
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const name = `P${round}_${turn}`;
    const person = new Client(muster, { address: nextAddress() });
    try {
      const email = `${name.toLowerCase()}@example.org`;
      const send = await person.openRegistration({ name, email, password: 'correct horse' });
      // Shorter than people need is refused once.
      let status = 429;
      while (status === 429 && !isOver()) {
        await Bun.sleep(200);
        ({ status } = await send());
      }
      if (status === 303) answered.registered.push(name);
    } catch {
      // Killed in the middle of an answer: nothing was promised.
    }
  }
}

/** Compares the samples of the history with those that were shown before. */
async function checkHistory(reader: Client, answered: Answered): Promise<void> {
  const shown = (await reader.get('/api/v1/history')).json<{
    from: number;
    step: number;
    players: (number | null)[];
  }>();
  for (const [index, players] of shown.players.entries()) {
    const minute = shown.from + index * shown.step;
    const before = answered.samples.get(minute);
    if (before !== undefined) expect({ minute, players }).toEqual({ minute, players: before });
    if (players !== null) answered.samples.set(minute, players);
  }
}

test(
  `${rounds} kills`,
  async () => {
    await using peer = await openSmtpPeer();
    await using muster = await startMuster({
      env: {
        ...manyAddresses,
        ...peer.env,
        MUSTER_REGISTRATION_PROOF_OF_WORK: 'false',
        MUSTER_REGISTRATIONS_PER_HOUR: '10000',
      },
    });
    const answered = new Answered();
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const work = [
        sendBeats(muster, answered, () => isOver),
        makeAccounts(muster, answered, round, () => isOver),
        register(muster, answered, round, () => isOver),
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
      const wanted = [...answered.accounts, ...answered.registered].filter(
        (name) => round === rounds - 1 || name.slice(1).startsWith(`${round}_`),
      );
      for (const name of wanted) {
        expect((await reader.get(`/api/player/${name}`)).text).toContain(`"username":"${name}"`);
      }
      for (const [hash, at] of answered.servers) {
        if (at >= killedAt - unwrittenMs) answered.servers.delete(hash);
      }
      const recent = [...answered.servers.keys()].slice(-100);
      expect((await reader.lookup(...recent)).map((record) => record.hash)).toEqual(recent);
      await checkHistory(reader, answered);
    }
    const readers = answered.registered.map((name) => `${name.toLowerCase()}@example.org`);
    await eventually(
      async () => {
        const reached = new Set(peer.mails.flatMap(({ envelope }) => envelope.to));
        return readers.filter((reader) => !reached.has(reader));
      },
      ({ length }) => length === 0,
      90_000,
    );
    expect(answered.samples.size).toBeGreaterThan(0);
    expect(answered.accounts.length).toBeGreaterThan(rounds);
    expect(answered.servers.size).toBeGreaterThan(rounds);
  },
  rounds * (roundMs + 10_000) + 90_000,
);
