// The steps of a heartbeat: rate limit, parsing, moderation, limit of servers, port check, saving.

import { groupOfAddress, isIpv4 } from '../lib/address.ts';
import type { Clock } from '../lib/clock.ts';
import { createReloaded } from '../lib/reloaded.ts';
import type { Budget } from '../lib/token-buckets.ts';
import { createTokenBuckets } from '../lib/token-buckets.ts';
import { takeClaimCodes } from './claims/claim-code.ts';
import { isOutranked } from './contest.ts';
import {
  explainHeartbeat,
  type Heartbeat,
  type HeartbeatCandidate,
  isHeartbeat,
  type RawHeartbeat,
  readHeartbeat,
} from './heartbeat.ts';
import {
  describeClosedPort,
  describeContest,
  describeCrowding,
  describeHaste,
  describeIpv6,
} from './heartbeat-complaints.ts';
import {
  type HeartbeatLog,
  type HidingReason,
  REFUSAL_REASONS,
  type RefusalReason,
} from './heartbeat-log.ts';
import type { LiveServer } from './live-server.ts';
import type { Hiding, Rules } from './moderation/rules.ts';
import type { ServerLimits } from './ports.ts';
import type { Reachability } from './reachability.ts';
import type { Registry } from './registry.ts';

/**
 * The result of a heartbeat: accepted with the server's hash, or refused with a sentence for each thing
 * that is wrong. A server that moderators keep out of the public list is accepted as a private one, with
 * a remark that says why: players who know its address can still join.
 */
export type Announcement =
  | { isAccepted: true; hash: string; remark?: string }
  | { isAccepted: false; complaints: string[] };

/** A heartbeat that was read and not yet checked. */
export interface HeartbeatReading {
  heartbeat: HeartbeatCandidate;
  /** The texts that it was read from, without claim codes. */
  claimed: RawHeartbeat;
  /** The claim codes that it carried. */
  codes: readonly string[];
}

/** Handles one heartbeat from `ip`. Returns a promise only when a port has to be probed first. */
export type Announce = (raw: RawHeartbeat, ip: string) => Announcement | Promise<Announcement>;

/** The same in two steps, for a framework that checks the heartbeat in between. */
export interface SteppedAnnounce {
  /** Reads the fields, and takes claim codes out of them. */
  readHeartbeat(raw: RawHeartbeat, ip: string): HeartbeatReading;
  /**
   * Takes in what was read. `valid` is its heartbeat if that was found valid; with `undefined` the
   * announcement explains what is wrong with it.
   */
  announceRead(
    reading: HeartbeatReading,
    valid: Heartbeat | undefined,
    ip: string,
  ): ReturnType<Announce>;
}

/** Heartbeats that an address may send: three for each server it may have, every 10 s (C6.16). */
export function heartbeatBudget(serversPerAddress: number): Budget {
  const refill = Math.max(30, 3 * serversPerAddress);
  return { refill, everyMs: 10_000, capacity: 2 * refill };
}

/** How many heartbeats there were since the start, by their results; one refused for several reasons counts as the first. */
export interface HeartbeatCounts {
  taken: number;
  /** Accepted, but kept out of the list. */
  readonly hidden: Record<HidingReason, number>;
  readonly refused: Record<RefusalReason, number>;
}

const NO_CODES: readonly string[] = [];
/** The name of a new server whose heartbeat has only a claim code as its name. */
const NAMELESS = 'Unnamed server';

