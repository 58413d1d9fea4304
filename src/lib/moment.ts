// Moments as people read them, to the minute and in UTC; the zone is named by whoever writes them.

const MINUTE_MS = 60_000;

/** A moment that was, cut to its minute: `2026-01-31 23:59`. Takes milliseconds since the Unix epoch. */
export function formatMoment(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** The whole minute at which what ends at `atMs` has ended; both in milliseconds since the Unix epoch. */
export function endMinute(atMs: number): number {
  return Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;
}

/**
 * The end of what keeps somebody out, such as a suspension or a ban, rounded up to the minute: by
 * then it is over, and nobody comes back too early. Takes milliseconds since the Unix epoch.
 */
export function formatEnd(atMs: number): string {
  return formatMoment(endMinute(atMs));
}
