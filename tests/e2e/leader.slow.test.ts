// Only several processes, of which one is killed or stopped, show that each email leaves once.

import { expect, test } from 'bun:test';
import { openPostgresStore } from '../../src/app/open-stores.ts';
import type { RunningMuster } from '../support/binary.ts';
import { findLeader, type Replicas, startReplicas } from '../support/replicas.ts';
import { openSmtpPeer } from '../support/smtp-peer.ts';
import { BUSY_MACHINE, eventually } from './client.ts';

/** Puts emails into the outbox, as a registration at any replica does. */
async function queue({ url }: Replicas, names: readonly string[]): Promise<void> {
  await using store = await openPostgresStore(url);
  for (const name of names) {
    const to = `${name}@example.net`;
    const email = { kind: 'test', to, accountName: 'Alice', language: 'en' } as const;
    await store.outbox.addToOutbox({ email, createdAt: Date.now(), expiresAt: null }, 1_000);
  }
}

const recipientsOf = (mails: readonly { envelope: { to: string[] } }[]) =>
  mails.flatMap(({ envelope }) => envelope.to).toSorted();
const namesOf = (word: string) => Array.from({ length: 10 }, (_, index) => `${word}${index}`);
const addressesOf = (word: string) => namesOf(word).map((name) => `${name}@example.net`);

/** An email that was sent and is still in the outbox would be sent again after a kill. */
async function hasNoted(replica: RunningMuster, count: number): Promise<void> {
  const countSent = async () => replica.stderr.split('Email sent').length - 1;
  await eventually(countSent, (sent) => sent === count);
}

test(
  'three replicas send each email once, whichever of them leads, is killed, or hangs and comes back',
  async () => {
    await using peer = await openSmtpPeer();
    await using replicas = await startReplicas(3, peer.env);
    const { all } = replicas;
    const first = await findLeader(all);
    const others = all.filter((replica) => replica !== first);
    await queue(replicas, namesOf('first'));
    expect(recipientsOf(await peer.waitForMails(10))).toEqual(addressesOf('first'));
    expect(first.stderr).toContain('This replica leads');
    await hasNoted(first, 10);
    for (const other of others) expect(other.stderr).not.toContain('Email sent');

    await first.kill('SIGKILL');
    await queue(replicas, namesOf('second'));
    expect(recipientsOf((await peer.waitForMails(20)).slice(10))).toEqual(addressesOf('second'));
    const second = await findLeader(others);

    await hasNoted(second, 10);
    process.kill(second.pid, 'SIGSTOP');
    await queue(replicas, namesOf('third'));
    expect(recipientsOf((await peer.waitForMails(30)).slice(20))).toEqual(addressesOf('third'));
    process.kill(second.pid, 'SIGCONT');
    const [third] = others.filter((replica) => replica !== second);
    expect(await findLeader(others)).toBe(third as RunningMuster);
    await eventually(
      async () => second.stderr,
      (log) => log.includes('This replica no longer leads'),
    );
    await queue(replicas, namesOf('fourth'));
    expect(recipientsOf((await peer.waitForMails(40)).slice(30))).toEqual(addressesOf('fourth'));
    // Losing the lead is no failure.
    expect(second.stderr).not.toMatch(/"level":"error"/);
    for (const replica of others) {
      const health = await (await fetch(`${replica.url}/readyz`)).json();
      expect(health.checks.jobs).toMatchObject({ status: 'ok' });
    }
  },
  { ...BUSY_MACHINE, timeout: 120_000 },
);
