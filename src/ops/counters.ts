// Counts what happened in this process, by the event's name.

const counts = new Map<string, number>();

/** Counts one more event of this name, or `by` more of what the name says. */
export function countEvent(name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** How often an event happened since the process began. */
export function readCounter(name: string): number {
  return counts.get(name) ?? 0;
}

/** All counters at this moment, by name. */
export function readCounters(): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));
}
