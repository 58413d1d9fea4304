// The reasons for refusing heartbeats: the sentences for operators, and their counts and log lines.

import { Failure } from '../../platform/lib/failure.ts';
import { type Place, REFUSALS, type RefusalReason } from '../registry/index.ts';
import type { RawHeartbeat } from './heartbeat-fields.ts';
import type { HeartbeatLog } from './heartbeat-log.ts';
import type { Lack } from './places.ts';

const REASONS = Object.keys(REFUSALS) as RefusalReason[];

export type Refuse = ReturnType<typeof createRefuse>['refuse'];

/** Creates the function that refuses a heartbeat. It saves nothing: a known server stays until it is stale (C6.17). */
export function createRefuse(log: Pick<HeartbeatLog, 'refused'>) {
  const none = REASONS.map((reason) => [reason, 0] as const);
  /** If there are several reasons, the first one counts. */
  const counts = Object.fromEntries(none) as Record<RefusalReason, number>;
  return {
    counts: counts as Readonly<typeof counts>,
    /** Throws a `Failure` with a sentence for each problem. */
    refuse(
      ip: string,
      claimed: Pick<RawHeartbeat, 'name' | 'port'>,
      reasons: Partial<Record<RefusalReason, readonly string[]>>,
      now: number,
    ): never {
      const given = REASONS.filter((reason) => reasons[reason]?.length);
      const complaints = given.flatMap((reason) => reasons[reason] ?? []);
      const [first = 'fields'] = given;
      counts[first] += 1;
      log.refused(ip, claimed, given, complaints, now);
      const [sentence = '', ...more] = complaints;
      const others = more.map((other) => new Failure(REFUSALS[first], other));
      throw new Failure(REFUSALS[first], sentence, { others });
    },
  };
}

/** The sentences that tell operators why a heartbeat is refused and what to do. */
export const refusals = {
  contested: ({ ip, port }: Place) =>
    `Port ${port} on ${ip} belongs to another program, which sent heartbeats for it first, with another salt, and still does. Stop one of the two or give it another port. After the other one stops, yours is accepted within about a minute. If you have claimed this server, use a heartbeat URL of its own: it goes first, always.`,
  keyed: ({ ip, port }: Place) =>
    `Port ${port} on ${ip} belongs to a claimed server, whose heartbeats come with its key. If it is yours, use the heartbeat URL of its own that you made on its page. If not, give your server another port.`,
  crowded: (ip: string, live: number, allowed: number) =>
    `Too many servers from ${ip}: ${live} are live and ${allowed} are allowed. Stop one of them, or wait until it is no longer listed.`,
  full({ network, live, allowed, isClaimed }: Lack): string {
    const what =
      network === undefined
        ? `This list is full: ${live} servers are live and ${allowed} are allowed.`
        : `This list is nearly full. ${isClaimed ? 'New claimed servers' : 'Servers'} live from ${network}: ${live}. Allowed for now: ${allowed}.`;
    return `${what} Keep sending heartbeats, one is accepted once there is room. A server that is claimed, or had players on earlier days, goes first.`;
  },
  tooMany: (ip: string, waitSeconds: number) =>
    `Too many heartbeats from ${ip}. Send one every 30 seconds for each server, the next in ${waitSeconds} s.`,
  ipv6: (ip: string) =>
    `Your heartbeat came from the IPv6 address ${ip}, but only servers on IPv4 can be listed. Send it over IPv4.`,
  closedPort: ({ ip, port }: Place) =>
    `Port ${port} on ${ip} is not open. Forward it (TCP) on your router, or set public=false.`,
};
