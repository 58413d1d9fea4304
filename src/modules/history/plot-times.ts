// The times of a plot in any time zone: its ticks, and the span under a pointer. The browser runs this file too.

export type Period = '24h' | '7d' | '90d';

/** Returns the milliseconds by which local time is ahead of UTC at a moment. */
export type OffsetAt = (at: number) => number;

/** The locale that writes days for a language: in English "1 Sep". */
export const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every time zone is ahead of UTC by a multiple of this. */
const FINEST_MS = 15 * MINUTE_MS;

export const CLOCK: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

export const PERIOD_TIMES: Record<
  Period,
  {
    /**
     * How local time divides into spans. `isTick` picks the spans that begin with a tick; it reads local time as UTC.
     */
    everyMs: number;
    isTick?: (local: Date) => boolean;
    tick: Intl.DateTimeFormatOptions;
    spanMs: number;
    span: Intl.DateTimeFormatOptions;
  }
> = {
  '24h': {
    everyMs: 4 * HOUR_MS,
    tick: CLOCK,
    spanMs: 10 * MINUTE_MS,
    span: CLOCK,
  },
  '7d': {
    everyMs: DAY_MS,
    tick: { weekday: 'short', day: 'numeric' },
    spanMs: HOUR_MS,
    span: { weekday: 'short', day: 'numeric', ...CLOCK },
  },
  '90d': {
    everyMs: DAY_MS,
    isTick: (local) => [1, 16].includes(local.getUTCDate()),
    tick: { day: 'numeric', month: 'short' },
    spanMs: DAY_MS,
    span: { weekday: 'short', day: 'numeric', month: 'short' },
  },
};

/** The lower end of a tick in pixels from the top of the plot. `TEXT_LINE` is the base line of its text. */
export const TICK_END = 166;
export const TEXT_LINE = 180;

export interface Tick {
  at: number;
  share: number;
  /** The part of the text at the tick, chosen so that no text leaves the plot. */
  anchor: 'start' | 'middle' | 'end';
}

export function placeTicks(period: Period, from: number, to: number, offsetAt: OffsetAt): Tick[] {
  const { everyMs, isTick = () => true } = PERIOD_TIMES[period];
  const ticks: Tick[] = [];
  const first = Math.ceil(from / FINEST_MS) * FINEST_MS;
  const spanOf = (at: number) => Math.floor((at + offsetAt(at)) / everyMs);
  let latest = spanOf(first - FINEST_MS);
  for (let at = first; at < to; at += FINEST_MS) {
    // A clock change can make a span begin late or begin twice; it still gets one tick.
    if (spanOf(at) <= latest) continue;
    latest = spanOf(at);
    if (!isTick(new Date(latest * everyMs))) continue;
    const share = Math.round(((at - from) / (to - from)) * 10_000) / 100;
    ticks.push({ at, share, anchor: share < 6 ? 'start' : share > 94 ? 'end' : 'middle' });
  }
  return ticks;
}

/** The span of local time that contains `at`: ten minutes, an hour or a day. */
export function spanAt(
  period: Period,
  at: number,
  offsetAt: OffsetAt,
): { start: number; end: number } {
  const { spanMs } = PERIOD_TIMES[period];
  const local = Math.floor((at + offsetAt(at)) / spanMs) * spanMs;
  // When the clock changes within a day, each end has its own offset.
  const momentOf = (time: number) => {
    const moment = time - offsetAt(time - offsetAt(at));
    // The clock skips this local time: take the first moment after the gap.
    return moment + offsetAt(moment) < time ? time - offsetAt(moment) : moment;
  };
  return { start: momentOf(local), end: momentOf(local + spanMs) };
}

/** The starts of the local days of a period, and the end of the last. The period cuts the outer days. */
export function daysBetween(from: number, to: number, offsetAt: OffsetAt): number[] {
  const edges = [from];
  while ((edges.at(-1) ?? to) < to) {
    edges.push(Math.min(to, spanAt('90d', edges.at(-1) ?? from, offsetAt).end));
  }
  return edges;
}
