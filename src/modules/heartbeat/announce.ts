// The steps of a heartbeat: rate limit, fields, moderation, limits of servers, port check, saving.

import { groupOfAddress } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import {
  computeServerHash,
  type HidingReason,
  isHeldByKey,
  isOutranked,
  isPortKnownOpen,
  type LiveServer,
  type Place,
  type RefusalReason,
  type Registry,
} from '../registry/index.ts';
import {
  explainHeartbeat,
  type Heartbeat,
  type RawHeartbeat,
  readHeartbeat,
} from './heartbeat-fields.ts';
import type { HeartbeatLog } from './heartbeat-log.ts';
import type { HeartbeatRateLimit } from './heartbeat-rate-limit.ts';
import type { Lack, Places } from './places.ts';
import type { Reachability } from './reachability.ts';
import { createRefuse, type Refuse, refusals } from './refusals.ts';
import type { HeartbeatLimits } from './settings.ts';

/** `remark`: why moderators hide the server. It is then private, so players who know its address can still join. */
export interface AcceptedHeartbeat {
  hash: string;
  remark?: string;
}

/** The number of heartbeats since the start, by result. */
export interface HeartbeatCounts {
  accepted: number;
  readonly hidden: Record<HidingReason, number>;
  readonly refused: Readonly<Record<RefusalReason, number>>;
}

/** The key of a claimed server's heartbeat URL. */
interface HeldKey {
  readonly hash: string;
  readonly keyHash: string;
}

/** Moves a claimed server to the sender of a heartbeat with its key. The returned sentences explain refusals. */
export interface ServerMoves<Held extends HeldKey = HeldKey> {
  find(key: string): Held | undefined;
  hasKey(hash: string): boolean;
  /** Explains why heartbeats with this key are refused. */
  explain(held: Held | undefined): string | undefined;
  /** Explains why the server may not move there now, as far as this process knows. */
  refuse(held: Held, to: Place): string | undefined;
  /** Where players join after the move. */
  placeOf(held: Held, to: Place): Place;
  move(key: string, to: Place & { name: string }): Promise<string | undefined>;
}

/** The decisions of moderators. */
export interface HeartbeatRules {
  check(
    beat: Place & { name: string },
    known: LiveServer | undefined,
    now: number,
  ): {
    banned: string | undefined;
    hiding: { reason: HidingReason; sentence: string } | undefined;
  };
  findAddressBan(ip: string, now: number): string | undefined;
  /** Notes that the server passed with this name, if the check ran before the server was known. */
  clear(server: LiveServer, name: string): void;
}

export interface AnnouncePorts {
  clock: Clock;
  registry: Registry;
  reachability: Reachability;
  places: Pick<
    Places,
    'findLack' | 'isProven' | 'goesFirst' | 'findProof' | 'makeRoom' | 'findUnclaimedOn'
  >;
  rateLimit: HeartbeatRateLimit;
  log: Pick<HeartbeatLog, 'accepted' | 'hidden' | 'refused'>;
  rules(): HeartbeatRules;
  /** Takes the claim codes out of a heartbeat; `undefined` if it has none. */
  takeCodes(
    raw: RawHeartbeat,
    otherName: () => string,
  ): { codes: readonly string[]; raw: RawHeartbeat } | undefined;
  onCodes(hash: string, codes: readonly string[]): void;
  moves: ServerMoves;
  limits: Pick<HeartbeatLimits, 'serversPerAddress' | 'isPortCheckOn'>;
}

/** A heartbeat that was read. `held` is its key; `by` is the same key while its server is registered elsewhere. */
interface Arrival {
  readonly beat: Heartbeat;
  readonly ip: string;
  readonly budgetKey: string;
  readonly held: HeldKey | undefined;
  /** The fields as the log stores them. */
  claimed: Claimed;
  by: { key: string; held: HeldKey } | undefined;
  sequence: number;
}

