// The history of three replicas of the compiled service: the leader samples it, all show it, and the next leader goes on.

import { expect, test } from 'bun:test';
import type { RunningMuster } from '../support/binary.ts';
import { findLeader, startReplicas } from '../support/replicas.ts';
import { BUSY_MACHINE, Client, eventually, nextAddress } from './client.ts';

test(
  'three replicas show the same curve, which the leader alone samples, and the next leader goes on with',
  async () => {
    await using replicas = await startReplicas(3);
    const { all } = replicas;
    const first = await findLeader(all);
    const address = nextAddress();
    const hash = await new Client(first, { address }).mustBeat({ users: '7' });
    const peaksOf = async (replica: RunningMuster): Promise<(number | null)[]> => {
      const answer = await fetch(`${replica.url}/api/v1/servers/${hash}/history`);
      return answer.status === 200 ? (await answer.json()).peaks : [];
    };
    const knownBy = async (replica: RunningMuster) =>
      (await peaksOf(replica)).filter((peak) => peak !== null);
    const isKnown = (peaks: unknown[]) => peaks.length >= 1;
    // The minute of the start may have been sampled before the heartbeat.
    for (const replica of all) await eventually(() => knownBy(replica), isKnown, 90_000);
    const before = await knownBy(first);
    expect(new Set(before)).toEqual(new Set([7]));
    await first.kill('SIGTERM');
    const others = all.filter((replica) => replica !== first);
    await findLeader(others);
    const isLonger = (peaks: unknown[]) => peaks.length > before.length;
    for (const replica of others) {
      expect(await eventually(() => knownBy(replica), isLonger, 90_000)).toEqual(
        Array.from({ length: before.length + 1 }, () => 7),
      );
    }
  },
  { ...BUSY_MACHINE, timeout: 240_000 },
);
