// A plot of players over time: blocks and a line in SVG, with its scale and times as text around it.
/** @jsxImportSource preact */

import { currentLanguage } from '../../messages/language.ts';
import { historyMessages as messages } from '../../messages/messages.ts';
import {
  columnsOf,
  drawBlocks,
  drawLine,
  type Frame,
  type PlotSamples,
  roundUp,
  summarise,
} from '../list/history-line.ts';

/** The period of a plot. */
export type Period = keyof typeof messages.periods;

/** All periods, the shortest first. */
export const PERIODS = Object.keys(messages.periods) as Period[];

/** The period that a query names; the shortest if it names none. */
export function parsePeriod(text: string | null): Period {
  return PERIODS.find((period) => period === text) ?? '24h';
}

// The picture is stretched to the available width, and the numbers around it are text that is not.
const FRAME: Frame = { left: 0, top: 0, width: 720, height: 160 };

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const WEEKDAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric' };
const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** How many times are written under a plot, and in which format. */
const MARKS: Record<Period, { count: number; options: Intl.DateTimeFormatOptions }> = {
  '24h': { count: 6, options: CLOCK },
  '7d': { count: 7, options: WEEKDAY },
  '90d': { count: 6, options: DATE },
};

// Created when first needed: each takes a millisecond.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(period: Period): Intl.DateTimeFormat {
  const language = currentLanguage();
  const key = `${language} ${period}`;
  let format = formats.get(key);
  if (format === undefined) {
    const { options } = MARKS[period];
    format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format;
}

/**
 * The plot with a summary in words; a sentence where nothing is known. `columns` is the most that are
 * drawn. `now` is the current number, which the top of the page shows too: the last sample is older.
 */
export function HistoryPlot(properties: {
  samples: PlotSamples;
  period: Period;
  columns: number;
  now: number;
}) {
  const { samples, period, columns, now } = properties;
  const known = summarise(samples);
  if (known === undefined) return <p class="history-nothing">{messages.nothing(period)}</p>;
  const numbers = { min: Math.min(known.min, now), max: Math.max(known.max, now), now };
  const means = columnsOf(samples.means, columns, 'mean');
  const peaks = columnsOf(samples.peaks, columns, 'peak');
  const top = roundUp(Math.max(2, ...peaks.map((peak) => peak ?? 0)));
  const scale = [top, top / 2, 0];
  return (
    <figure class="history">
      <div class="history-scale" aria-hidden="true">
        {scale.map((value) => (
          <span key={value}>{value}</span>
        ))}
      </div>
      <svg
        class="history-plot"
        viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${messages.title(period)}. ${messages.describe(numbers)}`}
      >
        <path class="history-peaks" d={drawBlocks(peaks, FRAME, top)} />
        <path
          class="history-grid"
          d={scale.map((_, index) => `M0 ${(FRAME.height / 2) * index}h${FRAME.width}`).join('')}
        />
        <path class="history-line" d={drawLine(means, FRAME, top)} />
      </svg>
      <div class="history-times" aria-hidden="true">
        {describeTimes(samples, period).map((time) => (
          <span key={time}>{time}</span>
        ))}
      </div>
      <figcaption>
        {messages.describe(numbers)} <span class="hint">{messages.legend}</span>
      </figcaption>
    </figure>
  );
}

function describeTimes({ startAt, stepMs, means }: PlotSamples, period: Period): string[] {
  const { count } = MARKS[period];
  const format = formatOf(period);
  const lengthMs = stepMs * means.length;
  return Array.from({ length: count }, (_, mark) =>
    format.format(startAt + (lengthMs * mark) / count),
  );
}
