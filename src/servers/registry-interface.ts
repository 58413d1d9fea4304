// What the registry of live servers does for the rest of its room, and tells.

import type { ClockChange } from '../lib/steady-clock.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Listing, LiveServer } from './live-server.ts';
import type { Decisions, Place } from './moderation/decisions.ts';
import type { ServerBatch, StoredServer } from './ports.ts';
import type { ServerIndex } from './server-index.ts';

/** Told when servers come and go, and when the public list has to show something else. */
export interface RegistryEvents {
  changed(): void;
  appeared(listing: Listing): void;
  left(listing: Listing): void;
  /** The server sends its heartbeats from another address by now. */
  relocated(before: Listing, after: Listing): void;
}

/** Numbers that grow when something changed that a list must show. */
export interface Revisions {
  /** What the public list shows. */
  visible: number;
  /** What only logged-in players are shown: salts. */
  secret: number;
}

/** The registry. Times are milliseconds since the Unix epoch, hashes in lower case. */
export interface Registry
  extends Pick<ServerIndex, 'findByAddress' | 'findByJoinPlace' | 'isTaken'> {
  readonly revisions: Revisions;
  /** Takes in what the store held. Call it once, before the first beat. */
  load(stored: readonly StoredServer[], pauseMs: number): void;
  /** The server of this hash while it is live. */
  findLive(hash: string): LiveServer | undefined;
  /** `now` spares a reading of the clock where the caller has one. */
  isLive(server: LiveServer, now?: number): boolean;
  /** All live servers, public and private, in no particular order. */
  listLive(): LiveServer[];
  /** How many live servers an address has, private ones counted. */
  countLive(ip: string): number;
  /** Writes a heartbeat down. Returns the server. */
  save(beat: Heartbeat, ip: string, sequence: number, now?: number): LiveServer;
  /** Writes down what a port check found; nothing where `tried` is not where players join by now. */
  recordProbe(server: LiveServer, isOpen: boolean, tried?: Place): void;
  /** Lets go of servers that went stale, and finds those that moved; returns how many went stale. */
  sweep(): number;
  /** Drops every server that the test names. */
  dropWhere(isDropped: (server: LiveServer) => boolean): void;
  /** Takes every public server that the test names out of the public list, as if it had said so. */
  hideWhere(isHidden: (server: LiveServer) => boolean): void;
  /** Shows what was decided from now on. */
  decide(decisions: Decisions): void;
  /** Where players join the server whose heartbeats come from here. */
  joinPlaceOf(ip: string, port: number): Place;
  /** Looks up the country of every server anew. */
  refreshCountries(): void;
  /** Moves what is kept along with the wall clock, so that nobody goes stale or young by its step. */
  adjustClock(change: ClockChange): void;
  /** Everything that changed since the last batch; a failed one is given back with `restoreBatch`. */
  takeBatch(): ServerBatch;
  restoreBatch(batch: ServerBatch): void;
}
