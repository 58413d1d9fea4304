// The rules that heartbeats are checked against: which are refused, and which servers stay out of the public list.

import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { quoteSeen } from '../../lib/text.ts';
import { describeFiltering, describeUnlisting } from '../heartbeat-complaints.ts';
import type { HidingReason } from '../heartbeat-log.ts';
import { computeServerHash } from '../server-hash.ts';
import { createBanList } from './ban-list.ts';
import { createNameFilter } from './name-filter.ts';
import type { Ban, FilterWord, UnlistedServer } from './ports.ts';

/** Why a server is kept out of the public list: a moderator unlisted it, or a word in its name. */
export interface Hiding {
  reason: HidingReason;
  /** The sentence for its operator. */
  sentence: string;
}

/** The result of checking a heartbeat. */
export interface ModerationVerdict {
  /** Why it is refused. */
  banned: string | undefined;
  /** Why its server is not in the public list, where it is not refused. */
  hiding: Hiding | undefined;
}

/** Where a heartbeat comes from, and the name in it. */
export interface CheckedHeartbeat {
  ip: string;
  port: number;
  name: string;
}

/** What the check reads of a server that is known already, and where it notes its result. */
export interface CheckedServer {
  readonly listing: { readonly hash: string };
  clearedBy: Rules | undefined;
  clearedName: string;
}

/** Everything that moderators decided about which servers may be listed. */
export interface Rules {
  /** Whether there are no rules, so that no server is refused or kept out. */
  readonly isEmpty: boolean;
  /** Why all heartbeats of an address are refused. */
  findAddressBan(ip: string, now: number): string | undefined;
  /** The ban on the server of this hash itself, not on its address or name. */
  findServerBan(hash: string, now: number): Ban | undefined;
  /**
   * Checks a heartbeat. A server that passed is not checked again until its name or the rules change:
   * a rule can expire by itself, but none begins by itself.
   */
  check(beat: CheckedHeartbeat, known: CheckedServer | undefined, now: number): ModerationVerdict;
}

const ALLOWED: ModerationVerdict = { banned: undefined, hiding: undefined };

/** Compiles the rules. */
export function createRules(decided: {
  bans: readonly Ban[];
  unlisted: readonly UnlistedServer[];
  words: readonly FilterWord[];
}): Rules {
  const bans = createBanList(decided.bans);
  const findWord = createNameFilter(decided.words);
  const unlisted = new Map(decided.unlisted.map(({ hash, reason }) => [hash, reason]));

  function findBan({ ip, port, name }: CheckedHeartbeat, hash: () => string, now: number) {
    return (
      bans.findForAddress(ip, now) ??
      bans.findForServer(hash, `${ip}:${port}`, now) ??
      bans.findForName(name, now)
    );
  }

  function findHiding(name: string, hash: () => string): Hiding | undefined {
    const reason = unlisted.size === 0 ? undefined : unlisted.get(hash());
    if (reason !== undefined) {
      const sentence = describeUnlisting(quoteSeen(reason, MAX_REASON_LENGTH));
      return { reason: 'unlisted', sentence };
    }
    const word = findWord(name);
    if (word === undefined) return undefined;
    const sentence = describeFiltering(quoteSeen(name), quoteSeen(word));
    return { reason: 'filtered', sentence };
  }

  const rules: Rules = {
    isEmpty: [decided.bans, decided.unlisted, decided.words].every(({ length }) => length === 0),
    findAddressBan: (ip, now) => bans.findForAddress(ip, now),
    findServerBan: bans.findServerBan,
    check(beat, known, now) {
      if (known?.clearedBy === rules && known.clearedName === beat.name) return ALLOWED;
      const hash = () => known?.listing.hash ?? computeServerHash(beat.ip, beat.port);
      const banned = findBan(beat, hash, now);
      if (banned !== undefined) return { banned, hiding: undefined };
      const hiding = findHiding(beat.name, hash);
      if (hiding !== undefined) return { banned: undefined, hiding };
      if (known !== undefined) {
        known.clearedBy = rules;
        known.clearedName = beat.name;
      }
      return ALLOWED;
    },
  };
  return rules;
}
