// The path of heartbeats that all texts name. The service also accepts an older one.

/** Follows the base URL in the heartbeat address of this service. */
export const HEARTBEAT_PATH = '/server/heartbeat';
