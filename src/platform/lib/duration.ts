// Reads and writes durations such as `180s`, `12h` or `7d`.

import { plural } from './text.ts';

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
type Unit = keyof typeof UNITS_MS;

/** Milliseconds of a whole number with one unit out of `units`, some of `smhdw`; `undefined` for any other text. */
export function readDuration(
  text: string,
  { units, maxDigits }: { units: string; maxDigits: number },
): number | undefined {
  const [, count = '', unit = ''] = /^([0-9]+)([smhdw])$/.exec(text) ?? [];
  if (unit === '' || count.length > maxDigits || !units.includes(unit)) return undefined;
  return Number(count) * UNITS_MS[unit as Unit];
}

/** Milliseconds of a time span as people type it: `90m`, `12h`, `7d` or `2w`, in either case; also 0. */
export function readSpan(text: string): number | undefined {
  return readDuration(text.trim().toLowerCase(), { units: 'mhdw', maxDigits: 6 });
}

export function formatDuration(durationMs: number): string {
  for (const unit of ['h', 'm'] as const) {
    if (durationMs > 0 && durationMs % UNITS_MS[unit] === 0) {
      return `${durationMs / UNITS_MS[unit]}${unit}`;
    }
  }
  return `${Math.round(durationMs / UNITS_MS.s)}s`;
}

export type WaitUnit = 'second' | 'minute' | 'hour' | 'day';

/** Splits a past duration, in seconds, into a rounded-down count of the largest unit that is not too coarse. */
export function splitDuration(seconds: number): { count: number; unit: WaitUnit } {
  if (seconds < 60) return { count: Math.floor(seconds), unit: 'second' };
  if (seconds < 2 * 3_600) return { count: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 2 * 86_400) return { count: Math.floor(seconds / 3_600), unit: 'hour' };
  return { count: Math.floor(seconds / 86_400), unit: 'day' };
}

export function splitWait(waitMs: number): { count: number; unit: WaitUnit } {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  if (seconds <= 90) return { count: seconds, unit: 'second' };
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return { count: minutes, unit: 'minute' };
  const hours = Math.ceil(minutes / 60);
  return hours <= 48
    ? { count: hours, unit: 'hour' }
    : { count: Math.ceil(hours / 24), unit: 'day' };
}

/** A wait in English words, for operators: `40 seconds`, `12 minutes`, `3 hours`; never less than `waitMs`. */
export function describeWait(waitMs: number): string {
  const { count, unit } = splitWait(waitMs);
  return plural(count, unit);
}
