// The bans as heartbeats are judged by them: made ready once, asked often.

import { createAddressRanges } from '../../lib/address.ts';
import { formatEnd } from '../../lib/moment.ts';
import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { quoteSeen } from '../../lib/text.ts';
import { compilePattern, foldName } from './name-pattern.ts';
import type { Ban } from './ports.ts';

/** Finds the sentence that the operator of a banned server is told. */
export interface BanList {
  findForAddress(ip: string, now: number): string | undefined;
  findForName(name: string, now: number): string | undefined;
  /** `hash` is only asked for where a server is banned by it. */
  findForServer(hash: () => string, place: string, now: number): string | undefined;
}

/** Makes the list ready. A ban that expires stops counting by itself. */
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
      const ban = byHash.get(hash());
      return ban && counts(ban, now) ? describe(`The server ${place}`, ban) : undefined;
    },
  };
}

/** Whether a ban still counts, or has expired. */
function counts({ expiresAt }: Ban, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}

// Told in the same words for as long as the ban lasts, since game servers show an answer once.
function describe(what: string, { reason, expiresAt }: Ban): string {
  const until = expiresAt === null ? '' : ` until ${formatEnd(expiresAt)} UTC`;
  return `${what} is banned${until}: ${quoteSeen(reason, MAX_REASON_LENGTH)}`;
}
