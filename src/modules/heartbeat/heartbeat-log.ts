// Logs the last hour's heartbeats of each address with their results, for the reports to operators.

import { groupOfAddress, isIpv4 } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { removeOldest } from '../../platform/lib/remove-oldest.ts';
import { cleanText, cutText } from '../../platform/lib/text.ts';
import type {
  HeartbeatLogLine,
  HidingReason,
  LoggedHeartbeat,
  RefusalReason,
  ServerLimits,
} from '../registry/index.ts';
import type { RawHeartbeat } from './heartbeat-fields.ts';

const KEPT_MS = 60 * 60_000;
const LEAST_PER_ADDRESS = 20;
const CHECKS_PER_ADDRESS = 20;
const NAME_LIMIT = 64;
const PORT_LIMIT = 20;
/** Only this much of a claimed text is cleaned: far more than is shown, far less than a stranger may send. */
const CLEANED_LIMIT = 256;
/** No server is listed over IPv6, so few operators there need a report. */
const IPV6_LIMITS = { addressLimit: 500, heartbeatLimit: 2_000 };
/** As many as live servers. With fewer, each heartbeat of a crowded list would replace another server's line. */
const LIMITS = { addressLimit: 20_000, heartbeatLimit: 20_000 };

export interface PortCheck {
  isOpen: boolean;
  at: number;
}

/** The facts about a server that the log reads, and the place where it keeps the server's line. */
export interface LoggedServer {
  readonly listing: { readonly ip: string; readonly port: number; readonly name: string };
  readonly isPublic: boolean;
  logLine: HeartbeatLogLine | undefined;
}

const LISTED = { outcome: 'listed', reasons: [], sentences: [] } as const;
const PRIVATE = { ...LISTED, outcome: 'private' } as const;

interface Kept {
  entries: HeartbeatLogLine[];
  checks: Map<number, PortCheck>;
}

/** Logs heartbeats and port checks by address. A read returns only lines of the given address. */
export type HeartbeatLog = ReturnType<typeof createHeartbeatLog>;

/** IPv6 has its own log, by /64: a household has so many addresses that they would push out the IPv4 ones. */
export function createHeartbeatLog(
  clock: Clock,
  limits: Pick<ServerLimits, 'serversPerAddress'>,
  bounds: Partial<typeof LIMITS> = {},
) {
  // Two lines for each server that an address may have.
  const perAddress = () => Math.max(LEAST_PER_ADDRESS, 2 * limits.serversPerAddress);
  const overIpv4 = createFamilyLog(clock, { ...LIMITS, ...bounds, perAddress });
  const overIpv6 = createFamilyLog(clock, { ...IPV6_LIMITS, perAddress: () => LEAST_PER_ADDRESS });
  return {
    ...overIpv4,
    /** Logs a refused heartbeat. Of the claimed fields, it keeps only name and port. */
    refused(ip: string, ...what: RefusedHeartbeat): void {
      if (isIpv4(ip)) overIpv4.refused(ip, ...what);
      else overIpv6.refused(groupOfAddress(ip), ...what);
    },
    /** Everything about this address, or about its /64 if it is an IPv6 address. */
    read: (ip: string) => (isIpv4(ip) ? overIpv4.read(ip) : overIpv6.read(groupOfAddress(ip))),
    /** Moves all times by the same milliseconds as the wall clock. */
    shift(byMs: number): void {
      overIpv4.shift(byMs);
      overIpv6.shift(byMs);
    },
    sweep(): void {
      overIpv4.sweep();
      overIpv6.sweep();
    },
  };
}

/** The logged facts of a refused heartbeat, besides its address. */
export type RefusedHeartbeat = [
  claimed: Pick<RawHeartbeat, 'name' | 'port'>,
  reasons: readonly RefusalReason[],
  sentences: readonly string[],
  now: number,
];

type FamilyLimits = typeof LIMITS & { perAddress(): number };

/** The lines of one address family. When a limit is reached, the oldest addresses are removed first. */
function createLines({ addressLimit, heartbeatLimit, perAddress }: FamilyLimits) {
  const byAddress = new Map<string, Kept>();
  let heartbeatCount = 0;

  function keptOf(ip: string): Kept {
    const known = byAddress.get(ip);
    if (known !== undefined) return known;
    const kept: Kept = { entries: [], checks: new Map() };
    byAddress.set(ip, kept);
    if (byAddress.size > addressLimit) forgetOldest();
    return kept;
  }

  function forgetOldest(): void {
    removeOldest(byAddress, ({ entries }) => {
      for (const entry of entries) drop(entry);
    });
  }

  /** A server may still point to a removed line, so that line must not increase its count. */
  function drop(entry: HeartbeatLogLine): void {
    entry.isLatest = false;
    heartbeatCount -= 1;
  }

  function keepOnly(kept: Kept, isKept: (entry: HeartbeatLogLine) => boolean): void {
    for (const entry of kept.entries) if (!isKept(entry)) drop(entry);
    kept.entries = kept.entries.filter(isKept);
  }

  function add(
    ip: string,
    beat: Omit<HeartbeatLogLine, 'firstAt' | 'lastAt' | 'count' | 'isLatest'>,
    now: number,
  ) {
    const kept = keptOf(ip);
    for (const other of kept.entries) {
      if (other.port !== beat.port) continue;
      // If two programs send in turn, each keeps its line.
      if (isContested(other) === isContested(beat)) other.isLatest = false;
    }
    if (kept.entries.length >= perAddress()) {
      const oldest = kept.entries.reduce((a, b) => (b.lastAt < a.lastAt ? b : a));
      keepOnly(kept, (entry) => entry !== oldest);
    }
    const entry = { ...beat, firstAt: now, lastAt: now, count: 1, isLatest: true };
    kept.entries.push(entry);
    heartbeatCount += 1;
    while (heartbeatCount > heartbeatLimit && byAddress.size > 1) forgetOldest();
    return entry;
  }

  function readKept(ip: string, now: number): Kept | undefined {
    const kept = byAddress.get(ip);
    if (kept === undefined) return undefined;
    const isFresh = (at: number) => now - at <= KEPT_MS;
    keepOnly(kept, (entry) => isFresh(entry.lastAt));
    for (const [port, { at }] of kept.checks) if (!isFresh(at)) kept.checks.delete(port);
    if (kept.entries.length > 0 || kept.checks.size > 0) return kept;
    byAddress.delete(ip);
    return undefined;
  }

  return {
    keptOf,
    add,
    readKept,
    all: () => byAddress.entries(),
    linesOf: (ip: string): readonly HeartbeatLogLine[] => byAddress.get(ip)?.entries ?? [],
  };
}

