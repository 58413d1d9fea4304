// Reloads what moderators and operators decided, for the rules of heartbeats and for the registry.

import type { Clock } from '../../lib/clock.ts';
import type { Claim } from '../claims/ports.ts';
import type { LiveServer } from '../live-server.ts';
import type { ServerLimits } from '../ports.ts';
import type { Registry } from '../registry.ts';
import type { DecidedPlace } from './decisions.ts';
import { toFilterWords } from './name-filter.ts';
import type { ModerationStore } from './ports.ts';
import { createRules, type Rules } from './rules.ts';

/** The decisions of moderators that are reloaded. */
export type ReloadedModeration = Pick<
  ModerationStore,
  'listFeatured' | 'listBans' | 'listUnlisted' | 'listCountries' | 'listFilterWords'
>;

/** The decisions that heartbeats are checked against. */
export interface ModerationReload {
  /** The present rules. */
  rules(): Rules;
  /** Reloads everything. Banned servers are removed, unlisted ones hidden, and listings changed as decided. */
  reload(): Promise<void>;
  /** Reloads what operators decided. The rules stay, so that no server has to be checked again. */
  reloadClaims(): Promise<void>;
}

/** There are no rules until the first reload. */
export function createModerationReload(ports: {
  clock: Clock;
  registry: Registry;
  moderation: ReloadedModeration;
  /** Words of the name filter in addition to the stored ones. A reload throws `invalid` when one cannot be used. */
  limits: Pick<ServerLimits, 'filteredWords'>;
  claims: { readonly all: ReadonlyMap<string, Claim>; load(): Promise<void> };
}): ModerationReload {
  const { clock, registry, moderation, claims } = ports;
  let rules = createRules({ bans: [], unlisted: [], words: [] });
  let decidedByHand: {
    featured: ReadonlySet<string>;
    countries: readonly { hash: string; country: string }[];
  } = { featured: new Set(), countries: [] };

  /** The place that a claim names; `null` when it names none, or one on a banned address. */
  function placeOf({ joinIp, joinPort }: Claim, now: number): DecidedPlace | null {
    if (joinPort === null) return null;
    if (joinIp !== null && rules.findAddressBan(joinIp, now) !== undefined) return null;
    return { ip: joinIp ?? undefined, port: joinPort };
  }

  /** Passes what moderators and operators decided about single servers to the registry. */
  function decide(now: number): void {
    const { featured, countries } = decidedByHand;
    registry.decide({
      featured,
      // A decision of moderators overrides one of operators.
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

/** One property of claims by hash, without those where it is `null`. */
function pick<Value>(
  claims: ReadonlyMap<string, Claim>,
  read: (claim: Claim) => Value | null,
): [string, Value][] {
  return [...claims].flatMap(([hash, claim]): [string, Value][] => {
    const value = read(claim);
    return value === null ? [] : [[hash, value]];
  });
}