/** The known server, the reason why moderators keep it out of the list, and the reason why no place is left for it. */
interface Checked {
  known: LiveServer | undefined;
  hiding: ReturnType<HeartbeatRules['check']>['hiding'];
  lack: Lack | undefined;
}

type Claimed = Pick<RawHeartbeat, 'name' | 'port'>;
type Answer = AcceptedHeartbeat | Promise<AcceptedHeartbeat>;

/** The name of a new server whose name is only a claim code. */
const NAMELESS = 'Unnamed server';

export type Announce = (raw: RawHeartbeat, ip: string, key?: string) => Answer;

export function createAnnounce(ports: AnnouncePorts): {
  announce: Announce;
  counts: HeartbeatCounts;
} {
  const intake = new HeartbeatIntake(ports);
  return { announce: intake.announce, counts: intake.counts };
}

class HeartbeatIntake {
  readonly counts: HeartbeatCounts;
  private readonly ports: AnnouncePorts;
  private readonly refuse: Refuse;
  private lastSequence = 0;

  constructor(ports: AnnouncePorts) {
    const { refuse, counts: refused } = createRefuse(ports.log);
    this.ports = ports;
    this.refuse = refuse;
    this.counts = { accepted: 0, hidden: { unlisted: 0, filtered: 0 }, refused };
  }

  /** Returns a promise only if it has to wait for a probe, a place or a move. A refusal is a `Failure` of sentences. */
  readonly announce: Announce = (raw, ip, key) => {
    const { name, software, port } = raw;
    // Each code has a hyphen, and hardly any heartbeat has one.
    if (!name?.includes('-') && !software?.includes('-')) return this.take(raw, ip, key);
    const { registry, takeCodes } = this.ports;
    const carried = takeCodes(raw, () => {
      return registry.findByAddress(ip, Number(port))?.listing.name ?? NAMELESS;
    });
    if (carried === undefined) return this.take(raw, ip, key);
    return this.acceptWithCodes(this.take(carried.raw, ip, key), carried.codes);
  };

  private async acceptWithCodes(
    accepting: Answer,
    codes: readonly string[],
  ): Promise<AcceptedHeartbeat> {
    const accepted = await accepting;
    this.ports.onCodes(accepted.hash, codes);
    return accepted;
  }

  private take(raw: RawHeartbeat, ip: string, key: string | undefined): Answer {
    const { clock, rules, moves, rateLimit } = this.ports;
    const now = clock.now();
    // An IPv6 address in its normal form has no dot.
    const isIpv4 = ip.includes('.');
    const held = key === undefined ? undefined : moves.find(key);
    // A key has its own budget, so that nobody who shares the address can use it up.
    const budgetKey = held?.keyHash ?? (isIpv4 ? ip : groupOfAddress(ip));
    const waitSeconds = rateLimit.spend(budgetKey, now);
    if (waitSeconds > 0) this.refuseSoon(waitSeconds, ip, raw, now);
    const isInvalid = key === undefined ? undefined : moves.explain(held);
    if (isInvalid !== undefined) return this.refuse(ip, raw, { key: [isInvalid] }, now);
    const beat = readHeartbeat(raw);
    const fields = beat === undefined ? explainHeartbeat(raw) : [];
    if (!isIpv4) {
      return this.refuse(ip, raw, { fields, family: [refusals.ipv6(ip)] }, now); // C6.14
    }
    if (beat === undefined) {
      const banned = rules().findAddressBan(ip, now);
      return this.refuse(ip, raw, { fields, banned: banned === undefined ? [] : [banned] }, now);
    }
    const claimed = raw;
    const arrival = { beat, ip, budgetKey, held, claimed, by: undefined, sequence: 0 };
    return this.admit(arrival, key, now);
  }

  private refuseSoon(waitSeconds: number, ip: string, claimed: Claimed, now: number): void {
    this.refuse(ip, claimed, { too_many: [refusals.tooMany(ip, waitSeconds)] }, now);
  }

