// Reloads the decisions of moderators and operators, and compiles them for the check of each heartbeat.

import { MAX_REASON_LENGTH } from '../../platform/input/plain-line.ts';
import { createAddressRanges, listAddresses } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { formatEnd } from '../../platform/lib/moment.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import type { Claim, ClaimsOf } from '../claims/index.ts';
import {
  computeServerHash,
  type HidingReason,
  type LiveServer,
  type Registry,
} from '../registry/index.ts';
import type { Ban, BanKind, FilterWord, ModerationStore, ServerMark } from './moderation-ports.ts';
import { compileNamePattern, createNameFilter, foldName, toFilterWords } from './name-filter.ts';
import type { FilterSettings } from './settings.ts';

/** Other sites list no addresses, so a ban of an address compares the hashes of its usual ports. */
const USUAL_PORTS = Array.from({ length: 10 }, (_, index) => 25_565 + index);
/** How many banned addresses are compared by hash. Hashing takes about 15 ms, once for new rules. */
const MAX_HASHED = 2_048;

/** The moderators' decisions that are reloaded. */
export type ReloadedModeration = Pick<
  ModerationStore,
  'listMarks' | 'listBans' | 'listFilterWords'
>;

/** Why a server is kept out of the public list: a moderator unlisted it, or its name contains a filtered word. */
export interface Hiding {
  reason: HidingReason;
  /** The sentence for the server's operator. */
  sentence: string;
}

/** Why a heartbeat is refused, or else why its server is not in the public list. */
interface Verdict {
  banned: string | undefined;
  hiding: Hiding | undefined;
}

export type Rules = ReturnType<typeof createRules>;

const ALLOWED: Verdict = { banned: undefined, hiding: undefined };

/** Creates the reload. There are no rules until the first reload. */
export function createModerationReload(ports: {
  clock: Clock;
  registry: Registry;
  moderation: ReloadedModeration;
  /** A reload throws `invalid` when one of these words cannot be used. */
  limits: FilterSettings;
  claims: {
    readonly all: ReadonlyMap<string, Claim>;
    load(of?: ClaimsOf): Promise<string[]>;
  };
}) {
  const { clock, registry, moderation, claims } = ports;
  let rules = createRules({ bans: [], unlisted: [], words: [] });
  let featured: ReadonlySet<string> = new Set();
  let setCountries: ReadonlyMap<string, string> = new Map();
  let countries = new Map<string, string>();
  let joinPlaces = new Map<string, { ip: string | undefined; port: number }>();
  /** Reads the current claims, so that a change of one claim is no new decision about all servers. */
  const claimed = {
    get size() {
      return claims.all.size;
    },
    has: (hash: string) => claims.all.has(hash),
  };

  /** Decides about a server. Moderators' decisions override those of its operator. */
  function decideOn(hash: string, now: number): void {
    const { country = null, joinIp = null, joinPort = null } = claims.all.get(hash) ?? {};
    const shown = setCountries.get(hash) ?? country;
    if (shown === null) countries.delete(hash);
    else countries.set(hash, shown);
    const isBanned = joinIp !== null && rules.findAddressBan(joinIp, now) !== undefined;
    if (joinPort === null || isBanned) joinPlaces.delete(hash);
    else joinPlaces.set(hash, { ip: joinIp ?? undefined, port: joinPort });
  }

  /** Passes decisions about single servers to the registry. */
  function decide(now: number): void {
    countries = new Map();
    joinPlaces = new Map();
    for (const hash of claims.all.keys()) decideOn(hash, now);
    for (const hash of setCountries.keys()) decideOn(hash, now);
    registry.applyDecisions({ featured, claimed, countries, joinPlaces });
  }

  return {
    rules: () => rules,
    /** Keeps the rules, so that no server has to be checked again. */
    async reloadClaims(of?: ClaimsOf) {
      const hashes = await claims.load(of);
      const now = clock.now();
      if (of === undefined) {
        decide(now);
        return;
      }
      for (const hash of hashes) decideOn(hash, now);
      for (const hash of hashes) registry.redecide(hash);
    },
    /**
     * Reloads everything, but only the named claims. Removes banned servers, hides unlisted ones, and changes listings
     * as decided.
     */
    async reload(of?: ClaimsOf) {
      const [featuredMarks, bans, unlisted, countryMarks, words] = await Promise.all([
        moderation.listMarks('featured'),
        moderation.listBans(),
        moderation.listMarks('unlisted'),
        moderation.listMarks('country'),
        moderation.listFilterWords(),
        claims.load(of),
      ]);
      const now = clock.now();
      const configuredWords = toFilterWords(ports.limits.filteredWords);
      rules = createRules({ bans, unlisted, words: [...configuredWords, ...words] });
      featured = new Set(featuredMarks.map(({ hash }) => hash));
      setCountries = new Map(countryMarks.map(({ hash, value }) => [hash, value]));
      decide(now);
      if (rules.isEmpty) return;
      const check = (server: LiveServer) => rules.check(server.listing, server, now);
      registry.dropWhere((server) => check(server).banned !== undefined);
      registry.hideWhere((server) => check(server).hiding !== undefined);
    },
  };
}

