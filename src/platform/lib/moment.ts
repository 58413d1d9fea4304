// Formats moments for people, in UTC and to the minute; the caller writes the time zone.

import { MINUTE_MS } from './clock.ts';

/** A moment, rounded down to its minute: `2026-01-31 23:59`. Takes milliseconds since the Unix epoch. */
export function formatMoment(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}

export function endMinute(atMs: number): number {
  return Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;
}

/** The end of a suspension or ban, rounded up to the minute, so that it has passed at the time shown. */
export function formatEnd(atMs: number): string {
  return formatMoment(endMinute(atMs));
}