  private admit(arrival: Arrival, key: string | undefined, now: number): Answer {
    const { beat, ip, held, claimed } = arrival;
    const checked = this.check(arrival, now);
    this.lastSequence += 1;
    arrival.sequence = this.lastSequence;
    if (held !== undefined && key !== undefined && held.hash !== computeServerHash(ip, beat.port)) {
      arrival.by = { key, held };
      const refusal = this.ports.moves.refuse(held, { ip, port: beat.port });
      if (refusal !== undefined) return this.refuse(ip, claimed, { key: [refusal] }, now);
    }
    const isProbed = checked.hiding === undefined && this.needsProbe(arrival, checked.known, now);
    const probeWaitSeconds = isProbed ? this.ports.rateLimit.spendProbe(arrival.budgetKey, now) : 0;
    if (probeWaitSeconds > 0) this.refuseSoon(probeWaitSeconds, ip, claimed, now);
    if (isProbed || checked.lack !== undefined || arrival.by !== undefined) {
      return this.waitThenSave(arrival, checked.lack, isProbed);
    }
    return this.save(arrival, checked, now);
  }

  /** Refuses banned servers (C6.15), too many servers of one address, and rivals of a server. */
  private check({ beat, ip, claimed, held }: Arrival, now: number, hasProof = false): Checked {
    const { registry, rules, places, limits } = this.ports;
    const { port, salt, name } = beat;
    const isKeyed = held !== undefined;
    const known = registry.findByAddress(ip, port);
    const { banned, hiding } = rules().check({ ip, port, name }, known, now);
    if (banned !== undefined) this.refuse(ip, claimed, { banned: [banned] }, now);
    if (known !== undefined && !isKeyed && known.salt !== salt)
      this.refuseRival(known, salt, claimed, now);
    if (known !== undefined && registry.isLive(known, now)) {
      return { known, hiding, lack: undefined };
    }
    const live = registry.countLive(ip);
    const { serversPerAddress } = limits;
    if (live >= serversPerAddress && !(isKeyed && places.findUnclaimedOn(ip))) {
      this.refuse(ip, claimed, { crowded: [refusals.crowded(ip, live, serversPerAddress)] }, now); // C6.13
    }
    // C6.25
    const lack = places.findLack({ ip, port }, known, now, hasProof);
    return { known, hiding, lack };
  }

  /** Refuses a program with another salt than the server's entry, if that entry has priority (C6.24). */
  private refuseRival(known: LiveServer, salt: string, claimed: Claimed, now: number): void {
    const isHeld = isHeldByKey(known, now) && this.ports.moves.hasKey(known.listing.hash);
    if (!isHeld && !isOutranked(known, salt, now)) return;
    const { ip } = known.listing;
    const sentence = isHeld ? refusals.keyed(known.listing) : refusals.contested(known.listing);
    this.refuse(ip, claimed, { contested: [sentence] }, now);
  }

  /** Whether the port must be probed because there is no recent result of a port check (C7.1, C7.3). */
  private needsProbe(
    { beat, ip, by }: Arrival,
    known: LiveServer | undefined,
    now: number,
  ): boolean {
    const { registry, reachability, moves, limits } = this.ports;
    if (!beat.public || !limits.isPortCheckOn) return false;
    const here = { ip, port: beat.port };
    if (by !== undefined) return reachability.isRequired(moves.placeOf(by.held, here).ip);
    if (known?.isPublic && isPortKnownOpen(known, now) && registry.isLive(known, now)) return false;
    return reachability.isRequired(known?.listing.joinIp ?? registry.joinPlaceOf(ip, beat.port).ip);
  }

