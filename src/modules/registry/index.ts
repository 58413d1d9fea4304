// The face of the module: the parts that other modules may use.

export {
  type HeartbeatLogLine,
  type HidingReason,
  type LoggedHeartbeat,
  portNumberOf,
  REFUSALS,
  type RefusalReason,
} from './beat.ts';
export { isHeldByKey, isOutranked } from './contest.ts';
export type { registryEvents } from './events.ts';
export {
  countPlayers,
  type FoundServer,
  isListed,
  isPortKnownOpen,
  isRankedBefore,
  isSeenInUse,
  type Listing,
  type LiveServer,
  type Place,
  rankBy,
  uptimeSeconds,
} from './live-server.ts';
export { MISSED_HEARTBEAT_MS } from './liveness.ts';
export type { Registry } from './registry.ts';
export type { SubscribeToRegistry } from './registry-events.ts';
export {
  computeServerHash,
  findLastHash,
  parseServerHash,
  requireHash,
} from './server-hash.ts';
export type { ServerStore, StoredServer } from './server-ports.ts';
export type { ServerLimits } from './settings.ts';
