// Every sentence about the list of servers.

import { formatCount, plural } from '../../platform/messages/formats.en.ts';
import type { PluralForms } from '../../platform/messages/formats.ts';

export const listMessages = {
  searchHint: 'Name, software, country',
  filtersLabel: 'Search and filters',
  filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  filtersShown: 'Show filters',
  order: 'Sort by',
  listOrder: 'Default order',
  orders: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    country: 'Country, A to Z',
    '-country': 'Country, Z to A',
    software: 'Software, A to Z',
    '-software': 'Software, Z to A',
    '-players': 'Most players',
    players: 'Fewest players',
    '-uptime': 'Longest uptime',
    uptime: 'Shortest uptime',
  } as Readonly<Record<string, string>>,
  hideEmpty: 'Hide empty',
  hideFull: 'Hide full',
  webOnly: 'Playable in browser',
  ownOnly: 'Only this site',
  listedAt: (host: string) => `on ${host}`,
  elsewhere: (count: number) => `${formatCount(count)} on other sites`,
  mirrored:
    'Servers marked with ↗ are listed on another site, and Join opens their page there. In the default order, they fill at most half of the first page, unless this site has no matching server.',
  anySoftware: 'Any software',
  anyCountry: 'Any country',
  anyLanguage: 'Any language',
  anyTag: 'Any tag',
  apply: 'Apply',
  reset: 'Clear all',
  favouritesOnly: 'Favourites',
  copyAddress: 'Copy address',
  live: 'Live',
  paused: 'Paused',
  away: 'Reconnecting…',
  pause: 'Pause',
  resume: 'Resume',
  outdated:
    'This list is more than a minute old because the service has stopped answering. The page tries again every 15 seconds.',
  shown: (shown: number, all: number) =>
    shown === all
      ? plural(all, { one: '# server', other: '# servers' })
      : `${formatCount(shown)} of ${plural(all, { one: '# server', other: '# servers' })}`,
  madeAt: 'As of',
  madeAgo: (time: string) => `Updated ${time}`,
  cut: (from: number, to: number, found: number) =>
    `Servers ${formatCount(from)} to ${formatCount(to)} of ${formatCount(found)}`,
  first: 'First page',
  /** The browser's script fills in the number. */
  changes: (): PluralForms => ({ one: '{count} change', other: '{count} changes' }),
  changesTitle: 'Puts the servers in their new order',
  caption: 'Public servers, with players now and at most',
  columns: {
    uptime: 'Uptime',
  },
  playersOf: (players: number, most: number) => `${players} of ${most} players`,
  onlineFor: (duration: string) => `${duration} online`,
  featuredTitle: 'Featured by the operator of this site',
  join: 'Join',
  buttons: (hasPlay: boolean) =>
    `${hasPlay ? 'Play starts the game in your browser. ' : ''}Join shows how to join with the launcher.`,
  ranking: (isByPeople: boolean) =>
    `Order: featured servers first, then ${isByPeople ? 'by players now and people known to have joined' : 'most players, then longest uptime'}; empty servers come last.`,
  defaultOrder: 'Use this order',
  nothingFound: 'No servers match.',
  nothingFoundHint: (all: number) =>
    all === 1
      ? 'One server is online, but it does not match your search and filters.'
      : `${formatCount(all)} servers are online, but none of them match your search and filters.`,
  showAll: 'Show all servers',
  noFavourites:
    'None of these servers is a favourite yet. Use the star next to a server to add it.',
};

export const emptyListMessages = {
  title: 'No servers online yet',
  intro: 'A server appears here as soon as its first heartbeat arrives. This page then shows it.',
  site: 'Is this your site?',
  siteHow:
    'It has no administrator yet. Open the link that the service printed when it started, or get a new link with this command:',
  administration: {
    text: 'See what this site still needs, and what waits for you.',
    label: 'Go to the overview',
  },
  operator: {
    title: 'Do you run a game server?',
    text: 'One line in its settings adds it to this list. You see at once whether it worked.',
  },
  player: {
    title: 'Do you want to play?',
    text: 'Get the launcher ready now. You can join as soon as a server is here.',
  },
  stranger: {
    title: 'Do you want to play?',
    text: 'Create your account now. You can join as soon as a server is here.',
  },
};

export const rankingMessages = {
  title: 'How the list is ordered',
  rules: ({ days, halfLifeDays, firstStep, uncapped }: Record<string, number>, rows: string) => [
    '## Points',
    'Featured servers come first, empty ones last. The others are ordered by points, then by players, then by uptime.',
    'Points = log₂ (1 + players that count) + steps',
    `Anyone can make up a number of players. So at most ${uncapped} of the players online now count, and each step doubles this limit.`,
    `A new server ranks below all others for its first day, or until ${firstStep} people are known to have joined, unless it is featured.`,
    '## People and steps',
    `A server gets steps for different people who are known to have joined in the last ${days} days. A logged-in player counts as having joined after they opened the page of the server up to three minutes before it gained a player, or played there in the browser for a minute. Opening the whole list does not count.`,
    `On each server, an account counts once, and a network (/24, for IPv6 /48) counts once, by its latest day. Somebody who joined today counts fully, and half as much after every ${halfLifeDays} days.`,
    `Nobody can see who joined, and this data is deleted after ${days} days.`,
    `Steps | People from | Players up to\n-|-|-\n${rows}`,
  ],
};
