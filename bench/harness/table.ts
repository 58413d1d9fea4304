// What was measured as a Markdown table, and its place in docs/benchmark.md.

/** One measure beside what it is held against. */
export interface Row {
  measure: string;
  /** What Muster did, with its unit. */
  figure: string;
  /** What it is compared with and what that did; empty where the target is absolute. */
  comparison: string;
  /** The number that the target is about. */
  result: string;
  target: string;
  /** `undefined` where there is no target. */
  isMet: boolean | undefined;
}

/** The rows as a Markdown table. */
export function writeTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.measure,
    row.figure,
    row.comparison,
    row.result,
    row.target,
    describeOutcome(row.isMet),
  ]);
  const head = ['Measure', 'Muster', 'Compared with', 'Result', 'Target', ''];
  const rule = ['---', '--:', '---', '--:', '--:', '---'];
  // A column that no row uses is left out.
  const isUsed = head.map((_, column) => lines.some((cells) => cells[column] !== ''));
  return [head, rule, ...lines]
    .map((cells) => cells.filter((_, column) => isUsed[column]))
    .map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
    .join('\n');
}

/**
 * The text with what stands between the two markers of this name replaced. Throws an `Error` when it has
 * not exactly one pair of them.
 */
export function replaceSection(text: string, section: string, name = 'bench'): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const parts = text.split(start);
  const [before, rest] = parts;
  const tail = rest?.split(end);
  if (parts.length !== 2 || before === undefined || tail?.length !== 2) {
    throw new Error(`The page needs one ${start} and, after it, one ${end}.`);
  }
  return `${before}${start}\n${section}\n${end}${tail[1]}`;
}

/** A rate to three digits with thousands set apart, such as `61,200/s`. */
export function formatRate(perSecond: number): string {
  const digits = Number(perSecond.toPrecision(3));
  return `${digits.toLocaleString('en-US')}/s`;
}

/** A ratio to two decimals. */
export function formatRatio(ratio: number): string {
  return ratio.toFixed(2);
}

function describeOutcome(isMet: boolean | undefined): string {
  if (isMet === undefined) return '';
  return isMet ? 'met' : '**missed**';
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
