// Plots players over time: blocks and a line in SVG, with labelled axes around them.
/** @jsxImportSource preact */

import { currentLanguage } from '../../platform/messages/language.ts';
import { labels, formats as numberFormats } from '../../platform/messages/messages.ts';
import {
  type Curve,
  columnsOf,
  drawBetween,
  drawBlocks,
  drawLine,
  PLOT_FRAME,
  roundUp,
  summarise,
} from './history-line.ts';
import { historyMessages as messages } from './messages.ts';
import {
  daysBetween,
  localeOf,
  PERIOD_TIMES,
  type Period,
  placeTicks,
  TEXT_LINE,
  TICK_END,
} from './plot-times.ts';

const PERIODS = Object.keys(messages.periods) as Period[];

/** The period that a query names, or else the shortest one. */
export function parsePeriod(text: string | null): Period {
  return PERIODS.find((period) => period === text) ?? '24h';
}

const FRAME = PLOT_FRAME;

/** Samples of less time than this do not yet say how many people play. */
const NEW_MS = 60 * 60_000;

// Created when first needed, because each takes a millisecond.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(period: Period): Intl.DateTimeFormat {
  const language = currentLanguage();
  const options = { ...PERIOD_TIMES[period].tick, timeZone: 'UTC' };
  return formats.getOrInsertComputed(
    `${language} ${period}`,
    () => new Intl.DateTimeFormat(localeOf(language), options),
  );
}

interface PlotFacts {
  samples: Curve;
  period: Period;
  columns: number;
  source: string;
}

/**
 * The plot with a summary in words, or a sentence if nothing is known. It draws at most `columns` columns. `now` is the
 * current number, as at the top of the page: the last sample is older.
 */
export function HistoryPlot(properties: PlotFacts & { now?: number | undefined }) {
  const { now, ...plot } = properties;
  const { samples, period } = plot;
  const known = summarise(samples);
  if (known === undefined) return <p class="history-nothing panel">{messages.nothing(period)}</p>;
  const ends = now === undefined ? [] : [now];
  const numbers = { min: Math.min(known.min, ...ends), max: Math.max(known.max, ...ends), now };
  const isNew = now !== undefined && known.count * samples.stepMs <= NEW_MS;
  return (
    <Plot
      {...plot}
      texts={{
        title: messages.title(period),
        summary: isNew ? messages.collecting : messages.describe(numbers),
        legend: messages.legend,
        axis: labels.players,
        value: messages.value,
      }}
    />
  );
}

/** Plots counts as blocks, with their means as a line. Counts of whole days in UTC get no line. */
export function Plot(
  properties: PlotFacts & {
    texts: Record<'title' | 'summary' | 'legend' | 'axis' | 'value', string>;
    isInUtc?: boolean;
  },
) {
  const { samples, period, columns, source, texts, isInUtc = false } = properties;
  // Columns of half a day would show nights and days as a zigzag.
  const isDaily = period === '90d' && !isInUtc;
  const means = isInUtc ? [] : columnsOf(samples.means, columns, 'mean');
  const peaks = columnsOf(samples.peaks, columns, 'peak');
  const top = roundUp(Math.max(2, ...peaks.map((peak) => peak ?? 0)));
  const scale = [top, top / 2, 0];
  const { startAt, stepMs } = samples;
  const endAt = startAt + stepMs * samples.means.length;
  const drawn = isDaily
    ? drawBetween(
        samples,
        daysBetween(startAt, endAt, () => 0),
        top,
      )
    : { blocks: drawBlocks(peaks, FRAME, top), line: drawLine(means, FRAME.height, top) };
  const xScale = isDaily ? 1 : FRAME.width / Math.max(1, means.length - 1);
  return (
    <figure
      class="history panel"
      data-plot={source}
      data-period={period}
      data-from={startAt}
      data-to={endAt}
      data-value={texts.value}
      data-unknown={messages.unknown}
      data-utc={isInUtc ? '' : undefined}
      data-top={isDaily ? top : undefined}
    >
      <div class="history-axis" aria-hidden="true">
        {texts.axis}
      </div>
      <div class="history-scale" aria-hidden="true">
        {scale.map((value) => (
          <span key={value}>{numberFormats.formatCount(value)}</span>
        ))}
      </div>
      <div class="history-area">
        <svg
          class="history-plot"
          viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${texts.title}. ${texts.summary}`}
        >
          <path class="history-peaks" d={drawn.blocks} />
          <path
            class="history-grid"
            d={scale.map((_, index) => `M0 ${(FRAME.height / 2) * index}h${FRAME.width}`).join('')}
          />
          <path class="history-line" transform={`scale(${xScale} 1)`} d={drawn.line} />
        </svg>
        <svg class="history-times" aria-hidden="true">
          {placeTicks(period, startAt, endAt, () => 0).map(({ at, share, anchor }) => (
            <g key={at}>
              <line x1={`${share}%`} x2={`${share}%`} y1="0" y2={TICK_END} />
              <text x={`${share}%`} y={TEXT_LINE} text-anchor={anchor}>
                {formatOf(period).format(at)}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <div
        class="history-axis"
        data-zone={isInUtc ? messages.axisUtc : messages.axisLocal}
        aria-hidden="true"
      >
        {messages.axisUtc}
      </div>
      <figcaption>
        {texts.summary} <span class="hint">{texts.legend}</span>
      </figcaption>
    </figure>
  );
}

const COLUMNS = 180;

/** A heading with the choice of a period, the plot of that period, and its numbers. */
export function PlotSection(facts: {
  title: string;
  /** The samples, or a sentence that replaces the plot. */
  history: { period: Period; samples: Curve } | string;
  /** The current number of players; left out while a server is offline. */
  now?: number | undefined;
  /** The query of the page, without the period. */
  query?: string;
  sourceOf(period: Period): string;
}) {
  const { title, history, now, query = '', sourceOf } = facts;
  if (typeof history === 'string') {
    return (
      <section class="over-time" id="history">
        <h2>{title}</h2>
        <p>{history}</p>
      </section>
    );
  }
  const { period, samples } = history;
  return (
    <section class="over-time" id="history">
      <div class="plot-head row">
        <h2>{title}</h2>
        <nav class="periods" aria-label={messages.periodLabel}>
          {PERIODS.map((each) => (
            <a
              key={each}
              href={`${query === '' ? '?' : `${query}&`}period=${each}#history`}
              aria-current={each === period ? 'true' : undefined}
            >
              {messages.periods[each]}
            </a>
          ))}
        </nav>
      </div>
      <HistoryPlot
        samples={samples}
        period={period}
        columns={COLUMNS}
        now={now}
        source={sourceOf(period)}
      />
      <p class="hint">
        <a href={sourceOf(period)}>{messages.numbers}</a>
      </p>
    </section>
  );
}

/** Shows a server's history. Private servers, and servers whose samples cannot be read, get none. */
export function ServerHistory(facts: {
  hash: string;
  history: { period: Period; samples: Curve } | undefined;
  isPublic: boolean;
  now?: number;
  query?: string;
}) {
  const { hash, history, isPublic, ...rest } = facts;
  return (
    <PlotSection
      title={messages.heading}
      history={history ?? (isPublic ? messages.failed : messages.isPrivate)}
      sourceOf={(period) => `/api/v1/servers/${hash}/history?range=${period}`}
      {...rest}
    />
  );
}
