// Parses and writes durations such as `180s`, `3m` and `1h`.

import { refuse } from './values.ts';

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
type Unit = keyof typeof UNITS_MS;

/** Milliseconds of a duration with its unit, within the limits. Throws `invalid`. */
export function parseDuration(text: string, limits: { minMs: number; maxMs: number }): number {
  if (/^[0-9]{1,9}$/.test(text)) {
    throw refuse(text, `has no unit: write ${text}s for seconds, ${text}m for minutes.`);
  }
  const match = /^([0-9]{1,9})([smh])$/.exec(text);
  if (match === null) {
    throw refuse(
      text,
      'is not a duration: write a whole number with s, m or h, such as 180s or 3m.',
    );
  }
  const valueMs = Number(match[1]) * UNITS_MS[match[2] as Unit];
  if (valueMs >= limits.minMs && valueMs <= limits.maxMs) return valueMs;
  const range = `${formatDuration(limits.minMs)} to ${formatDuration(limits.maxMs)}`;
  throw refuse(text, `is out of range: ${range} is possible.`);
}

/** The shortest text of a duration in whole seconds that `parseDuration` reads back. */
export function formatDuration(durationMs: number): string {
  for (const unit of ['h', 'm'] as const) {
    if (durationMs > 0 && durationMs % UNITS_MS[unit] === 0)
      return `${durationMs / UNITS_MS[unit]}${unit}`;
  }
  return `${Math.round(durationMs / UNITS_MS.s)}s`;
}
