// What a soak found: a table and a plot of it over time, and what grew.

import { median } from './statistics.ts';

/** What was seen at one moment. */
export interface Sample {
  minutes: number;
  memoryMib: number;
  descriptors: number;
  /** The 99th percentile since the sample before, by kind of request. */
  p99Ms: Readonly<Record<string, number>>;
}

/** What may grow by how much between the second quarter of the time and the last. */
const BOUNDS = {
  memory: { share: 0.15, least: 24 },
  descriptors: { share: 0.05, least: 20 },
  /** A shared machine is slower now and then; what grows without end doubles more than once. */
  latency: { share: 2, least: 50 },
};

/** Sentences about what grew. */
export function findSlopes(samples: readonly Sample[]): string[] {
  const kinds = Object.keys(samples[0]?.p99Ms ?? {});
  return [
    describe(
      'memory in MiB',
      BOUNDS.memory,
      samples.map(({ memoryMib }) => memoryMib),
    ),
    describe(
      'descriptors',
      BOUNDS.descriptors,
      samples.map(({ descriptors }) => descriptors),
    ),
    ...kinds.map((kind) =>
      describe(
        `p99 of ${kind} in ms`,
        BOUNDS.latency,
        samples.map(({ p99Ms }) => p99Ms[kind] ?? 0),
      ),
    ),
  ].filter((sentence) => sentence !== undefined);
}

function describe(
  what: string,
  { share, least }: { share: number; least: number },
  values: readonly number[],
): string | undefined {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  // The first quarter is a start: caches fill, connections open.
  const early = median(values.slice(quarter, 2 * quarter));
  const late = median(values.slice(-quarter));
  if (late - early <= Math.max(least, early * share)) return undefined;
  return `${what}, from ${early.toFixed(1)} to ${late.toFixed(1)}`;
}

/** The samples as a Markdown table. */
export function writeSoakTable(samples: readonly Sample[]): string {
  const kinds = Object.keys(samples[0]?.p99Ms ?? {});
  const head = ['minutes', 'memory (MiB)', 'descriptors', ...kinds.map((it) => `${it} p99 (ms)`)];
  const rows = samples.map(({ minutes, memoryMib, descriptors, p99Ms }) => [
    minutes.toFixed(1),
    memoryMib.toFixed(0),
    `${descriptors}`,
    ...kinds.map((kind) => (p99Ms[kind] ?? 0).toFixed(1)),
  ]);
  return [head, head.map(() => '--:'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const WIDTH = 720;
const HEIGHT = 120;
const GAP = 30;

/** The samples as a picture: one curve below the other, each from zero to its most. */
export function drawSoak(samples: readonly Sample[]): string {
  const kinds = Object.keys(samples[0]?.p99Ms ?? {});
  const curves: [title: string, values: number[]][] = [
    ['memory (MiB)', samples.map(({ memoryMib }) => memoryMib)],
    ['descriptors', samples.map(({ descriptors }) => descriptors)],
    ...kinds.map((kind): [string, number[]] => [
      `${kind} p99 (ms)`,
      samples.map(({ p99Ms }) => p99Ms[kind] ?? 0),
    ]),
  ];
  const parts = curves.map(([title, values], index) =>
    drawCurve(title, values, index * (HEIGHT + GAP) + GAP),
  );
  const height = curves.length * (HEIGHT + GAP) + GAP;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" ` +
    `font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n` +
    `${parts.join('\n')}\n</svg>\n`
  );
}

function drawCurve(title: string, values: readonly number[], top: number): string {
  const most = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(top + HEIGHT - (value / most) * HEIGHT).toFixed(1)}`;
  });
  return (
    `<text x="4" y="${top - 6}">${title}, at most ${most.toFixed(1)}</text>` +
    `<polyline fill="none" stroke="#2c6a1c" stroke-width="2" points="${points.join(' ')}"/>`
  );
}
