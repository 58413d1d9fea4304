// Curves: a row of samples at equal steps, computed from chunks and recent minutes of any step.

import { HOURS, MINUTES, startOf, TENS, type Tier } from './history-tiers.ts';
import type { HistoryChunk } from './ports.ts';

/** The time spans of curves, the shortest first. */
export const HISTORY_RANGES = ['24h', '7d', '90d'] as const;

export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** Samples at equal steps. `null` where nothing is known: the service or the server was not running. */
export interface Curve {
  /** Begin of the first sample, in milliseconds since the Unix epoch. */
  readonly startAt: number;
  readonly stepMs: number;
  readonly means: readonly (number | null)[];
  readonly peaks: readonly (number | null)[];
}

/** The step of each range in minutes, its number of samples, and the tiers that hold them. */
export const RANGE_SHAPES: Record<
  HistoryRange,
  { step: number; samples: number; tiers: readonly Tier[] }
> = {
  '24h': { step: 1, samples: 24 * 60, tiers: [MINUTES] },
  '7d': { step: 10, samples: 7 * 24 * 6, tiers: [MINUTES, TENS] },
  '90d': { step: 60, samples: 90 * 24, tiers: [MINUTES, TENS, HOURS] },
};

/** The first and the last minute of a range when `minute` is the last known one. */
export function spanOf(range: HistoryRange, minute: number): { first: number; last: number } {
  const { step, samples } = RANGE_SHAPES[range];
  const last = Math.floor(minute / step) * step + step - 1;
  return { first: last + 1 - samples * step, last };
}

/** Computes a curve. Where two chunks cover the same time, each counts by the length of its samples. */
export function drawCurve(
  range: HistoryRange,
  minute: number,
  chunks: readonly (Pick<HistoryChunk, 'means' | 'peaks' | 'number'> & { tier: Tier })[],
): Curve {
  const { step, samples } = RANGE_SHAPES[range];
  const { first } = spanOf(range, minute);
  const sums = new Float64Array(samples);
  const weights = new Float64Array(samples);
  const peaks = new Uint32Array(samples);
  for (const chunk of chunks) {
    const { tier } = chunk;
    const start = startOf(tier, chunk.number) - first;
    for (let slot = 0; slot < tier.slots; slot += 1) {
      const mean = chunk.means[slot] ?? 0;
      const sample = Math.floor((start + slot * tier.step) / step);
      if (mean === 0 || sample < 0 || sample >= samples) continue;
      sums[sample] = (sums[sample] ?? 0) + (mean - 1) * tier.step;
      weights[sample] = (weights[sample] ?? 0) + tier.step;
      peaks[sample] = Math.max(peaks[sample] ?? 0, chunk.peaks[slot] ?? 0);
    }
  }
  const known = Array.from(weights, (weight) => weight > 0);
  return {
    startAt: first * 60_000,
    stepMs: step * 60_000,
    means: known.map((is, at) => (is ? Math.round((sums[at] ?? 0) / (weights[at] ?? 1)) : null)),
    peaks: known.map((is, at) => (is ? (peaks[at] ?? 1) - 1 : null)),
  };
}
