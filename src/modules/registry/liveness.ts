// The liveness of servers: how long one may be silent before it leaves the lists, and before it is forgotten.

/** Heartbeats come at least every 60 s, so a server that was silent for longer than this has missed one. */
export const MISSED_HEARTBEAT_MS = 65_000;

/** A server that returns within this time after its last good heartbeat keeps its uptime (C6.21). */
const COMEBACK_MS = 10 * 60_000;

interface Beating {
  readonly lastBeatAt: number;
}

/** `staleAfterMs` is the setting `stale_after`. `onChanged` is called when other servers count as live. */
export function createLiveness(staleAfterMs: number, onChanged: () => void) {
  /** A server that was silent for longer is in no list (C6.20). */
  const silence = { longestMs: staleAfterMs };
  let allowedMs = 0;
  return {
    silence,
    comebackMs: Math.max(COMEBACK_MS, staleAfterMs),
    /** While longer silence is allowed, stale servers also have that much longer to come back. */
    isGone: ({ lastBeatAt }: Beating, now: number) => now - lastBeatAt > COMEBACK_MS + allowedMs,
    isStillThere: ({ lastBeatAt }: Beating, now: number) =>
      now - lastBeatAt <= Math.max(COMEBACK_MS, silence.longestMs),
    /** Keeps servers live for this much longer, while their heartbeats to other replicas are unknown here. */
    allowSilence(ms: number): void {
      if (ms === allowedMs) return;
      allowedMs = ms;
      silence.longestMs = staleAfterMs + ms;
      onChanged();
    },
    allowedSilence: () => allowedMs,
  };
}
