// What happens to a heartbeat: parse, identify, admit, save, answer.

import { groupOfAddress, isIpv4 } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { quoteSeen } from '../lib/text.ts';
import type { Budget } from '../lib/token-buckets.ts';
import { createTokenBuckets } from '../lib/token-buckets.ts';
import { type BeatLog, REFUSAL_REASONS, type RefusalReason } from './beat-log.ts';
import { type Heartbeat, parseHeartbeat, type RawHeartbeat } from './heartbeat.ts';
import type { Reachability } from './reachability.ts';
import type { Registry } from './registry.ts';

/** Accepted with the server's hash, or refused with a sentence for each thing that is wrong. */
export type Announcement =
  | { isAccepted: true; hash: string }
  | { isAccepted: false; complaints: string[] };

/** Gives the reason why the heartbeats of an address are refused, `undefined` when they are not. */
export type BanReason = (ip: string) => string | undefined;

/** Takes in one heartbeat that came from `ip`. A promise only where a port has to be tried first. */
export type Announce = (raw: RawHeartbeat, ip: string) => Announcement | Promise<Announcement>;

/** Heartbeats that an address may send: three for each server it may have, every 10 s. */
export function heartbeatBudget(serversPerAddress: number): Budget {
  const refill = Math.max(30, 3 * serversPerAddress);
  return { refill, everyMs: 10_000, capacity: 2 * refill };
}

export function createAnnounce(options: {
  clock: Clock;
  registry: Registry;
  reachability: Reachability;
  log: Pick<BeatLog, 'accepted' | 'refused'>;
  findBanReason: BanReason;
  serversPerAddress: number;
}): Announce {
  const { clock, registry, reachability, log, findBanReason, serversPerAddress } = options;
  const budget = createTokenBuckets(clock, heartbeatBudget(serversPerAddress));
  let arrivals = 0;

  /** The place of a beat from a server that is live is its own; any other needs a free one. */
  function findCrowding(beat: Heartbeat, ip: string, now?: number): string | undefined {
    const known = registry.findByAddress(ip, beat.port);
    if (known !== undefined && registry.isLive(known, now)) return undefined;
    const live = registry.countLive(ip);
    if (live < serversPerAddress) return undefined;
    return `Too many servers from ${ip}: ${live} are live and ${serversPerAddress} are allowed. Stop one of them, or wait until it is no longer listed.`;
  }

  function needsProbe(beat: Heartbeat, ip: string, now: number): boolean {
    if (!beat.public || !reachability.isRequired(ip)) return false;
    const known = registry.findByAddress(ip, beat.port);
    if (known === undefined || !registry.isLive(known, now) || !known.isPublic) return true;
    return !reachability.isKnownGood(known);
  }

  async function probeThenSave(
    beat: Heartbeat,
    ip: string,
    arrival: number,
  ): Promise<Announcement> {
    const verdict = await reachability.check(ip, beat.port);
    const claimed = { name: beat.name, port: `${beat.port}` };
    if (verdict === 'closed') {
      const complaint = `Port ${beat.port} on ${ip} is not open. Forward it (TCP) on your router, or set public=false.`;
      return refuse(ip, claimed, { port_closed: [complaint] });
    }
    // Others may have been admitted, or the address banned, while this one's port was tried.
    const banned = findBan(ip);
    if (banned.length > 0) return refuse(ip, claimed, { banned });
    const crowding = findCrowding(beat, ip);
    if (crowding !== undefined) return refuse(ip, claimed, { crowded: [crowding] });
    const server = registry.save(beat, ip, arrival);
    if (verdict === 'open') registry.recordProbe(server, true);
    log.accepted(server, clock.now());
    return { isAccepted: true, hash: server.listing.hash };
  }

  function findBan(ip: string): string[] {
    const reason = findBanReason(ip);
    return reason === undefined ? [] : [`${ip} is banned: ${quoteSeen(reason, 200)}`];
  }

  function refuse(
    ip: string,
    claimed: Pick<RawHeartbeat, 'name' | 'port'>,
    reasons: Partial<Record<RefusalReason | 'family', string[]>>,
  ): Announcement {
    const complaints = Object.values(reasons).flat();
    // Households have whole ranges of IPv6 addresses, which would push everybody else out of the log.
    if (isIpv4(ip)) {
      const kinds = REFUSAL_REASONS.filter((reason) => reasons[reason]?.length);
      log.refused(ip, claimed, kinds, complaints, clock.now());
    }
    return { isAccepted: false, complaints };
  }

  return function announce(raw, ip) {
    const now = clock.now();
    const waitSeconds = budget.spend(groupOfAddress(ip), now);
    if (waitSeconds > 0) {
      const complaint = `Too many heartbeats from ${ip}. Send one every 30 seconds for each server, the next in ${waitSeconds} s.`;
      return refuse(ip, raw, { too_many: [complaint] });
    }
    const beat = parseHeartbeat(raw);
    if (!isIpv4(ip)) {
      const family = `Your heartbeat came from the IPv6 address ${ip}; only servers on IPv4 can be listed. Send it over IPv4.`;
      return refuse(ip, raw, { fields: Array.isArray(beat) ? beat : [], family: [family] });
    }
    const banned = findBan(ip);
    if (Array.isArray(beat)) return refuse(ip, raw, { fields: beat, banned });
    if (banned.length > 0) return refuse(ip, raw, { banned });
    const crowding = findCrowding(beat, ip, now);
    if (crowding !== undefined) return refuse(ip, raw, { crowded: [crowding] });
    arrivals += 1;
    if (needsProbe(beat, ip, now)) return probeThenSave(beat, ip, arrivals);
    const server = registry.save(beat, ip, arrivals, now);
    log.accepted(server, now);
    return { isAccepted: true, hash: server.listing.hash };
  };
}
