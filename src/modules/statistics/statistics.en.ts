// Every sentence about the figures of the whole site.

import { formatCount, plural } from '../../platform/messages/formats.en.ts';

const registered = (count: number): string =>
  plural(count, { one: '# account', other: '# accounts' });

export const statisticsMessages = {
  title: 'Statistics',
  playersNow: 'Playing now',
  serversNow: 'Servers now',
  mostPlayers: 'Most players at once',
  mostServers: 'Most servers at once',
  recordsNote: 'Players and servers are counted once a minute.',
  noRecords: 'The first count is due within a minute. Reload the page then.',
  historyFailed:
    'The numbers of players over time cannot be shown right now. Reload the page later.',
  bySoftware: 'By software',
  byCountry: 'By country',
  byLanguage: 'By language',
  byTag: 'By tag',
  servers: 'Servers',
  other: 'Other or unknown',
  more: (count: number) => `${formatCount(count)} more`,
  noServers: 'No public server is online.',
  share: (percent: number) => `${percent}% of all servers`,

  registrations: 'Registrations',
  registrationsFailed: 'The registrations cannot be shown right now. Reload the page later.',
  registrationsTitle: 'Accounts registered on each of the last 90 days',
  registrationsSum: (sum: number, most: number) =>
    `${registered(sum)} in the last 90 days, at most ${formatCount(most)} on one day.`,
  registrationsNote: 'Days are in UTC. Accounts that were deleted later are not counted.',
  axisAccounts: 'Accounts',
  /** What the plot shows at a day; the browser's script fills in day and number. */
  value: '{time}: {peak} registered',
  days: 'Numbers by day',
  day: 'Day (UTC)',
} as const;