function isLike(
  beat: Pick<HeartbeatLogLine, 'name' | 'port' | 'reasons' | 'sentences'>,
  entry: HeartbeatLogLine,
): boolean {
  return (
    entry.isLatest &&
    entry.port === beat.port &&
    entry.name === beat.name &&
    // These sentences contain seconds to wait or counts of others. Comparing them would add a line for each.
    (beat.reasons[0] === 'too_many' || beat.reasons[0] === 'full'
      ? entry.reasons[0] === beat.reasons[0]
      : entry.sentences.join('\n') === beat.sentences.join('\n'))
  );
}

function createFamilyLog(clock: Clock, limits: FamilyLimits) {
  const { keptOf, add, readKept, all, linesOf } = createLines(limits);

  /** Logs an accepted heartbeat. If it equals the last one of its server, only the count increases. */
  function logAccepted(
    server: LoggedServer,
    what: Pick<HeartbeatLogLine, 'outcome' | 'reasons' | 'sentences'>,
    now: number,
  ): void {
    const { listing, logLine: last } = server;
    if (
      last?.isLatest &&
      last.name === listing.name &&
      last.outcome === what.outcome &&
      last.sentences[0] === what.sentences[0]
    ) {
      last.lastAt = now;
      last.count += 1;
      return;
    }
    server.logLine = add(listing.ip, { name: listing.name, port: `${listing.port}`, ...what }, now);
  }

  return {
    accepted(server: LoggedServer, now: number): void {
      logAccepted(server, server.isPublic ? LISTED : PRIVATE, now);
    },
    hidden(server: LoggedServer, reason: HidingReason, sentence: string, now: number): void {
      logAccepted(server, { outcome: 'hidden', reasons: [reason], sentences: [sentence] }, now);
    },
    /** Marks the server's line: its program turned out to contest the port of another one. */
    contested({ logLine: line }: LoggedServer, sentence: string): void {
      if (line?.isLatest !== true) return;
      Object.assign(line, { outcome: 'refused', reasons: ['contested'], sentences: [sentence] });
    },
    refused(ip: string, ...[claimed, reasons, sentences, now]: RefusedHeartbeat): void {
      const name = shownName(claimed.name);
      const port = cleanClaim(claimed.port, PORT_LIMIT);
      const beat = { name, port, reasons, sentences };
      const like = linesOf(ip).find((entry) => isLike(beat, entry));
      if (like === undefined) {
        add(ip, { ...beat, outcome: 'refused' }, now);
        return;
      }
      like.sentences = sentences;
      like.lastAt = now;
      like.count += 1;
    },
    checked(ip: string, port: number, isOpen: boolean): void {
      const { checks } = keptOf(ip);
      checks.delete(port);
      checks.set(port, { isOpen, at: clock.now() });
      for (const oldest of checks.keys()) {
        if (checks.size <= CHECKS_PER_ADDRESS) break;
        checks.delete(oldest);
      }
    },
    read(ip: string) {
      const kept = readKept(ip, clock.now());
      const entries = kept?.entries.map((entry) => ({ ...entry })) ?? [];
      return {
        /** Latest first. If two lines have the same time, the one that began last comes first. */
        beats: entries.reverse().sort((a, b) => b.lastAt - a.lastAt) as readonly LoggedHeartbeat[],
        checks: new Map(kept?.checks) as ReadonlyMap<number, PortCheck>,
      };
    },
    shift(byMs: number): void {
      for (const [, { entries, checks }] of all()) {
        for (const entry of entries) {
          entry.firstAt += byMs;
          entry.lastAt += byMs;
        }
        for (const check of checks.values()) check.at += byMs;
      }
    },
    sweep(): void {
      const now = clock.now();
      for (const [ip] of [...all()]) readKept(ip, now);
    },
  };
}

/** Whether a line is of a program that is refused because another one has the port. */
export function isContested({ reasons }: Pick<LoggedHeartbeat, 'reasons'>): boolean {
  return reasons[0] === 'contested';
}

/** The claimed name, made readable for people; empty if there is none. */
export const shownName = (claimed: string | undefined) => cleanClaim(claimed, NAME_LIMIT);

function cleanClaim(text: string | undefined, limit: number): string {
  return text === undefined ? '' : cutText(cleanText(text.slice(0, CLEANED_LIMIT)), limit);
}
