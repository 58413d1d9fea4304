// Draws how many players there were as SVG: a sparkline for lists and a plot for a server's page.

import { escapeHtml } from '../lib/escape-html.ts';
import {
  columnsOf,
  drawLine,
  type Frame,
  type PlotSamples,
  roundUp,
  summarise,
} from './history-line.ts';

/** Sentences of the text alternative; they become text, so they may hold anything. */
export interface PlotWords {
  /** Such as "Players on Alpha, last 24 hours". */
  title: string;
  /** Said of the lowest, the highest and the latest number that is known. */
  describe(numbers: { min: number; max: number; now: number | undefined }): string;
  /** Said when no number is known. */
  nothing: string;
}

/** What stands under a plot, at a moment in milliseconds since the Unix epoch. */
export type WriteTime = (at: number) => string;

const SPARK: Frame = { left: 1, top: 2, width: 118, height: 20 };
const SPARK_COLUMNS = 48;
const PLOT: Frame = { left: 44, top: 12, width: 660, height: 180 };
const PLOT_COLUMNS = 330;
const PLOT_MARKS = 6;

/** A small line without axes, 120 by 24. Style it by its classes: it carries no style of its own. */
export function renderSparkline(samples: PlotSamples, words: PlotWords): string {
  const means = columnsOf(samples.means, SPARK_COLUMNS, 'mean');
  const top = Math.max(1, ...means.map((mean) => mean ?? 0));
  const line = `<path class="history-line" d="${drawLine(means, SPARK, top)}"/>`;
  return `${openSvg('sparkline', 120, 24, samples, words)}${line}</svg>`;
}

/** The line of means over the peaks, with a scale and times, 720 by 220. */
export function renderPlot(samples: PlotSamples, words: PlotWords, writeTime: WriteTime): string {
  const means = columnsOf(samples.means, PLOT_COLUMNS, 'mean');
  const peaks = columnsOf(samples.peaks, PLOT_COLUMNS, 'peak');
  const top = roundUp(Math.max(1, ...peaks.map((peak) => peak ?? 0)));
  return [
    openSvg('plot', 720, 220, samples, words),
    ...[0, top / 2, top].map((value) => drawScale(value, top)),
    ...drawTimes(samples, writeTime),
    `<path class="history-peaks" d="${drawLine(peaks, PLOT, top)}"/>`,
    `<path class="history-line" d="${drawLine(means, PLOT, top)}"/>`,
    '</svg>',
  ].join('');
}

function openSvg(
  kind: 'sparkline' | 'plot',
  width: number,
  height: number,
  samples: PlotSamples,
  words: PlotWords,
): string {
  const title = toText(words.title);
  const numbers = summarise(samples);
  const description = toText(numbers === undefined ? words.nothing : words.describe(numbers));
  // The label is repeated as an attribute: not every screen reader reads a title inside.
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="history-${kind}" width="${width}" height="${height}"` +
    ` viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}. ${description}">` +
    `<title>${title}</title><desc>${description}</desc>`
  );
}

function drawScale(value: number, top: number): string {
  const y = PLOT.top + PLOT.height * (1 - value / top);
  const right = PLOT.left + PLOT.width;
  return (
    `<line class="history-grid" x1="${PLOT.left}" x2="${right}" y1="${y}" y2="${y}"/>` +
    // Half of one player is drawn as a line and not written.
    (Number.isInteger(value)
      ? `<text class="history-label" x="${PLOT.left - 6}" y="${y + 4}" text-anchor="end">${value}</text>`
      : '')
  );
}

function drawTimes({ startAt, stepMs, means }: PlotSamples, writeTime: WriteTime): string[] {
  const lengthMs = stepMs * means.length;
  return Array.from({ length: PLOT_MARKS + 1 }, (_, mark) => {
    const share = mark / PLOT_MARKS;
    const x = PLOT.left + PLOT.width * share;
    const anchor = mark === 0 ? 'start' : mark === PLOT_MARKS ? 'end' : 'middle';
    const text = toText(writeTime(startAt + lengthMs * share));
    return `<text class="history-label" x="${x}" y="212" text-anchor="${anchor}">${text}</text>`;
  });
}

/** Text for elements and attributes: what XML does not allow at all is left out. */
function toText(text: string): string {
  return escapeHtml(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it strips.
    text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  );
}
