// The one path that every text gives for heartbeats; the service answers an older name as well.

/** What follows the base URL in the heartbeat address of this service. */
export const HEARTBEAT_PATH = '/server/heartbeat';