  /**
   * Checks whether a server without a place has proven itself, probes its port, and moves the server of the key `by`.
   * The move comes last, so that the server is never in a place where nobody can join.
   */
  private async waitThenSave(
    arrival: Arrival,
    lack: Lack | undefined,
    isProbed: boolean,
  ): Promise<AcceptedHeartbeat> {
    const { clock, registry, reachability, places, moves } = this.ports;
    const { beat, ip, by } = arrival;
    const { name, port } = beat;
    const claimed = { name, port: `${port}` };
    arrival.claimed = claimed;
    const before = by && registry.findLive(by.held.hash);
    const hash = by?.held.hash ?? computeServerHash(ip, port);
    const goesFirst = this.goesFirst(hash, { ip, port }, before);
    const wasPlayedOn = lack !== undefined && !goesFirst && (await places.findProof(hash, ip));
    const hasProof = lack !== undefined && (goesFirst || wasPlayedOn);
    if (lack !== undefined && !hasProof) return this.refuseFull(ip, claimed, lack);
    const place = by ? moves.placeOf(by.held, { ip, port }) : registry.joinPlaceOf(ip, port);
    const verdict = isProbed ? await reachability.check(place.ip, place.port) : undefined;
    if (verdict === 'closed') {
      this.refuse(ip, claimed, { port_closed: [refusals.closedPort(place)] }, clock.now()); // C7.7
    }
    if (hasProof) await places.makeRoom();
    const refusal = by && (await moves.move(by.key, { ip, port, name }));
    if (refusal !== undefined) this.refuse(ip, claimed, { key: [refusal] }, clock.now());
    // Meanwhile, other servers may have been accepted and moderators may have decided. A move brought its bans along.
    const now = clock.now();
    const checked = this.check(arrival, now, hasProof);
    if (checked.lack !== undefined) return this.refuseFull(ip, claimed, checked.lack);
    const accepted = this.save(arrival, checked, now, verdict === 'open' ? place : undefined);
    const server = registry.findByAddress(ip, port);
    if (server !== undefined && (wasPlayedOn || before?.isProven)) server.isProven = true;
    if (by !== undefined) registry.replace(by.held.hash, accepted.hash);
    return accepted;
  }

  private goesFirst(hash: string, { ip, port }: Place, before: LiveServer | undefined): boolean {
    const { clock, registry, places } = this.ports;
    // A server that moves frees its old place.
    return (
      before !== undefined ||
      places.isProven(registry.findByAddress(ip, port), clock.now()) ||
      places.goesFirst(hash, ip, clock.now())
    );
  }

  private refuseFull(ip: string, claimed: Claimed, lack: Lack): never {
    return this.refuse(ip, claimed, { full: [refusals.full(lack)] }, this.ports.clock.now());
  }

  /** Saves a hidden server as a private one, and answers with the reason. */
  private save(
    { beat, ip, sequence, held }: Arrival,
    { known, hiding }: Checked,
    now: number,
    openPlace?: Place,
  ): AcceptedHeartbeat {
    const { registry, places, log, rules, limits } = this.ports;
    const isNew = known === undefined || !registry.isLive(known, now);
    const isKeyed = held !== undefined;
    if (isKeyed && isNew && registry.countLive(ip) >= limits.serversPerAddress) {
      const unclaimed = places.findUnclaimedOn(ip);
      if (unclaimed !== undefined) registry.drop(unclaimed);
    }
    if (hiding !== undefined && beat.public) {
      const { reason, sentence } = hiding;
      const hidden = registry.save({ ...beat, public: false }, ip, sequence, known, now);
      this.counts.hidden[reason] += 1;
      log.hidden(hidden, reason, sentence, now);
      return { hash: hidden.listing.hash, remark: sentence };
    }
    const server = registry.save(beat, ip, sequence, known, now);
    if (isKeyed) server.keyedAt = now;
    if (known === undefined && hiding === undefined) rules().clear(server, beat.name);
    if (openPlace !== undefined) registry.recordProbe(server, true, openPlace);
    this.counts.accepted += 1;
    log.accepted(server, now);
    return { hash: server.listing.hash };
  }
}
