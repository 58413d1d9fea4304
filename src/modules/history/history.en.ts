// Every sentence about the history of players, and of the page with statistics.

import { formatCount, plural } from '../../platform/messages/formats.en.ts';
import type { PluralForms } from '../../platform/messages/formats.ts';

const periods = { '24h': '24 hours', '7d': '7 days', '90d': '90 days' } as const;

const players = (count: number): string => plural(count, { one: '# player', other: '# players' });

export const historyMessages = {
  heading: 'Players over time',
  totalHeading: 'Players on all servers',
  periodLabel: 'Period',
  periods,
  title: (period: keyof typeof periods) => `Players in the last ${periods[period]}`,
  describe: ({ min, max, now }: { min: number; max: number; now: number | undefined }) => {
    const span =
      min === max ? `Always ${players(max)}` : `From ${formatCount(min)} to ${players(max)}`;
    return now === undefined ? `${span}.` : `${span}, ${formatCount(now)} now.`;
  },
  collecting: 'Data is being collected. The number of players appears after about an hour.',
  legend: 'The line shows the average, the blocks show the maximum.',
  axisUtc: 'Time (UTC)',
  /** The browser's script puts its time zone in place of `{zone}`. */
  axisLocal: 'Your time ({zone})',
  /** What a plot shows at a time; the browser's script fills in time and numbers. */
  value: '{time}: {mean} on average, {peak} at most',
  unknown: '{time}: no data',
  nothing: (period: keyof typeof periods) =>
    `There is no data for the last ${periods[period]} yet. Players are counted once a minute from the first heartbeat on. Come back in a few minutes.`,
  isPrivate: 'The number of players over time is not shown for private servers.',
  failed: 'The number of players over time cannot be shown right now. Reload the page later.',
  numbers: 'Data as JSON',

  /** What a sparkline shows of an hour; the browser's script fills in its beginning and the number. */
  sparkValue: (): PluralForms => ({
    one: '{time}: {count} player',
    other: '{time}: {count} players',
  }),
  fresh: 'New',
  freshTitle: 'Listed for less than a day',

  /** `{time}` is an hour of the day. */
  usuallyFull: 'Usually full at {time}',
  busiest: 'Busiest around {time}',
  rising: 'Filling up now',
} as const;
