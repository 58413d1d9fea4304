// Counts values by size in fixed buckets, without an allocation per value.

export interface Histogram {
  readonly bounds: readonly number[];
  readonly counts: Readonly<Float64Array>;
  sum(): number;
  observe(value: number): void;
}

/** Durations in seconds, from work that never waits to delays that people notice. */
export const SECONDS: readonly number[] = [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 5];

export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Float64Array(bounds.length + 1);
  const ends = Float64Array.from([...bounds, Number.POSITIVE_INFINITY]);
  let sum = 0;
  return {
    bounds,
    counts,
    sum: () => sum,
    observe(value) {
      let bucket = 0;
      while (value > (ends[bucket] as number)) bucket += 1;
      counts[bucket] = (counts[bucket] as number) + 1;
      sum += value;
    },
  };
}
