// What each address sent within the last hour and what became of it, so that operators can be told.

import type { Clock } from '../lib/clock.ts';
import { cleanText, cutText } from '../lib/text.ts';
import type { RawHeartbeat } from './heartbeat.ts';
import type { LiveServer } from './live-server.ts';

const KEPT_MS = 60 * 60_000;
const HEARTBEATS_PER_ADDRESS = 20;
const CHECKS_PER_ADDRESS = 20;
const NAME_LIMIT = 64;
const PORT_LIMIT = 20;
/** Far over what is shown, and far under what a stranger may send. */
const CLEANED_LIMIT = 256;
const PORT_NUMBER = /^\d{1,5}$/;

/** Why a heartbeat was refused; it may be for several reasons at once. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Every such reason, in the order in which they are told. */
export const REFUSAL_REASONS = [
  'fields',
  'banned',
  'crowded',
  'port_closed',
  'too_many',
  'family',
] as const;

/** Why a server that was accepted is kept out of the list. */
export type HidingReason = 'unlisted' | 'filtered';

/** Equal heartbeats in a row, as one. Times are milliseconds since the Unix epoch. */
export interface LoggedHeartbeat {
  /** As claimed, cleaned and cut; empty when there was none. */
  readonly name: string;
  readonly port: string;
  readonly outcome: 'listed' | 'private' | 'hidden' | 'refused';
  readonly reasons: readonly (RefusalReason | HidingReason)[];
  /** What the game server was answered. */
  readonly sentences: readonly string[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
  /** Whether no other kind of heartbeat for the same port came later. */
  readonly isLatest: boolean;
}

/** What the last check of a port found. */
export interface PortCheck {
  isOpen: boolean;
  at: number;
}

/** All that is kept of one address. */
export interface AddressLog {
  /** The latest first. */
  beats: readonly LoggedHeartbeat[];
  /** By port. */
  checks: ReadonlyMap<number, PortCheck>;
}

/** The log. It tells an address of itself alone. */
export interface HeartbeatLog {
  /** Notes an accepted heartbeat. One like the last costs next to nothing. */
  accepted(server: LiveServer, now: number): void;
  /** Notes an accepted one whose server is kept out of the list. */
  hidden(server: LiveServer, reason: HidingReason, sentence: string, now: number): void;
  /** Notes a refused one; of what it claimed, name and port are looked at and nothing else. */
  refused(
    ip: string,
    claimed: Pick<RawHeartbeat, 'name' | 'port'>,
    reasons: readonly RefusalReason[],
    sentences: readonly string[],
    now: number,
  ): void;
  checked(ip: string, port: number, isOpen: boolean): void;
  /** What is kept of this address and no other. */
  read(ip: string): AddressLog;
  /** Moves every time by so many milliseconds, as the wall clock was. */
  shift(byMs: number): void;
  /** Lets go of what is older than an hour. */
  sweep(): void;
}

const NOTHING_WRONG = { reasons: [], sentences: [] };

/** A line while it may still be counted up. */
export type HeartbeatLogLine = { -readonly [Key in keyof LoggedHeartbeat]: LoggedHeartbeat[Key] };

interface Kept {
  entries: HeartbeatLogLine[];
  checks: Map<number, PortCheck>;
}

/** The port of a claim when it is one: 1 to 65535. */
export function portNumberOf(port: string): number | undefined {
  const number = PORT_NUMBER.test(port) ? Number(port) : 0;
  return number >= 1 && number <= 65_535 ? number : undefined;
}

/** An empty log. Past either limit, the addresses that came first are forgotten first. */
export function createHeartbeatLog(
  clock: Clock,
  { addressLimit = 5_000, heartbeatLimit = 20_000 } = {},
): HeartbeatLog {
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
    for (const [ip, { entries }] of byAddress) {
      for (const entry of entries) drop(entry);
      byAddress.delete(ip);
      return;
    }
  }

  /** An entry that is in the log no more must not be counted up either. */
  function drop(entry: HeartbeatLogLine): void {
    entry.isLatest = false;
    heartbeatCount -= 1;
  }

  function keepOnly(
    { entries }: Kept,
    isKept: (entry: HeartbeatLogLine) => boolean,
  ): HeartbeatLogLine[] {
    return entries.filter((entry) => {
      const keeps = isKept(entry);
      if (!keeps) drop(entry);
      return keeps;
    });
  }

