// What moderators and operators decided about single servers, as lists show it: rank, country, join address.

import type { Place } from '../live-server.ts';

/** Where players join: a port, and an address when it is not the one that the heartbeats come from. */
export interface DecidedPlace {
  readonly ip: string | undefined;
  readonly port: number;
}

/** Each by the server's hash. */
export interface Decisions {
  readonly featured: ReadonlySet<string>;
  /** Countries shown instead of those of the addresses. */
  readonly countries: ReadonlyMap<string, string>;
  /** Where players join instead of where the heartbeats come from. */
  readonly joinPlaces: ReadonlyMap<string, DecidedPlace>;
}

/**
 * Where players join the server whose heartbeats come from `own`: at the decided place, unless that
 * place belongs to another server.
 */
export function decideJoinPlace(
  { joinPlaces }: Pick<Decisions, 'joinPlaces'>,
  own: Place & { hash: string },
  isTaken: (ip: string, port: number, byOthersThan: string) => boolean,
): Place {
  const { hash, ip, port } = own;
  const decided = joinPlaces.get(hash);
  if (decided === undefined) return { ip, port };
  const place = { ip: decided.ip ?? ip, port: decided.port };
  return isTaken(place.ip, place.port, hash) ? { ip, port } : place;
}

/** Whether these decisions change no server. */
export function isNothingDecided({ featured, countries, joinPlaces }: Decisions): boolean {
  return featured.size === 0 && countries.size === 0 && joinPlaces.size === 0;
}

/** No decisions: how the registry starts. */
export const NO_DECISIONS: Decisions = {
  featured: new Set(),
  countries: new Map(),
  joinPlaces: new Map(),
};
