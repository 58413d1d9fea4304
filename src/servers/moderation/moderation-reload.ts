// Has heartbeats and lists follow what moderators and operators decided.

import type { Clock } from '../../lib/clock.ts';
import type { Claim } from '../claims/ports.ts';
import type { LiveServer } from '../live-server.ts';
import type { ServerLimits } from '../ports.ts';
import type { Registry } from '../registry.ts';
import type { DecidedPlace } from './decisions.ts';
import { toFilterWords } from './name-filter.ts';
import type { ModerationStore } from './ports.ts';
import { createRules, type Rules } from './rules.ts';

/** The decisions of moderators that are followed. */
export type ReloadedModeration = Pick<
  ModerationStore,
  'listFeatured' | 'listBans' | 'listUnlisted' | 'listCountries' | 'listFilterWords'
>;

/** The follower: what was decided, as heartbeats and lists know it. */
export interface ModerationReload {
  /** As heartbeats are judged now. */
  rules(): Rules;
  /** Reads everything anew: what is banned goes, what is kept out is hidden, the rest is shown as decided. */
  reload(): Promise<void>;
  /** Reads what operators decided anew; the rules stay, and with them who was found in order. */
  reloadClaims(): Promise<void>;
}

/** Follows nothing until it is told to reload for the first time. */
export function createModerationReload(ports: {
  clock: Clock;
  registry: Registry;
  moderation: ReloadedModeration;
  /** Words of the name filter besides the stored ones, read at each reload. Throws `invalid` for what is none. */
  limits: Pick<ServerLimits, 'filteredWords'>;
  claims: { readonly all: ReadonlyMap<string, Claim>; load(): Promise<void> };
}): ModerationReload {
  const { clock, registry, moderation, claims } = ports;
  let rules = createRules({ bans: [], unlisted: [], words: [] });
  let decidedByHand: {
    featured: ReadonlySet<string>;
    countries: readonly { hash: string; country: string }[];
  } = { featured: new Set(), countries: [] };

  /** Nobody is sent to an address that is banned. */
  function placeOf({ joinIp, joinPort }: Claim, now: number): DecidedPlace | null {
    if (joinPort === null) return null;
    if (joinIp !== null && rules.findAddressBan(joinIp, now) !== undefined) return null;
    return { ip: joinIp ?? undefined, port: joinPort };
  }

  /** Shows what moderators and operators decided about single servers. */
  function decide(now: number): void {
    const { featured, countries } = decidedByHand;
    registry.decide({
      featured,
      // What moderators say counts more than what operators do.
      countries: new Map([
        ...pick(claims.all, ({ country }) => country),
        ...countries.map(({ hash, country }) => [hash, country] as const),
      ]),
      joinPlaces: new Map(pick(claims.all, (claim) => placeOf(claim, now))),
    });
  }

  return {
    rules: () => rules,
    async reloadClaims() {
      await claims.load();
      decide(clock.now());
    },
    async reload() {
      const [featured, bans, unlisted, countries, words] = await Promise.all([
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
      decidedByHand = { featured: new Set(featured), countries };
      decide(now);
      if (rules.isEmpty) return;
      const check = (server: LiveServer) => rules.check(server.listing, server, now);
      registry.dropWhere((server) => check(server).banned !== undefined);
      registry.hideWhere((server) => check(server).hiding !== undefined);
    },
  };
}

/** What claims say in one matter, by hash; those that say nothing are left out. */
function pick<Value>(
  claims: ReadonlyMap<string, Claim>,
  read: (claim: Claim) => Value | null,
): [string, Value][] {
  return [...claims].flatMap(([hash, claim]): [string, Value][] => {
    const value = read(claim);
    return value === null ? [] : [[hash, value]];
  });
}
