// Every sentence and label that readers of the pages see, in one place, so that a language can be added.

import { plural as pluralOf } from '../lib/text.ts';

/** A count, with its thousands apart, and its noun. */
export const plural = (count: number, one: string, many: string): string =>
  pluralOf(count, one, many, formatCount);

/** A whole number with separated thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** The language of all messages, as HTML's `lang`. */
export const LANGUAGE = 'en';

export const messages = {
  product: 'Muster',
  skipToContent: 'Skip to the content',
  register: 'Register',
  logIn: 'Log in',
  logOut: 'Log out',
  administration: 'Administration',
  loggedInAs: (name: string) => `Logged in as ${name}`,
  playingOn: (players: number, servers: number) =>
    `${formatCount(players)} playing on ${plural(servers, 'server', 'servers')}`,

  duration: {
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count} d`,
    since: (exact: string) => `Since ${exact}`,
    ago: (length: string) => `${length} ago`,
  },
  countryUnknown: 'Unknown',

  footer: {
    label: 'More of this site',
    list: 'Server list',
    help: 'Why is my server not in the list?',
    api: 'The API, for programs',
  },

  list: {
    documentTitle: (players: number, servers: number, site: string) =>
      `${formatCount(players)} playing on ${plural(servers, 'server', 'servers')} · ${site}`,
    searchLabel: 'Search servers',
    searchHint: 'Name, software, country',
    filtersLabel: 'Search and filters',
    hideEmpty: 'Hide empty',
    hideFull: 'Hide full',
    webOnly: 'Playable in browser',
    software: 'Software',
    anySoftware: 'Any software',
    country: 'Country',
    anyCountry: 'Any country',
    apply: 'Show',
    reset: 'Clear all',
    favouritesOnly: 'Favourites only',
    favourite: 'Favourite',
    copyAddress: 'Copy address',
    copied: 'Copied',
    copyFailed: 'Not copied',
    live: 'Live',
    paused: 'Paused',
    pause: 'Pause updates',
    resume: 'Resume updates',
    outdated:
      'This list is more than a minute old, because the service did not answer since. It is asked again every 15 seconds.',
    shown: (shown: number, all: number) =>
      shown === all
        ? plural(all, 'server', 'servers')
        : `${formatCount(shown)} of ${plural(all, 'server', 'servers')}`,
    madeAt: 'As of',
    cut: (limit: number, found: number) =>
      `The first ${formatCount(limit)} of ${formatCount(found)} servers are shown. Search or filter to see others.`,
    caption: 'Public servers',
    columns: {
      name: 'Server',
      country: 'Country',
      software: 'Software',
      players: 'Players',
      uptime: 'Uptime',
      actions: 'Join',
    },
    sortBy: (column: string) => `Sort by ${column.toLowerCase()}`,
    playersOf: (players: number, most: number) => `${players} of ${most} players`,
    web: 'Web',
    webTitle: 'Can be played here in the browser',
    featured: 'Featured',
    featuredTitle: 'Chosen by the operator of this site',
    play: 'Play',
    playOn: (name: string) => `Play on ${name} in the browser`,
    playTitle: 'Opens the game here in the browser',
    join: 'Join',
    howToJoin: (name: string) => `How to join ${name}`,
    joinTitle: 'Shows how to get in with the launcher',
    buttons: (hasPlay: boolean) =>
      `${hasPlay ? 'Play opens the game here in the browser. ' : ''}Join shows how to get in with the launcher.`,
    ranking:
      'Order: featured servers first, then those with more players, then those that have been up longer; empty servers come last.',
    defaultOrder: 'Back to this order',
    nothingFound: 'No server matches.',
    nothingFoundHint: (all: number) =>
      all === 1
        ? 'One server is online, but it does not fit this search and these filters.'
        : `${formatCount(all)} servers are online, but none fits this search and these filters.`,
    showAll: 'Show all servers',
    noFavourites: 'None of the servers shown is among your favourites. Mark one with its star.',
  },

  empty: {
    title: 'No server is online yet',
    intro: 'Public servers appear here as soon as they send a heartbeat. To put the first one in:',
    more: 'Play and add your server: all steps, for more server software and for two lists at once',
    why: 'It sends heartbeats, and is still not here? See what came of them',
  },

  server: {
    playersNow: 'Players now',
    software: 'Software',
    softwareUnknown: 'Not told',
    country: 'Country',
    uptime: 'Uptime',
    listed: 'Listing',
    isPublic: 'In the public list',
    isPrivate: 'Private: reached by this address, not in the list',
    isRelocated: 'Left out: its heartbeats come from another address now',
    toRelocated: 'its page there',
    // The launcher's Direct connect screen refuses play URLs (C11.6).
    launcherTitle: 'Join with the launcher',
    launcherHow:
      'Log in to the launcher, then paste this address into the field at the bottom of its server list:',
    addressLabel: 'Address of this server',
    directTitle: 'Join with one click',
    directHow: (name: string) =>
      `For ${name} only: this link carries your key to the server. Do not pass it on.`,
    directLink: 'Open in the game client',
    directConnect: 'Or paste this link into the launcher’s Direct connect screen:',
    directLabel: 'Your link to this server',
    copyLink: 'Copy link',
    directNeedsLogin:
      'A link that opens the game client at once is shown here when you are logged in.',
    verify: 'Verify your account',
    directNeedsVerification:
      'A link that opens the game client at once needs a verified account, and yours is not verified yet.',
    back: 'All servers',
  },

  gone: {
    title: 'No server is live here',
    why: 'Either the address is not complete, or the server has stopped sending heartbeats, or it moved to another address or port.',
    comeback:
      'Servers come back under the same address as soon as they send heartbeats again. One that moved has a new address: look for it in the list.',
  },

  failure: {
    titles: {
      400: 'This request cannot be read',
      401: 'You have to log in for this',
      403: 'This is not allowed',
      404: 'There is nothing here',
      405: 'This method is not for this address',
      409: 'This is taken',
      413: 'This request is too large',
      429: 'Too many requests',
      500: 'Internal error',
      503: 'Not available right now',
    } as Readonly<Record<number, string>>,
    otherTitle: 'Not possible',
    nothingHere: 'There is nothing at this address. Check its spelling.',
    unreadable: 'This request cannot be read. Check its fields.',
    closed: 'The service is starting or stopping. Try again in a moment.',
    unknown: (requestId: string) =>
      `Internal error. If it happens again, tell the operator this id: ${requestId}`,
    impossible: (requestId: string) =>
      `The service cannot do this right now. Try again in a few minutes. If it goes on, tell the operator this id: ${requestId}`,
    requestId: 'Request id:',
    wrongMethod: (method: string, allowed: string) =>
      `${method} is not possible here; ${allowed} are.`,
    bodyTooLarge: (limit: number) => `The body of this request is over ${limit} bytes. Send less.`,
    toTheList: 'To the server list',
    tooManyPages: (seconds: number) =>
      `Too many different pages were asked for from your address. Ask again in ${seconds} s.`,
    tooManyListeners:
      'Too many pages are being kept up to date already. This one asks for the list itself.',
    wrongHostTitle: 'Direct IP access is not allowed',
    wrongHost:
      'This service answers only under its own name. Your request named another host, or none.',
    rightHost: 'Use this address instead:',
    noBaseUrl:
      'This service has no address of its own yet, so it answers on its own machine alone.',
    setBaseUrl: (url: string) =>
      `To be reached here, it has to be started with MUSTER_BASE_URL=${url}`,
    orLocally: 'On its own machine:',
  },
} as const;