  function add(
    ip: string,
    beat: Omit<HeartbeatLogLine, 'firstAt' | 'lastAt' | 'count' | 'isLatest'>,
    now: number,
  ) {
    const kept = keptOf(ip);
    for (const other of kept.entries) if (other.port === beat.port) other.isLatest = false;
    if (kept.entries.length >= HEARTBEATS_PER_ADDRESS) {
      const oldest = kept.entries.reduce((a, b) => (b.lastAt < a.lastAt ? b : a));
      kept.entries = keepOnly(kept, (entry) => entry !== oldest);
    }
    const entry: HeartbeatLogLine = {
      ...beat,
      firstAt: now,
      lastAt: now,
      count: 1,
      isLatest: true,
    };
    kept.entries.push(entry);
    heartbeatCount += 1;
    while (heartbeatCount > heartbeatLimit && byAddress.size > 1) forgetOldest();
    return entry;
  }

  /** The entry that a refused heartbeat counts up, where one is like it. */
  function findLike(
    ip: string,
    beat: Pick<HeartbeatLogLine, 'name' | 'port' | 'reasons' | 'sentences'>,
  ) {
    return byAddress.get(ip)?.entries.find(
      (entry) =>
        entry.isLatest &&
        entry.outcome === 'refused' &&
        entry.port === beat.port &&
        entry.name === beat.name &&
        // The sentence of one counts seconds down, and would make a line of each.
        (beat.reasons[0] === 'too_many'
          ? entry.reasons[0] === 'too_many'
          : entry.sentences.join('\n') === beat.sentences.join('\n')),
    );
  }

  function readKept(ip: string, now: number): Kept | undefined {
    const kept = byAddress.get(ip);
    if (kept === undefined) return undefined;
    const isFresh = (at: number) => now - at <= KEPT_MS;
    kept.entries = keepOnly(kept, (entry) => isFresh(entry.lastAt));
    for (const [port, { at }] of kept.checks) if (!isFresh(at)) kept.checks.delete(port);
    if (kept.entries.length > 0 || kept.checks.size > 0) return kept;
    byAddress.delete(ip);
    return undefined;
  }

  /** Notes a heartbeat that was taken in; one like the last of its server only counts it up. */
  function noteKept(
    server: LiveServer,
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
    accepted(server, now) {
      noteKept(server, { outcome: server.isPublic ? 'listed' : 'private', ...NOTHING_WRONG }, now);
    },
    hidden(server, reason, sentence, now) {
      noteKept(server, { outcome: 'hidden', reasons: [reason], sentences: [sentence] }, now);
    },
    refused(ip, claimed, reasons, sentences, now) {
      const name = cleanClaim(claimed.name, NAME_LIMIT);
      const port = cleanClaim(claimed.port, PORT_LIMIT);
      const like = findLike(ip, { name, port, reasons, sentences });
      if (like === undefined) {
        add(ip, { name, port, outcome: 'refused', reasons, sentences }, now);
        return;
      }
      like.sentences = sentences;
      like.lastAt = now;
      like.count += 1;
    },
    checked(ip, port, isOpen) {
      const { checks } = keptOf(ip);
      checks.delete(port);
      checks.set(port, { isOpen, at: clock.now() });
      for (const oldest of checks.keys()) {
        if (checks.size <= CHECKS_PER_ADDRESS) break;
        checks.delete(oldest);
      }
    },
    read(ip) {
      const kept = readKept(ip, clock.now());
      const entries = kept?.entries.map((entry) => ({ ...entry })) ?? [];
      return {
        // Of those of one millisecond, the one that began last comes first.
        beats: entries.reverse().sort((a, b) => b.lastAt - a.lastAt),
        checks: new Map(kept?.checks),
      };
    },
    shift(byMs) {
      for (const { entries, checks } of byAddress.values()) {
        for (const entry of entries) {
          entry.firstAt += byMs;
          entry.lastAt += byMs;
        }
        for (const check of checks.values()) check.at += byMs;
      }
    },
    sweep() {
      const now = clock.now();
      for (const ip of [...byAddress.keys()]) readKept(ip, now);
    },
  };
}

function cleanClaim(text: string | undefined, limit: number): string {
  return text === undefined ? '' : cutText(cleanText(text.slice(0, CLEANED_LIMIT)), limit);
}
