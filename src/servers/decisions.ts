// What moderators and operators decided about single servers that lists show: rank, country, port.

/** Each by the server's hash. */
export interface Decisions {
  readonly featured: ReadonlySet<string>;
  /** Countries shown in place of those of the addresses. */
  readonly countries: ReadonlyMap<string, string>;
  /** Ports that players join on in place of those that the heartbeats name. */
  readonly joinPorts: ReadonlyMap<string, number>;
}

/** Before anything was decided. */
export const NO_DECISIONS: Decisions = {
  featured: new Set(),
  countries: new Map(),
  joinPorts: new Map(),
};
