// Thinning: several samples become one, with their rounded mean and their peak.

import { chunkOf, startOf, type Tier } from './history-steps.ts';
import type { HistoryChunk } from './ports.ts';

/** A chunk without samples. */
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
