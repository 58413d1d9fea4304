// Facts of heartbeats: what the registry takes, why one is refused, and the log line of each.

import type { FailureKind } from '../../platform/lib/failure.ts';

const PORT_NUMBER = /^\d{1,5}$/;

/** The facts of a heartbeat that the registry takes. */
export interface Beat {
  name: string;
  port: number;
  users: number;
  max: number;
  public: boolean;
  salt: string;
  software?: string;
  web?: boolean;
}

/** Why heartbeats are refused, in the order of the checks, with the kind of failure. */
export const REFUSALS = {
  fields: 'invalid',
  banned: 'forbidden',
  contested: 'conflict',
  crowded: 'conflict',
  full: 'conflict',
  port_closed: 'invalid',
  key: 'forbidden',
  too_many: 'rate_limited',
  family: 'invalid',
} as const satisfies Record<string, FailureKind>;

export type RefusalReason = keyof typeof REFUSALS;

export type HidingReason = 'unlisted' | 'filtered';

/** A line of the log: consecutive equal heartbeats. Times are milliseconds since the Unix epoch. */
export interface LoggedHeartbeat {
  /** The name as sent, cleaned and cut; empty for none. */
  readonly name: string;
  readonly port: string;
  readonly outcome: 'listed' | 'private' | 'hidden' | 'refused';
  readonly reasons: readonly (RefusalReason | HidingReason)[];
  readonly sentences: readonly string[];
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
  /** Whether no different heartbeat for the port came later. A program that contests the port has its own latest. */
  readonly isLatest: boolean;
}

/** A line whose count may still increase. */
export type HeartbeatLogLine = { -readonly [Key in keyof LoggedHeartbeat]: LoggedHeartbeat[Key] };

/** The port number of a typed port; `undefined` unless it is 1 to 65535. */
export function portNumberOf(port: string): number | undefined {
  const number = PORT_NUMBER.test(port) ? Number(port) : 0;
  return number >= 1 && number <= 65_535 ? number : undefined;
}
