// What moderators and operators decided about single servers that lists show: rank, country, place.

/** A port, and the address that it is on where that is not the one that the heartbeats come from. */
export interface DecidedPlace {
  readonly ip: string | undefined;
  readonly port: number;
}

/** Each by the server's hash. */
export interface Decisions {
  readonly featured: ReadonlySet<string>;
  /** Countries shown in place of those of the addresses. */
  readonly countries: ReadonlyMap<string, string>;
  /** Where players join in place of where the heartbeats come from. */
  readonly joinPlaces: ReadonlyMap<string, DecidedPlace>;
}

/** An address and a port. */
export interface Place {
  readonly ip: string;
  readonly port: number;
}

/**
 * Where players join the server whose heartbeats come from `own`: where it was decided, unless that
 * place is another server's.
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

/** Whether these decisions leave every server as it is. */
export function isNothingDecided({ featured, countries, joinPlaces }: Decisions): boolean {
  return featured.size === 0 && countries.size === 0 && joinPlaces.size === 0;
}

/** Before anything was decided. */
export const NO_DECISIONS: Decisions = {
  featured: new Set(),
  countries: new Map(),
  joinPlaces: new Map(),
};
