// The times of a plot in any zone: where its ticks are, and the span under a pointer. The browser runs it too.

export type Period = '24h' | '7d' | '90d';

/** Milliseconds by which local time is ahead of UTC at a moment. */
export type OffsetAt = (at: number) => number;

/** How days are written in a language: in English "1 Sep". */
export const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every zone is a multiple of this ahead of UTC. */
const FINEST_MS = 15 * MINUTE_MS;

export const CLOCK: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

export const PERIOD_TIMES: Record<
  Period,
  {
    /** Whether a whole hour has a tick; it takes the local time as if it were UTC. */
    isTick: (local: Date) => boolean;
    tick: Intl.DateTimeFormatOptions;
    spanMs: number;
    span: Intl.DateTimeFormatOptions;
  }
> = {
  '24h': {
    isTick: (local) => local.getUTCHours() % 4 === 0,
    tick: CLOCK,
    spanMs: 10 * MINUTE_MS,
    span: CLOCK,
  },
  '7d': {
    isTick: (local) => local.getUTCHours() === 0,
    tick: { weekday: 'short', day: 'numeric' },
    spanMs: HOUR_MS,
    span: { weekday: 'short', day: 'numeric', ...CLOCK },
  },
  '90d': {
    isTick: (local) => local.getUTCHours() === 0 && [1, 16].includes(local.getUTCDate()),
    tick: { day: 'numeric', month: 'short' },
    spanMs: DAY_MS,
    span: { weekday: 'short', day: 'numeric', month: 'short' },
  },
};

/** How far a tick goes down from the top of the plot, and the base line of its text, in pixels. */
export const TICK_END = 166;
export const TEXT_LINE = 180;

export interface Tick {
  at: number;
  share: number;
  /** Which part of its text is there, so that none leaves the plot. */
  anchor: 'start' | 'middle' | 'end';
}

export function placeTicks(period: Period, from: number, to: number, offsetAt: OffsetAt): Tick[] {
  const { isTick } = PERIOD_TIMES[period];
  const ticks: Tick[] = [];
  let before = Number.NaN;
  for (let at = Math.ceil(from / FINEST_MS) * FINEST_MS; at < to; at += FINEST_MS) {
    const local = at + offsetAt(at);
    // An hour that the clock shows twice has one tick.
    if (local % HOUR_MS !== 0 || local === before || !isTick(new Date(local))) continue;
    before = local;
    const share = Math.round(((at - from) / (to - from)) * 10_000) / 100;
    ticks.push({ at, share, anchor: share < 6 ? 'start' : share > 94 ? 'end' : 'middle' });
  }
  return ticks;
}

/** The span of local time that a moment is in: ten minutes, an hour or a day. */
export function spanAt(
  period: Period,
  at: number,
  offsetAt: OffsetAt,
): { start: number; end: number } {
  const { spanMs } = PERIOD_TIMES[period];
  const local = Math.floor((at + offsetAt(at)) / spanMs) * spanMs;
  // Where the clock is changed within a day, each end has an offset of its own.
  const momentOf = (time: number) => time - offsetAt(time - offsetAt(at));
  return { start: momentOf(local), end: momentOf(local + spanMs) };
}
