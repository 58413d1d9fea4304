// The way of a heartbeat: rate limit, fields, moderation, limits of servers, port check, saving.

import { groupOfAddress } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { type Budget, createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import { takeClaimCodes } from '../claims/claim-code.ts';
import type { HeartbeatKey } from '../claims/claim-ports.ts';
import { moveRefusals, type ServerMoves } from '../claims/server-moves.ts';
import type { Rules } from '../moderation/rules.ts';
import {
  computeServerHash,
  type HidingReason,
  isHeldByKey,
  isOutranked,
  isPortKnownOpen,
  type LiveServer,
  type Place,
  REFUSALS,
  type RefusalReason,
  type Registry,
  type ServerLimits,
} from '../registry/index.ts';
import { explainHeartbeat, type Heartbeat, type RawHeartbeat, readHeartbeat } from './heartbeat.ts';
import type { HeartbeatLog } from './heartbeat-log.ts';
import type { Lack, Places } from './places.ts';
import type { Reachability } from './reachability.ts';

/** `remark`: why moderators keep its server out of the list. It is private then: who knows its address can still join. */
export interface AcceptedHeartbeat {
  hash: string;
  remark?: string;
}

/** How many heartbeats there were since the start, by their results; one refused for several reasons counts as the first. */
export interface HeartbeatCounts {
  accepted: number;
  readonly hidden: Record<HidingReason, number>;
  readonly refused: Record<RefusalReason, number>;
}

/** The key that a heartbeat came by, and the server that it belongs to. */
interface KeyedServer {
  key: string;
  held: HeartbeatKey;
}

/** What a heartbeat may do beyond others: it came by the key of the server, or its server has proven itself. */
interface Rights {
  isKeyed: boolean;
  hasProof?: boolean;
}

type Reasons = Partial<Record<RefusalReason, string[]>>;

type Answer = AcceptedHeartbeat | Promise<AcceptedHeartbeat>;

/** The name of a new server whose heartbeat has only a claim code as its name. */
const NAMELESS = 'Unnamed server';
/** How often an address may have as many ports probed as it may send heartbeats in 10 s. */
const PROBES_EVERY_MS = 60_000;
const REASONS = Object.keys(REFUSALS) as RefusalReason[];

export function createAnnounce(options: {
  clock: Clock;
  registry: Registry;
  reachability: Reachability;
  places: Pick<
    Places,
    'findLack' | 'isProven' | 'goesFirst' | 'findProof' | 'makeRoom' | 'findUnclaimedOn'
  >;
  log: Pick<HeartbeatLog, 'accepted' | 'hidden' | 'refused'>;
  rules(): Rules;
  onCodes(hash: string, codes: readonly string[]): void;
  moves: ServerMoves;
  limits: Pick<ServerLimits, 'serversPerAddress' | 'isPortCheckOn'>;
}) {
  const { clock, registry, reachability, places, log, rules, onCodes, moves, limits } = options;
  const buckets = createTokenBuckets(clock, heartbeatBudget(limits));
  const probes = createTokenBuckets(clock, heartbeatBudget(limits, PROBES_EVERY_MS));
  const counts: HeartbeatCounts = {
    accepted: 0,
    hidden: { unlisted: 0, filtered: 0 },
    refused: Object.fromEntries(REASONS.map((reason) => [reason, 0])) as HeartbeatCounts['refused'],
  };
  let lastSequence = 0;

  /** What is known of the server now, and why it has no place among all. Refuses what is banned (C6.15) or one too many of its address. */
  function check(
    { port, salt, name }: Heartbeat,
    ip: string,
    claimed: Pick<RawHeartbeat, 'name' | 'port'>,
    now: number,
    { isKeyed, hasProof = false }: Rights,
  ) {
    const known = registry.findByAddress(ip, port);
    const { banned, hiding } = rules().check({ ip, port, name }, known, now);
    if (banned !== undefined) refuse(ip, claimed, { banned: [banned] }, now);
    if (known !== undefined && !isKeyed && known.salt !== salt)
      refuseRival(known, salt, claimed, now);
    if (known !== undefined && registry.isLive(known, now)) {
      return { known, hiding, lack: undefined };
    }
    const live = registry.countLive(ip);
    const { serversPerAddress } = limits;
    if (live >= serversPerAddress && !(isKeyed && places.findUnclaimedOn(ip))) {
      refuse(ip, claimed, { crowded: [refusals.crowded(ip, live, serversPerAddress)] }, now); // C6.13
    }
    // C6.25
    const lack = places.findLack({ ip, port }, known, now, hasProof);
    return { known, hiding, lack };
  }

  /** Refuses a program with another salt than the one that has the entry, where that one keeps it (C6.24). */
  function refuseRival(
    known: LiveServer,
    salt: string,
    claimed: Pick<RawHeartbeat, 'name' | 'port'>,
    now: number,
  ): void {
    const isHeld = isHeldByKey(known, now) && moves.hasKey(known.listing.hash);
    if (!isHeld && !isOutranked(known, salt, now)) return;
    const { ip } = known.listing;
    const sentence = isHeld ? refusals.keyed(known.listing) : refusals.contested(known.listing);
    refuse(ip, claimed, { contested: [sentence] }, now);
  }

  /** Whether its port must be probed, because there is no fresh result of a port check (C7.1, C7.3). */
  function needsProbe(
    beat: Heartbeat,
    ip: string,
    known: LiveServer | undefined,
    now: number,
  ): boolean {
    if (!beat.public || !limits.isPortCheckOn) return false;
    if (known?.isPublic && isPortKnownOpen(known, now) && registry.isLive(known, now)) return false;
    return reachability.isRequired(known?.listing.joinIp ?? registry.joinPlaceOf(ip, beat.port).ip);
  }

  /**
   * Looks whether a server that has no place has proven itself, has its port probed, and moves one that comes `by` its
   * key: last, so that it never is where nobody can join.
   */
  async function waitThenSave(
    beat: Heartbeat,
    ip: string,
    sequence: number,
    {
      lack,
      isProbed,
      by,
      isKeyed,
    }: {
      lack: Lack | undefined;
      isProbed: boolean;
      by?: KeyedServer | undefined;
      isKeyed: boolean;
    },
  ): Promise<AcceptedHeartbeat> {
    const { name, port } = beat;
    const claimed = { name, port: `${port}` };
    const refuseFull = (why: Lack) =>
      refuse(ip, claimed, { full: [refusals.full(why)] }, clock.now());
    const hash = by?.held.hash ?? computeServerHash(ip, port);
    const before = by && registry.findLive(hash);
    // A server that moves leaves its place.
    const goesFirst =
      before !== undefined ||
      places.isProven(registry.findByAddress(ip, port), clock.now()) ||
      places.goesFirst(hash, ip, clock.now());
    const wasPlayedOn = lack !== undefined && !goesFirst && (await places.findProof(hash, ip));
    const hasProof = lack !== undefined && (goesFirst || wasPlayedOn);
    if (lack !== undefined && !hasProof) return refuseFull(lack);
    const place = by ? moves.placeOf(by.held, { ip, port }) : registry.joinPlaceOf(ip, port);
    const verdict = isProbed ? await reachability.check(place.ip, place.port) : undefined;
    if (verdict === 'closed') {
      refuse(ip, claimed, { port_closed: [refusals.closedPort(place)] }, clock.now()); // C7.7
    }
    if (hasProof) await places.makeRoom();
    const refusal = by && (await moves.move(by.key, { ip, port, name }));
    if (refusal !== undefined) refuse(ip, claimed, { key: [refusal] }, clock.now());
    // Meanwhile other servers may have been accepted, and moderators may have decided; bans came along with a move.
    const now = clock.now();
    const checked = check(beat, ip, claimed, now, { isKeyed, hasProof });
    if (checked.lack !== undefined) return refuseFull(checked.lack);
    const openPlace = verdict === 'open' ? place : undefined;
    const accepted = save(beat, ip, sequence, checked, now, { isKeyed, openPlace });
    const server = registry.findByAddress(ip, port);
    if (server !== undefined && (wasPlayedOn || before?.isProven)) server.isProven = true;
    if (by !== undefined) registry.replace(by.held.hash, accepted.hash);
    return accepted;
  }

  /** A hidden server is saved as a private one; the answer contains the reason. */
  function save(
    beat: Heartbeat,
    ip: string,
    sequence: number,
    { known, hiding }: ReturnType<typeof check>,
    now: number,
    { isKeyed, openPlace }: { isKeyed: boolean; openPlace?: Place | undefined },
  ): AcceptedHeartbeat {
    const isNew = known === undefined || !registry.isLive(known, now);
    if (isKeyed && isNew && registry.countLive(ip) >= limits.serversPerAddress) {
      const unclaimed = places.findUnclaimedOn(ip);
      if (unclaimed !== undefined) registry.drop(unclaimed);
    }
    if (hiding !== undefined && beat.public) {
      const { reason, sentence } = hiding;
      const hidden = registry.save({ ...beat, public: false }, ip, sequence, known, now);
      counts.hidden[reason] += 1;
      log.hidden(hidden, reason, sentence, now);
      return { hash: hidden.listing.hash, remark: sentence };
    }
    const server = registry.save(beat, ip, sequence, known, now);
    if (isKeyed) server.keyedAt = now;
    if (known === undefined && hiding === undefined) rules().clear(server, beat.name);
    if (openPlace !== undefined) registry.recordProbe(server, true, openPlace);
    counts.accepted += 1;
    log.accepted(server, now);
    return { hash: server.listing.hash };
  }

  /** Saves nothing: a server that is known stays as it is until it is stale (C6.17). */
  function refuse(
    ip: string,
    claimed: Pick<RawHeartbeat, 'name' | 'port'>,
    reasons: Reasons,
    now: number,
  ): never {
    const given = REASONS.filter((reason) => reasons[reason]?.length);
    const complaints = given.flatMap((reason) => reasons[reason] ?? []);
    const [first = 'fields'] = given;
    counts.refused[first] += 1;
    log.refused(ip, claimed, given, complaints, now);
    const [sentence = '', ...more] = complaints;
    const others = more.map((other) => new Failure(REFUSALS[first], other));
    throw new Failure(REFUSALS[first], sentence, { others });
  }

  function announceShown(raw: RawHeartbeat, ip: string, key: string | undefined): Answer {
    const now = clock.now();
    // In its one spelling an IPv6 address has no dot.
    const isIpv4 = ip.includes('.');
    const held = key === undefined ? undefined : moves.find(key);
    // Of its own, so that nobody who shares the address can use it up.
    const budgetKey = held?.keyHash ?? (isIpv4 ? ip : groupOfAddress(ip));
    const waitSeconds = buckets.spend(budgetKey, now);
    if (waitSeconds > 0) {
      return refuse(ip, raw, { too_many: [refusals.tooMany(ip, waitSeconds)] }, now);
    }
    if (key !== undefined && held === undefined) {
      return refuse(ip, raw, { key: [moveRefusals.unknown] }, now);
    }
    const isKeyed = held !== undefined;
    if (isKeyed && moves.isSuspended(held)) {
      return refuse(ip, raw, { key: [moveRefusals.suspended] }, now);
    }
    const beat = readHeartbeat(raw);
    const fields = beat === undefined ? explainHeartbeat(raw) : [];
    if (!isIpv4) {
      return refuse(ip, raw, { fields, family: [refusals.ipv6(ip)] }, now); // C6.14
    }
    if (beat === undefined) {
      const banned = rules().findAddressBan(ip, now);
      return refuse(ip, raw, { fields, banned: banned === undefined ? [] : [banned] }, now);
    }
    const checked = check(beat, ip, raw, now, { isKeyed });
    lastSequence += 1;
    const { lack } = checked;
    const isMoving =
      held !== undefined && held.hash !== computeServerHash(ip, beat.port) && key !== undefined;
    const by = isMoving ? { key, held } : undefined;
    const refusal = by && moves.refuse(by.held, { ip, port: beat.port });
    if (refusal !== undefined) return refuse(ip, raw, { key: [refusal] }, now);
    const isRequired = by
      ? beat.public &&
        limits.isPortCheckOn &&
        reachability.isRequired(moves.placeOf(by.held, { ip, port: beat.port }).ip)
      : needsProbe(beat, ip, checked.known, now);
    const isProbed = checked.hiding === undefined && isRequired;
    const probeWaitSeconds = isProbed ? probes.spend(budgetKey, now) : 0;
    if (probeWaitSeconds > 0) {
      return refuse(ip, raw, { too_many: [refusals.tooMany(ip, probeWaitSeconds)] }, now);
    }
    if (isProbed || lack !== undefined || by !== undefined) {
      return waitThenSave(beat, ip, lastSequence, { lack, isProbed, by, isKeyed });
    }
    return save(beat, ip, lastSequence, checked, now, { isKeyed });
  }

  async function acceptWithCodes(
    accepting: Answer,
    codes: readonly string[],
  ): Promise<AcceptedHeartbeat> {
    const accepted = await accepting;
    onCodes(accepted.hash, codes);
    return accepted;
  }

  /** A promise only when a port has to be probed first, few places are left, or a server moves by its `key`. A refusal is a `Failure` with a sentence for each thing that is wrong. */
  function announce(raw: RawHeartbeat, ip: string, key?: string): Answer {
    const { name, software, port } = raw;
    // Each code has a hyphen, and hardly any heartbeat has one.
    if (!name?.includes('-') && !software?.includes('-')) return announceShown(raw, ip, key);
    const carried = takeClaimCodes(raw, () => {
      return registry.findByAddress(ip, Number(port))?.listing.name ?? NAMELESS;
    });
    if (carried === undefined) return announceShown(raw, ip, key);
    return acceptWithCodes(announceShown(carried.raw, ip, key), carried.codes);
  }

  return { announce, counts };
}

export type Announce = ReturnType<typeof createAnnounce>['announce'];

/** Three for each server that an address may have, every 10 s (C6.16); a reload may change the limit. */
export function heartbeatBudget(
  limits: Pick<ServerLimits, 'serversPerAddress'>,
  everyMs = 10_000,
): Budget {
  return {
    everyMs,
    get refill() {
      return Math.max(30, 3 * limits.serversPerAddress);
    },
    get capacity() {
      return 2 * this.refill;
    },
  };
}

/** Why a heartbeat is refused, and what to do, for the operator. */
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
