// The tiers of the history: the step, chunk size and retention of samples, and thinning from tier to tier.

import type { Curve } from './history-line.ts';
import type { HistoryChunk } from './history-ports.ts';

export function emptyChunk(tier: Tier, series: number, number: number): HistoryChunk {
  const means = new Uint32Array(tier.slots);
  return { series, step: tier.step, number, means, peaks: new Uint32Array(tier.slots) };
}

export interface Samples {
  number: number;
  means: ArrayLike<number>;
  peaks: ArrayLike<number>;
}

/** Returns `target` with the samples of `source`, thinned to fit. `source` is as fine as `target` or finer. */
export function thinInto(
  target: HistoryChunk,
  targetTier: Tier,
  source: Samples,
  sourceTier: Tier,
): HistoryChunk {
  const ratio = targetTier.step / sourceTier.step;
  const offset =
    (startOf(sourceTier, source.number) - startOf(targetTier, target.number)) / targetTier.step;
  const means = target.means.slice();
  const peaks = target.peaks.slice();
  for (let slot = 0; slot * ratio < sourceTier.slots; slot += 1) {
    let sum = 0;
    let known = 0;
    let peak = 0;
    for (let index = slot * ratio; index < (slot + 1) * ratio; index += 1) {
      const mean = source.means[index] ?? 0;
      if (mean === 0) continue;
      sum += mean - 1;
      known += 1;
      peak = Math.max(peak, source.peaks[index] ?? 0);
    }
    if (known === 0) continue;
    means[offset + slot] = Math.round(sum / known) + 1;
    peaks[offset + slot] = peak;
  }
  return { ...target, means, peaks };
}

/** How one step of samples is kept. All lengths are in minutes. */
export interface Tier {
  step: number;
  slots: number;
  keptMinutes: number;
}

const DAY_MINUTES = 24 * 60;

export const MINUTES: Tier = { step: 1, slots: 60, keptMinutes: DAY_MINUTES };
export const TENS: Tier = { step: 10, slots: 144, keptMinutes: 7 * DAY_MINUTES };
export const HOURS: Tier = { step: 60, slots: 24, keptMinutes: 90 * DAY_MINUTES };

export const TIERS = [MINUTES, TENS, HOURS] as const;

/** The highest player count of a sample. On disk a sample is the count plus one, in 16 bits. */
export const COUNT_LIMIT = 65_534;

export function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000);
}

export function chunkOf(tier: Tier, minute: number): number {
  return Math.floor(minute / (tier.step * tier.slots));
}

export function startOf(tier: Tier, number: number): number {
  return number * tier.step * tier.slots;
}

/** The number of the last chunk that is old enough to be removed as a whole. */
export function lastDue(tier: Tier, minute: number): number {
  return chunkOf(tier, minute - tier.keptMinutes) - 1;
}

export const HISTORY_RANGES = ['24h', '7d', '90d'] as const;

export type HistoryRange = (typeof HISTORY_RANGES)[number];

export const RANGE_SHAPES: Record<HistoryRange, { tier: Tier; samples: number }> = {
  '24h': { tier: MINUTES, samples: 24 * 60 },
  '7d': { tier: TENS, samples: 7 * 24 * 6 },
  '90d': { tier: HOURS, samples: 90 * 24 },
};

/** The first and the last minute of a range whose last known minute is `minute`. */
export function spanOf(range: HistoryRange, minute: number): { first: number; last: number } {
  const { tier, samples } = RANGE_SHAPES[range];
  const last = Math.floor(minute / tier.step) * tier.step + tier.step - 1;
  return { first: last + 1 - samples * tier.step, last };
}

export function drawCurve(
  range: HistoryRange,
  minute: number,
  chunks: readonly HistoryChunk[],
): Curve {
  const { tier, samples } = RANGE_SHAPES[range];
  const { first } = spanOf(range, minute);
  const means = new Array<number | null>(samples).fill(null);
  const peaks = means.slice();
  for (const chunk of chunks) {
    const start = (startOf(tier, chunk.number) - first) / tier.step;
    for (const [slot, mean] of chunk.means.entries()) {
      const sample = start + slot;
      if (mean === 0 || sample < 0 || sample >= samples) continue;
      means[sample] = mean - 1;
      peaks[sample] = (chunk.peaks[slot] ?? 1) - 1;
    }
  }
  return { startAt: first * 60_000, stepMs: tier.step * 60_000, means, peaks };
}
