// What moderators and operators decided, reloaded and compiled for the check of each heartbeat: bans, unlisted servers, filtered words.

import { createAddressRanges } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatEnd } from '../../lib/moment.ts';
import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { quoteSeen } from '../../lib/text.ts';
import type { Claim } from '../claims/ports.ts';
import type { HidingReason } from '../heartbeat-log.ts';
import type { LiveServer } from '../live-server.ts';
import type { ServerLimits } from '../ports.ts';
import type { DecidedPlace, Registry } from '../registry.ts';
import { computeServerHash } from '../server-hash.ts';
import { compilePattern, createNameFilter, foldName, toFilterWords } from './name-filter.ts';
import type { Ban, FilterWord, ModerationStore, UnlistedServer } from './ports.ts';

/** The decisions of moderators that are reloaded. */
export type ReloadedModeration = Pick<
  ModerationStore,
  'listFeatured' | 'listBans' | 'listUnlisted' | 'listCountries' | 'listFilterWords'
>;

/** Why a server is kept out of the public list: a moderator unlisted it, or a word in its name. */
export interface Hiding {
  reason: HidingReason;
  /** The sentence for its operator. */
  sentence: string;
}

/** The result of a check. */
interface Verdict {
  /** Why the heartbeat is refused. */
  banned: string | undefined;
  /** Why its server is not in the public list, where it is not refused. */
  hiding: Hiding | undefined;
}

/** What the check reads of a server that is known already, and where it notes its result. */
export interface CheckedServer {
  readonly listing: { readonly hash: string };
  clearedBy: object | undefined;
  clearedName: string;
}

/** The compiled rules. */
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
  check(
    beat: { ip: string; port: number; name: string },
    known: CheckedServer | undefined,
    now: number,
  ): Verdict;
  /** Notes that a server passed with this name, where the check was made before it was known. */
  clear(server: CheckedServer, name: string): void;
}

const ALLOWED: Verdict = { banned: undefined, hiding: undefined };

/** There are no rules until the first reload. */
export function createModerationReload(ports: {
  clock: Clock;
  registry: Registry;
  moderation: ReloadedModeration;
  /** Words of the name filter in addition to the stored ones. A reload throws `invalid` when one cannot be used. */
  limits: Pick<ServerLimits, 'filteredWords'>;
  claims: { readonly all: ReadonlyMap<string, Claim>; load(): Promise<void> };
}) {
  const { clock, registry, moderation, claims } = ports;
  let rules = createRules({ bans: [], unlisted: [], words: [] });
  let featured: ReadonlySet<string> = new Set();
  let setCountries: readonly { hash: string; country: string }[] = [];

  /** The place that a claim names, unless it is on a banned address. */
  function placeOf({ joinIp, joinPort }: Claim, now: number): DecidedPlace | undefined {
    if (joinPort === null) return undefined;
    if (joinIp !== null && rules.findAddressBan(joinIp, now) !== undefined) return undefined;
    return { ip: joinIp ?? undefined, port: joinPort };
  }

  /** Passes what moderators and operators decided about single servers to the registry. */
  function decide(now: number): void {
    const countries = new Map<string, string>();
    const joinPlaces = new Map<string, DecidedPlace>();
    for (const [hash, claim] of claims.all) {
      if (claim.country !== null) countries.set(hash, claim.country);
      const place = placeOf(claim, now);
      if (place !== undefined) joinPlaces.set(hash, place);
    }
    // A decision of moderators overrides one of operators.
    for (const { hash, country } of setCountries) countries.set(hash, country);
    registry.applyDecisions({ featured, countries, joinPlaces });
  }

  return {
    /** The present rules. */
    rules: () => rules,
    /** Reloads what operators decided. The rules stay, so that no server has to be checked again. */
    async reloadClaims() {
      await claims.load();
      decide(clock.now());
    },
    /** Reloads everything. Banned servers are removed, unlisted ones hidden, and listings changed as decided. */
    async reload() {
      const [featuredHashes, bans, unlisted, countries, words] = await Promise.all([
        moderation.listFeatured(),
        moderation.listBans(),
        moderation.listUnlisted(),
        moderation.listCountries(),
        moderation.listFilterWords(),
        claims.load(),
      ]);
      const now = clock.now();
      const configuredWords = toFilterWords(ports.limits.filteredWords);
      rules = createRules({ bans, unlisted, words: [...configuredWords, ...words] });
      featured = new Set(featuredHashes);
      setCountries = countries;
      decide(now);
      if (rules.isEmpty) return;
      const check = (server: LiveServer) => rules.check(server.listing, server, now);
      registry.dropWhere((server) => check(server).banned !== undefined);
      registry.hideWhere((server) => check(server).hiding !== undefined);
    },
  };
}

/** Compiles the rules. */
function createRules(decided: {
  bans: readonly Ban[];
  unlisted: readonly UnlistedServer[];
  words: readonly FilterWord[];
}): Rules {
  const bans = createBanList(decided.bans);
  const findWord = createNameFilter(decided.words);
  const unlisted = new Map(decided.unlisted.map(({ hash, reason }) => [hash, reason]));

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
    findAddressBan: bans.findForAddress,
    findServerBan: bans.findServerBan,
    check({ ip, port, name }, known, now) {
      if (known?.clearedBy === rules && known.clearedName === name) return ALLOWED;
      const hash = () => known?.listing.hash ?? computeServerHash(ip, port);
      const banned =
        bans.findForAddress(ip, now) ??
        bans.findForServer(hash, `${ip}:${port}`, now) ??
        bans.findForName(name, now);
      if (banned !== undefined) return { banned, hiding: undefined };
      const hiding = findHiding(name, hash);
      if (hiding !== undefined) return { banned: undefined, hiding };
      if (known !== undefined) rules.clear(known, name);
      return ALLOWED;
    },
    clear(server, name) {
      server.clearedBy = rules;
      server.clearedName = name;
    },
  };
  return rules;
}

/** Compiles the bans. Each search returns the sentence for the operator; a ban stops counting when it expires. */
export function createBanList(bans: readonly Ban[]) {
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
    findServerBan,
    findForAddress(ip: string, now: number): string | undefined {
      if (each.length === 0 || !all.contains(ip)) return undefined;
      const found = each.find(({ ban, ranges }) => counts(ban, now) && ranges.contains(ip));
      return found && describe(ip, found.ban);
    },
    findForName(name: string, now: number): string | undefined {
      if (named.length === 0) return undefined;
      const folded = foldName(name);
      const found = named.find(({ ban, fits }) => counts(ban, now) && fits(folded));
      return found && describe(`The name "${quoteSeen(name)}"`, found.ban);
    },
    /** `hash` is called only when some server is banned by its hash. */
    findForServer(hash: () => string, place: string, now: number): string | undefined {
      if (byHash.size === 0) return undefined;
      const ban = findServerBan(hash(), now);
      return ban && describe(`The server ${place}`, ban);
    },
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

/** What the operator of an unlisted server reads; the reason is shown as it is. */
export function describeUnlisting(reason: string): string {
  return `Your server is kept off the public list by the moderators of this site, and players can only join it by its address: ${reason}`;
}

/** The same of a server whose name has a filtered word; both are shown as they are. */
export function describeFiltering(name: string, word: string): string {
  return `Your server is kept off the public list, and players can only join it by its address, because its name "${name}" contains the word "${word}". Rename it.`;
}
