// What the rest of the house may ask of the room of servers.

import type { ClockChange } from '../lib/steady-clock.ts';
import type { Announce } from './announce.ts';
import type { ServerClaims } from './claims/claims.ts';
import type { Claim } from './claims/ports.ts';
import type { PublicAddresses } from './claims/public-address.ts';
import type { History } from './history/history.ts';
import type { Listing } from './live-server.ts';
import type { ServerReports } from './moderation/reports.ts';
import type { OperatorReports } from './operator-report.ts';
import type { Player, PlayerLists } from './player-list.ts';
import type { PublicList } from './public-list.ts';
import type { ReadyList } from './ready-list.ts';

/** A live server as a lookup shows it. */
export interface FoundServer {
  listing: Listing;
  uptimeSeconds: number;
  isPublic: boolean;
  /**
   * Set when it sends its heartbeats from another address by now, and is left out of the list: the
   * hash that it is listed under, where it is.
   */
  relocation: { hash: string | undefined } | undefined;
  /** What its operator says about it, once it was claimed. */
  claim: Claim | undefined;
  /** For a logged-in player; empty while the account is not verified. */
  mppassFor(player: Player): string;
}

/** Live servers, the players on public ones, and how many heartbeats were right since the start. */
export interface ServersCount {
  publicServers: number;
  privateServers: number;
  players: number;
  heartbeats: number;
}

/** The room, once it is open. Hashes are in lower case. */
export interface Servers {
  announce: Announce;
  /** The public list, ready to be sent. */
  list: Pick<ReadyList, 'prepareEncodings' | 'rendition' | 'settled'>;
  playerLists: PlayerLists;
  /** The public servers as the ready list last showed them, best first; the same object until it is made anew. */
  listPublic(): PublicList;
  /** Has `listener` told whenever the list was made anew; the answer calls it off. */
  onListMade(listener: () => void): () => void;
  /** How many players there were. */
  history: History;
  /** What operators do with servers that they showed to be theirs. */
  claims: ServerClaims;
  /** Where players join claimed servers whose heartbeats come from elsewhere. */
  publicAddresses: PublicAddresses;
  /** What players report to moderators. */
  reports: ServerReports;
  /** What operators are told about the heartbeats from their own address. */
  operatorReports: OperatorReports;
  /** The live server of this lower-case hash, private ones included, uptime exact. */
  findServer(hash: string): FoundServer | undefined;
  /** The address of a live server that says `web`, public or private: what a relay may reach. */
  findRelayTarget(ip: string, port: number): Pick<Listing, 'ip' | 'port'> | undefined;
  /** How much there is of everything at this moment. */
  count(): ServersCount;
  /** Reads anew what moderators and operators decided. */
  reloadModeration(): Promise<void>;
  /** Lets go of claims whose account is gone, and takes new names of their owners. */
  reloadClaims(): Promise<void>;
  /** Lets go of stale servers. */
  sweep(): void;
  /** Tries the ports that are due, without waiting for what comes of it. */
  checkDuePorts(): void;
  /** Looks up the country of every server anew. */
  refreshCountries(): void;
  /** Goes along with the wall clock, right after `clock` did. */
  adjustClock(change: ClockChange): void;
  /** Saves what changed. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}
