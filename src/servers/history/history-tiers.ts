// The tiers of the history: steps between samples, sizes of chunks, how long they are kept, and how samples are thinned from one to the next.

import type { HistoryChunk } from './ports.ts';

export function emptyChunk(tier: Tier, series: number, number: number): HistoryChunk {
  const means = new Uint32Array(tier.slots);
  return { series, step: tier.step, number, means, peaks: new Uint32Array(tier.slots) };
}

/** The chunk `target` with the thinned samples of a finer one, which replace those of the same time. */
export function thinInto(
  target: HistoryChunk,
  targetTier: Tier,
  source: HistoryChunk,
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

/** The chunk with the known samples of these slots in place of its own. */
export function overlay(target: HistoryChunk, slots: ArrayLike<number>): HistoryChunk {
  const means = target.means.slice();
  const peaks = target.peaks.slice();
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] ?? 0;
    if (slot === 0) continue;
    means[index] = slot;
    peaks[index] = slot;
  }
  return { ...target, means, peaks };
}

/** The chunk of a coarser tier that a finer one is thinned into. */
export function chunkAbove(target: Tier, sourceTier: Tier, number: number): number {
  return chunkOf(target, startOf(sourceTier, number));
}

/** How samples of one step are kept. All lengths are in minutes. */
export interface Tier {
  step: number;
  slots: number;
  /** Age at which a chunk is thinned to the next step, or removed. */
  keptMinutes: number;
}

const DAY_MINUTES = 24 * 60;

/** A day, minute by minute. */
export const MINUTES: Tier = { step: 1, slots: 60, keptMinutes: DAY_MINUTES };
/** A week, in steps of ten minutes. */
export const TENS: Tier = { step: 10, slots: 144, keptMinutes: 7 * DAY_MINUTES };
/** Ninety days, hour by hour. */
export const HOURS: Tier = { step: 60, slots: 24, keptMinutes: 90 * DAY_MINUTES };

/** The highest count of players in a sample: on disk a sample is the count plus one, in 16 bits. */
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

/** The last chunk that is old enough as a whole to be thinned or removed. */
export function lastDue(tier: Tier, minute: number): number {
  return chunkOf(tier, minute - tier.keptMinutes) - 1;
}

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
