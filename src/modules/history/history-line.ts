// The geometry of the history's plots: turns samples into columns, and columns into lines and blocks with gaps.

/** Samples at equal steps; `null` if unknown because the service or the server was not running. */
export interface Curve {
  /** Start of the first sample, in milliseconds since the Unix epoch. */
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

export function summarise({ means, peaks }: Curve) {
  const known = means.filter((mean) => mean !== null);
  if (known.length === 0) return undefined;
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  for (const mean of known) min = Math.min(min, mean);
  for (const peak of peaks) max = Math.max(max, peak ?? 0);
  for (const mean of known) max = Math.max(max, mean);
  return { min, max, count: known.length };
}

/** Returns at most `limit` columns, each the mean or maximum of its samples; `null` if none is known. */
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

/** The plot, which stretches to the available width. The numbers around it are text, which does not stretch. */
export const PLOT_FRAME: Frame = { left: 0, top: 0, width: 720, height: 160 };

/** Draws line and blocks of columns between the times in `edges`. A sample belongs to the column it begins in. */
export function drawBetween(
  { startAt, stepMs, means, peaks }: Curve,
  edges: readonly number[],
  top: number,
): { line: string; blocks: string } {
  const { width, height } = PLOT_FRAME;
  const lengthMs = stepMs * means.length;
  const places = edges.map((at) => (at - startAt) / lengthMs);
  const middles = places.slice(1).map((to, column) => (width * ((places[column] ?? 0) + to)) / 2);
  const indexOf = (at = startAt) => Math.ceil((at - startAt) / stepMs);
  const columnsFrom = (samples: typeof means, kind: 'mean' | 'peak') =>
    edges.slice(1).map((to, column) => {
      const part = samples.slice(indexOf(edges[column]), indexOf(to));
      return columnsOf(part, 1, kind)[0] ?? null;
    });
  return {
    line: drawLine(columnsFrom(means, 'mean'), height, top, middles),
    blocks: drawBlocks(columnsFrom(peaks, 'peak'), PLOT_FRAME, top, places),
  };
}

/**
 * Returns the data of an SVG path: a line for each run of known columns, a dot for a single one. From column to column,
 * x grows by 1 (or as `places` says), and y is written as the difference. Compressed, this form is half as long.
 */
export function drawLine(
  columns: readonly (number | null)[],
  height: number,
  top: number,
  places?: readonly number[],
): string {
  const placeOf = (column: number) => places?.[column] ?? column;
  const parts: string[] = [];
  let isDrawing = false;
  let before = 0;
  for (const [column, value] of columns.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const y = round(height * (1 - Math.min(value, top) / top));
    const step = round(placeOf(column) - placeOf(column - 1));
    if (isDrawing) parts.push(`l${step} ${round(y - before)}`);
    else {
      // With round line ends, a line of length 0 is a dot.
      const isAlone = (columns[column + 1] ?? null) === null;
      const isOnly = places === undefined && columns.length === 1;
      const x = isOnly ? 0.5 : round(placeOf(column));
      parts.push(`M${x} ${y}${isAlone ? 'h0' : ''}`);
    }
    isDrawing = true;
    before = y;
  }
  return parts.join('');
}

/** Returns the data of an SVG path: a block with a minimum height for each known column, neighbours joined. */
export function drawBlocks(
  columns: readonly (number | null)[],
  frame: Frame,
  top: number,
  places: readonly number[] = [],
): string {
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
      round(frame.left + frame.width * (places[edge] ?? edge / columns.length)),
    );
    const height = Math.max(1, frame.height * (Math.min(value, top) / top));
    const y = Math.round(bottom - height);
    parts.push(isDrawing ? `V${y}H${to}` : `M${from} ${bottom}V${y}H${to}`);
    isDrawing = true;
  }
  if (isDrawing) parts.push(`V${bottom}z`);
  // Merges neighbours of the same height into one step.
  return parts.join('').replace(/(V\d+)H[\d.]+(?:\1(H[\d.]+))+/g, '$1$2');
}

/** Rounds up to 1, 2, 4, 6 or 8 followed by zeros, so that half of it is whole (from 2 on). */
export function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 8, 10].find((one) => one * magnitude >= value) ?? 10;
  return factor * magnitude;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
