// Every sentence about the history of players.

import { formatCount, plural } from '../messages.ts';

/** The periods of plots, in words. */
const periods = { '24h': '24 hours', '7d': '7 days', '90d': '90 days' } as const;

const players = (count: number): string => plural(count, 'player', 'players');

export const historyMessages = {
  heading: 'Players over time',
  totalHeading: 'Players on all servers',
  periodLabel: 'Period',
  periods,
  title: (period: keyof typeof periods) => `Players in the last ${periods[period]}`,
  describe: ({ min, max, now }: { min: number; max: number; now: number }) => {
    const span =
      min === max ? `Always ${players(max)}` : `From ${formatCount(min)} to ${players(max)}`;
    return `${span}, ${formatCount(now)} just now.`;
  },
  legend: 'The line is the average, the blocks are the most at once. Times are UTC.',
  nothing: (period: keyof typeof periods) =>
    `Nothing is recorded of the last ${periods[period]} yet. Players are counted once a minute from the first heartbeat on; come back in a few minutes.`,
  isPrivate: 'How many played here over time is not shown, since this server is private.',
  failed: 'How many played here over time cannot be shown right now. Load the page again later.',
  numbers: 'The numbers, as JSON',

  column: '24 h',
  columnTitle: 'Players in the last 24 hours',
  spark: (min: number, max: number) =>
    min === max
      ? `${players(max)} throughout the last 24 hours`
      : `${min} to ${players(max)} in the last 24 hours`,
  fresh: 'New',
  freshTitle: 'Listed too recently to show a day',
} as const;
