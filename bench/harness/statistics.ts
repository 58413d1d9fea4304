// Numbers out of several rounds, chosen so that one disturbed round does not decide.

/** The middle value, or the mean of the two in the middle. Throws a `RangeError` when there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('No values, so no median.');
  return (lower + upper) / 2;
}

/**
 * The median of the ratios of what was measured in the same round: a machine that slows down for a
 * while slows both sides of a pair. Throws a `RangeError` when the lengths differ.
 */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  if (values.length !== others.length) throw new RangeError('The rounds do not pair up.');
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

/** The value that `share` (0 to 1) of the values do not exceed. Throws a `RangeError` when there is none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('No values, so no quantile.');
  return value;
}