/** `counts` are of the heartbeats since the start. */
export function createAnnounce(options: {
  clock: Clock;
  registry: Registry;
  reachability: Reachability;
  log: Pick<HeartbeatLog, 'accepted' | 'hidden' | 'refused'>;
  /** The rules as they are now. */
  rules(): Rules;
  /** Called with the claim codes of an accepted heartbeat. */
  onCodes(hash: string, codes: readonly string[]): void;
  limits: Pick<ServerLimits, 'serversPerAddress'>;
}): SteppedAnnounce & { announce: Announce; counts: HeartbeatCounts } {
  const { clock, registry, reachability, log, rules, onCodes, limits } = options;
  const budget = createReloaded(
    () => limits.serversPerAddress,
    (most) => createTokenBuckets(clock, heartbeatBudget(most)),
  );
  const counts: HeartbeatCounts = {
    taken: 0,
    hidden: { unlisted: 0, filtered: 0 },
    refused: {
      ...{ fields: 0, banned: 0, contested: 0, crowded: 0, port_closed: 0, too_many: 0, family: 0 },
    },
  };
  let lastSequence = 0;

  /** Why the server has no place: another program has its port (C6.24), or the address has too many live ones (C6.13). */
  function findNoPlace(
    { port, salt }: Heartbeat,
    ip: string,
    now: number,
  ): Partial<Record<'contested' | 'crowded', string[]>> | undefined {
    const known = registry.findByAddress(ip, port);
    if (known !== undefined && isOutranked(known, salt, now)) {
      return { contested: [describeContest({ ip, port })] };
    }
    if (known !== undefined && registry.isLive(known, now)) return undefined;
    const live = registry.countLive(ip);
    const { serversPerAddress } = limits;
    if (live < serversPerAddress) return undefined;
    return { crowded: [describeCrowding(ip, live, serversPerAddress)] };
  }

  /** Whether its port must be probed, because there is no fresh result of a port check (C7.1, C7.3). */
  function needsProbe(beat: Heartbeat, ip: string, now: number): boolean {
    if (!beat.public) return false;
    const known = registry.findByAddress(ip, beat.port);
    const joinIp = known?.listing.joinIp ?? registry.joinPlaceOf(ip, beat.port).ip;
    if (!reachability.isRequired(joinIp)) return false;
    if (known === undefined || !registry.isLive(known, now) || !known.isPublic) return true;
    return !reachability.isKnownGood(known);
  }

  async function probeThenSave(
    beat: Heartbeat,
    ip: string,
    sequence: number,
  ): Promise<Announcement> {
    const place = registry.joinPlaceOf(ip, beat.port);
    const verdict = await reachability.check(place.ip, place.port);
    const claimed = { name: beat.name, port: `${beat.port}` };
    if (verdict === 'closed') {
      return refuse(ip, claimed, { port_closed: [describeClosedPort(place)] }); // C7.7
    }
    // While the port was probed, other servers may have been accepted, and moderators may have decided.
    const { banned, hiding } = check(beat, ip);
    if (banned !== undefined) return refuse(ip, claimed, { banned: [banned] });
    const noPlace = findNoPlace(beat, ip, clock.now());
    if (noPlace !== undefined) return refuse(ip, claimed, noPlace);
    if (hiding !== undefined) return hide(beat, ip, sequence, hiding);
    const server = registry.save(beat, ip, sequence);
    if (verdict === 'open') registry.recordProbe(server, true, place);
    return accept(server, clock.now());
  }

  function accept(server: LiveServer, now: number): Announcement {
    counts.taken += 1;
    log.accepted(server, now);
    return { isAccepted: true, hash: server.listing.hash };
  }

  function check({ name, port }: Heartbeat, ip: string, now = clock.now()) {
    return rules().check({ ip, port, name }, registry.findByAddress(ip, port), now);
  }

  /** Saves the server as a private one. The answer contains the reason. */
  function hide(
    beat: Heartbeat,
    ip: string,
    sequence: number,
    { reason, sentence }: Hiding,
  ): Announcement {
    const server = registry.save({ ...beat, public: false }, ip, sequence);
    counts.hidden[reason] += 1;
    log.hidden(server, reason, sentence, clock.now());
    return { isAccepted: true, hash: server.listing.hash, remark: sentence };
  }

  /** Saves nothing: a server that is known stays as it is until it is stale (C6.17). */
  function refuse(
    ip: string,
    claimed: Pick<RawHeartbeat, 'name' | 'port'>,
    reasons: Partial<Record<RefusalReason, string[]>>,
  ): Announcement {
    const complaints = Object.values(reasons).flat();
    const kinds = REFUSAL_REASONS.filter((reason) => reasons[reason]?.length);
    if (kinds[0] !== undefined) counts.refused[kinds[0]] += 1;
    log.refused(ip, claimed, kinds, complaints, clock.now());
    return { isAccepted: false, complaints };
  }

  function take(
    { heartbeat, claimed: raw }: HeartbeatReading,
    beat: Heartbeat | undefined,
    ip: string,
  ): ReturnType<Announce> {
    const now = clock.now();
    const waitSeconds = budget().spend(groupOfAddress(ip), now);
    if (waitSeconds > 0) {
      return refuse(ip, raw, { too_many: [describeHaste(ip, waitSeconds)] });
    }
    const fields = beat === undefined ? explainHeartbeat(heartbeat, raw) : [];
    if (!isIpv4(ip)) {
      return refuse(ip, raw, { fields, family: [describeIpv6(ip)] }); // C6.14
    }
    if (beat === undefined) {
      const banned = rules().findAddressBan(ip, now);
      return refuse(ip, raw, { fields, banned: banned === undefined ? [] : [banned] });
    }
    const { banned, hiding } = check(beat, ip, now);
    if (banned !== undefined) return refuse(ip, raw, { banned: [banned] }); // C6.15
    const noPlace = findNoPlace(beat, ip, now);
    if (noPlace !== undefined) return refuse(ip, raw, noPlace);
    lastSequence += 1;
    if (hiding !== undefined && beat.public) return hide(beat, ip, lastSequence, hiding);
    if (needsProbe(beat, ip, now)) return probeThenSave(beat, ip, lastSequence);
    return accept(registry.save(beat, ip, lastSequence, now), now);
  }

  function readReceived(raw: RawHeartbeat, ip: string): HeartbeatReading {
    const carried = takeClaimCodes(raw, () => nameOf(raw, ip));
    const claimed = carried?.raw ?? raw;
    return { heartbeat: readHeartbeat(claimed), claimed, codes: carried?.codes ?? NO_CODES };
  }

  function announceRead(
    reading: HeartbeatReading,
    valid: Heartbeat | undefined,
    ip: string,
  ): ReturnType<Announce> {
    return reading.codes.length === 0
      ? take(reading, valid, ip)
      : takeWithCodes(reading, valid, ip);
  }

  function nameOf({ port }: RawHeartbeat, ip: string): string {
    return registry.findByAddress(ip, Number(port))?.listing.name ?? NAMELESS;
  }

  async function takeWithCodes(
    reading: HeartbeatReading,
    valid: Heartbeat | undefined,
    ip: string,
  ): Promise<Announcement> {
    const announcement = await take(reading, valid, ip);
    if (announcement.isAccepted) onCodes(announcement.hash, reading.codes);
    return announcement;
  }

  return {
    announce(raw, ip) {
      const reading = readReceived(raw, ip);
      const { heartbeat } = reading;
      return announceRead(reading, isHeartbeat(heartbeat) ? heartbeat : undefined, ip);
    },
    readHeartbeat: readReceived,
    announceRead,
    counts,
  };
}