function createRules(decided: {
  bans: readonly Ban[];
  unlisted: readonly ServerMark[];
  words: readonly FilterWord[];
}) {
  const findBan = createBanSearch(decided.bans);
  const findWord = createNameFilter(decided.words);
  const unlisted = new Map(decided.unlisted.map(({ hash, value }) => [hash, value]));

  function findHiding(name: string, hash: () => string): Hiding | undefined {
    const why = unlisted.size === 0 ? undefined : unlisted.get(hash());
    if (why !== undefined) {
      return { reason: 'unlisted', sentence: unlistedMessage(quoteSeen(why, MAX_REASON_LENGTH)) };
    }
    const word = findWord(name);
    if (word === undefined) return undefined;
    return { reason: 'filtered', sentence: filteredMessage(quoteSeen(name), quoteSeen(word)) };
  }

  /** The mark of servers that passed these rules. */
  const passed = {};

  /** Marks a server as passed with this name, for a check that ran before the server was known. */
  function clear(server: LiveServer, name: string): void {
    server.clearedBy = passed;
    server.clearedName = name;
  }

  /**
   * Checks a heartbeat. A server that passed is not checked again until its name or the rules change: a rule can expire
   * by itself, but none begins by itself.
   */
  function check(
    { ip, port, name }: { ip: string; port: number; name: string },
    known: LiveServer | undefined,
    now: number,
  ): Verdict {
    if (known?.clearedBy === passed && known.clearedName === name) return ALLOWED;
    const hash = () => known?.listing.hash ?? computeServerHash(ip, port);
    const ban = findBan({ ip, name, hash }, now);
    if (ban !== undefined)
      return { banned: banMessage(ban, { ip, port, name }), hiding: undefined };
    const hiding = findHiding(name, hash);
    if (hiding !== undefined) return { banned: undefined, hiding };
    if (known !== undefined) clear(known, name);
    return ALLOWED;
  }

  let addresses: ReadonlyMap<string, string> | undefined;

  /** Whether the rules hide a server of another site. */
  function keepsOut({ name, hash: of }: { name: string; hash: string }, now: number): boolean {
    const hash = () => of;
    addresses ??= hashAddresses(decided.bans);
    const ip = addresses.get(of);
    const ban = findBan({ name, hash, ...(ip !== undefined && { ip }) }, now);
    return ban !== undefined || findHiding(name, hash) !== undefined;
  }

  return {
    keepsOut,
    isEmpty: [decided.bans, decided.unlisted, decided.words].every(({ length }) => length === 0),
    findAddressBan(ip: string, now: number): string | undefined {
      const ban = findBan({ ip }, now);
      return ban && banMessage(ban, { ip });
    },
    /** The ban that keeps a server away. Without known past, only bans of the hash itself count. */
    findBan: (hash: string, past: Pick<Banned, 'ip' | 'name'> | undefined, now: number) =>
      findBan({ ...(past && { ip: past.ip, name: past.name }), hash: () => hash }, now),
    check,
    clear,
  };
}

/** The banned addresses by the hashes of servers on them. */
function hashAddresses(bans: readonly Ban[]): Map<string, string> {
  const ips = new Set<string>();
  for (const { kind, subject } of bans) {
    if (kind !== 'range') continue;
    for (const ip of listAddresses(subject, MAX_HASHED - ips.size)) ips.add(ip);
  }
  const hashes = (ip: string) =>
    USUAL_PORTS.map((port) => [computeServerHash(ip, port), ip] as const);
  return new Map([...ips].flatMap(hashes));
}

/** Whether a ban has ended by itself; times in milliseconds since the Unix epoch. */
export const hasBanEnded = ({ expiresAt }: Pick<Ban, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Searches the unexpired bans: those of addresses first, then of servers, then of names. */
export function createBanSearch(bans: readonly Ban[]) {
  const of = (kind: BanKind) => bans.filter((ban) => ban.kind === kind);
  const all = createAddressRanges(of('range').map(({ subject }) => subject));
  const ranged = of('range').map((ban) => ({ ban, ranges: createAddressRanges([ban.subject]) }));
  const named = of('name').map((ban) => ({ ban, fits: compileNamePattern(ban.subject) }));
  const byHash = new Map(of('server').map((ban) => [ban.subject, ban]));

  /** Compares only the given fields. Calls `hash` only when some server is banned by its hash. */
  return ({ ip, name, hash }: Partial<Banned>, now: number): Ban | undefined => {
    const counts = ({ ban }: { ban: Ban }) => !hasBanEnded(ban, now);
    if (ip !== undefined && ranged.length > 0 && all.contains(ip)) {
      const found = ranged.find((one) => counts(one) && one.ranges.contains(ip));
      if (found !== undefined) return found.ban;
    }
    const ban = hash !== undefined && byHash.size > 0 ? byHash.get(hash()) : undefined;
    if (ban !== undefined && counts({ ban })) return ban;
    if (name === undefined || named.length === 0) return undefined;
    const forms = foldName(name);
    return named.find((one) => counts(one) && one.fits(forms))?.ban;
  };
}

interface Banned {
  ip: string;
  name: string;
  hash: () => string;
}

/** The sentence for the operator of a banned server. It stays the same, because game servers show an answer once. */
export function banMessage(
  { kind, reason, expiresAt }: Ban,
  { ip, port, name }: { ip: string; port?: number; name?: string },
): string {
  const what = {
    range: ip,
    name: `The name "${quoteSeen(name ?? '')}"`,
    server: `The server ${ip}:${port}`,
  }[kind];
  const until = expiresAt === null ? '' : ` until ${formatEnd(expiresAt)} UTC`;
  return `${what} is banned${until}: ${quoteSeen(reason, MAX_REASON_LENGTH)}`;
}

export function unlistedMessage(reason: string): string {
  return `Your server is kept off the public list by the moderators of this site, and players can only join it by its address: ${reason}`;
}

export function filteredMessage(name: string, word: string): string {
  return `Your server is kept off the public list, and players can only join it by its address, because its name "${name}" contains the word "${word}". Rename it.`;
}
