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
