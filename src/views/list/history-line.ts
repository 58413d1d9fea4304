// The geometry of the history's plots: samples to columns, and columns to lines and blocks with gaps.

/** Samples at equal intervals, `null` where nothing is known. */
export interface PlotSamples {
  readonly startAt: number;
  readonly stepMs: number;
  readonly means: readonly (number | null)[];
  readonly peaks: readonly (number | null)[];
}

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function summarise({ means, peaks }: PlotSamples) {
  const known = means.filter((mean) => mean !== null);
  if (known.length === 0) return undefined;
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  for (const mean of known) min = Math.min(min, mean);
  for (const peak of peaks) max = Math.max(max, peak ?? 0);
  for (const mean of known) max = Math.max(max, mean);
  return { min, max, count: known.length };
}

/** At most `limit` columns, each the mean or the maximum of its samples; `null` where none is known. */
export function columnsOf(
  samples: readonly (number | null)[],
  limit: number,
  kind: 'mean' | 'peak',
): (number | null)[] {
  const count = Math.min(limit, samples.length);
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * samples.length) / count);
    const to = Math.floor(((column + 1) * samples.length) / count);
    const known = samples.slice(from, to).filter((sample) => sample !== null);
    if (known.length === 0) return null;
    if (kind === 'peak') return Math.max(...known);
    return known.reduce((sum, sample) => sum + sample, 0) / known.length;
  });
}

/**
 * The data of an SVG path: a line for each run of known columns, a dot for a run of one. From one column to
 * the next x grows by 1, and each y is its difference: written so, it is half as long once compressed.
 */
export function drawLine(columns: readonly (number | null)[], height: number, top: number): string {
  const parts: string[] = [];
  let isDrawing = false;
  let before = 0;
  for (const [column, value] of columns.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const y = round(height * (1 - Math.min(value, top) / top));
    if (isDrawing) parts.push(`l1 ${round(y - before)}`);
    else {
      // With round line ends a line of length 0 is a dot.
      const isAlone = (columns[column + 1] ?? null) === null;
      const x = columns.length === 1 ? 0.5 : column;
      parts.push(`M${x} ${y}${isAlone ? 'h0' : ''}`);
    }
    isDrawing = true;
    before = y;
  }
  return parts.join('');
}

/** The data of an SVG path: a block for each known column, neighbours joined, each at least a little high. */
export function drawBlocks(columns: readonly (number | null)[], frame: Frame, top: number): string {
  const bottom = frame.top + frame.height;
  const parts: string[] = [];
  let isDrawing = false;
  for (const [column, value] of columns.entries()) {
    if (value === null) {
      if (isDrawing) parts.push(`V${bottom}z`);
      isDrawing = false;
      continue;
    }
    const [from, to] = [column, column + 1].map((edge) =>
      round(frame.left + (frame.width * edge) / columns.length),
    );
    const height = Math.max(1, frame.height * (Math.min(value, top) / top));
    const y = Math.round(bottom - height);
    parts.push(isDrawing ? `V${y}H${to}` : `M${from} ${bottom}V${y}H${to}`);
    isDrawing = true;
  }
  if (isDrawing) parts.push(`V${bottom}z`);
  // Neighbours of the same height become one step.
  return parts.join('').replace(/(V\d+)H[\d.]+(?:\1(H[\d.]+))+/g, '$1$2');
}

/** The next larger number of 1, 2, 4, 6 or 8 followed by zeros, so that half of it is whole (from 2 on). */
export function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 8, 10].find((one) => one * magnitude >= value) ?? 10;
  return factor * magnitude;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
