// A row out of two sides that were put under load in turn.

import { type LoadResult, rateOf } from './load.ts';
import { median, medianRatio } from './statistics.ts';
import { formatRate, formatRatio, type Row } from './table.ts';

/** The ratio wanted; without one the row only informs. */
export type Target = { atLeast: number } | { above: number } | undefined;

/** One side of a comparison, round by round. */
export interface Side {
  name: string;
  results: readonly LoadResult[];
}

/** How the rate of one side compares with another's. Throws a `RangeError` when the rounds do not pair up. */
export function compareRates(measure: string, own: LoadResult[], other: Side, target: Target): Row {
  const rates = own.map(rateOf);
  const otherRates = other.results.map(rateOf);
  const ratio = medianRatio(rates, otherRates);
  return {
    measure,
    figure: formatRate(median(rates)),
    comparison: `${other.name}: ${formatRate(median(otherRates))}`,
    result: formatRatio(ratio),
    ...judge(ratio, target),
  };
}

/** Whether a ratio is what was wanted, and how that is written. */
export function judge(ratio: number, target: Target): Pick<Row, 'target' | 'isMet'> {
  if (target === undefined) return { target: '', isMet: undefined };
  return 'above' in target
    ? { target: `> ${target.above}`, isMet: ratio > target.above }
    : { target: `≥ ${target.atLeast}`, isMet: ratio >= target.atLeast };
}
