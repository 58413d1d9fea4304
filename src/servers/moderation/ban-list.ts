// The bans, compiled for checking heartbeats.

import { createAddressRanges } from '../../lib/address.ts';
import { formatEnd } from '../../lib/moment.ts';
import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { quoteSeen } from '../../lib/text.ts';
import { compilePattern, foldName } from './name-pattern.ts';
import type { Ban } from './ports.ts';

/** Finds bans. Each method returns the sentence for the operator of the banned server. */
export interface BanList {
  findForAddress(ip: string, now: number): string | undefined;
  findForName(name: string, now: number): string | undefined;
  /** `hash` is called only when some server is banned by its hash. */
  findForServer(hash: () => string, place: string, now: number): string | undefined;
  /** The ban on the server of this hash itself. */
  findServerBan(hash: string, now: number): Ban | undefined;
}

/** Compiles the list. A ban stops counting when it expires. */
export function createBanList(bans: readonly Ban[]): BanList {
  const ranged = bans.filter(({ kind }) => kind === 'range');
  const all = createAddressRanges(ranged.map(({ subject }) => subject));
  const each = ranged.map((ban) => ({ ban, ranges: createAddressRanges([ban.subject]) }));
  const named = bans
    .filter(({ kind }) => kind === 'name')
    .map((ban) => ({ ban, fits: compilePattern(ban.subject) }));
  const byHash = new Map(
    bans.filter(({ kind }) => kind === 'server').map((ban) => [ban.subject, ban]),
  );

  function findServerBan(hash: string, now: number): Ban | undefined {
    const ban = byHash.get(hash);
    return ban !== undefined && counts(ban, now) ? ban : undefined;
  }

  return {
    findForAddress(ip, now) {
      if (each.length === 0 || !all.contains(ip)) return undefined;
      const found = each.find(({ ban, ranges }) => counts(ban, now) && ranges.contains(ip));
      return found && describe(ip, found.ban);
    },
    findForName(name, now) {
      if (named.length === 0) return undefined;
      const folded = foldName(name);
      const found = named.find(({ ban, fits }) => counts(ban, now) && fits(folded));
      return found && describe(`The name "${quoteSeen(name)}"`, found.ban);
    },
    findForServer(hash, place, now) {
      if (byHash.size === 0) return undefined;
      const ban = findServerBan(hash(), now);
      return ban && describe(`The server ${place}`, ban);
    },
    findServerBan,
  };
}

/** Whether a ban has not expired. */
function counts({ expiresAt }: Ban, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}

// The sentence is the same as long as the ban lasts, since game servers show an answer once.
function describe(what: string, { reason, expiresAt }: Ban): string {
  const until = expiresAt === null ? '' : ` until ${formatEnd(expiresAt)} UTC`;
  return `${what} is banned${until}: ${quoteSeen(reason, MAX_REASON_LENGTH)}`;
}
