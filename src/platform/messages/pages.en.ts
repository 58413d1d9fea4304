// Every sentence and label that readers of the pages see, in one place, so that a language can be added.

import { formatCount, plural } from './formats.en.ts';
import type { PluralForms } from './formats.ts';

export const messages = {
  product: 'Muster',
  skipToContent: 'Skip to content',
  register: 'Register',
  logIn: 'Log in',
  logOut: 'Log out',
  administration: 'Administration',
  loggedInAs: 'Logged in as',
  playingOn: (players: number, servers: number) =>
    `${formatCount(players)} playing on ${plural(servers, { one: '# server', other: '# servers' })}`,

  newServers: 'New servers',

  duration: {
    second: (count: number) => `${count} s`,
    minute: (count: number) => `${count} min`,
    hour: (count: number) => `${count} h`,
    day: (count: number) => `${count} d`,
    since: (exact: string) => `Since ${exact}`,
  },
  countryUnknown: 'Unknown',

  footer: {
    label: 'More on this site',
    list: 'Server list',
  },

  list: {
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
    opensAt: (host: string) => `Opens ${host}, another site`,
    elsewhere: (count: number) => `${formatCount(count)} on other sites`,
    mirrored:
      'Servers marked with ↗ are listed on another site, and Join opens their page there. In the default order they are never more than half of the first page, unless none of this site is found.',
    anySoftware: 'Any software',
    anyCountry: 'Any country',
    anyLanguage: 'Any language',
    anyTag: 'Any tag',
    apply: 'Apply',
    reset: 'Clear all',
    favouritesOnly: 'Favourites',
    copyAddress: 'Copy address',
    favouriteOf: (server: string) => `Favourite: ${server}`,
    copied: 'Copied',
    copyFailed: 'Not copied',
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
    caption: 'Public servers',
    columns: {
      uptime: 'Uptime',
    },
    playersOf: (players: number, most: number) => `${players} of ${most} players`,
    playersNow: (players: number, most: number) => `${players}/${most} players`,
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
  },

  ranking: {
    title: 'How the list is ordered',
    rules: ({ days, halfLifeDays, firstStep, uncapped }: Record<string, number>, rows: string) => [
      '## Points',
      'Featured servers come first, empty ones last. Otherwise the server with the most points is first. Of equal points, more players count, then longer uptime.',
      'Points = log₂ (1 + players that count) + steps',
      `Anybody can make up a number of players. So of the players online now, ${uncapped} count at most, and twice as many with each step.`,
      `A server that came to the list less than a day ago stands below all others until ${firstStep} people are known to have joined, unless it is featured.`,
      '## People and steps',
      `Steps are for different people who are known to have joined in the last ${days} days. These are logged-in players who opened the page of a server up to three minutes before it had a player more, or who played there in the browser for a minute. Opening the whole list does not count.`,
      `For each server an account counts once, and a network (/24, for IPv6 /48) counts once, by the latest day. Whoever came today counts fully, and half as much with every ${halfLifeDays} days since then.`,
      `Nobody can see who they were, and after ${days} days it is deleted.`,
      `Steps | People from | Players up to\n-|-|-\n${rows}`,
    ],
    label: 'People',
    joined: (people: number, today: number) =>
      `${plural(people, { one: '# person', other: '# people' })} in two weeks, ${formatCount(today)} of them today`,
    parts: (points: number, players: number, steps: number) =>
      `${formatCount(Math.round(10 * points) / 10)} points: ${plural(players, { one: '# player counts', other: '# players count' })}, ${plural(steps, { one: '# step', other: '# steps' })}`,
    isNew: 'New, so it stands below the others for now',
  },

  empty: {
    title: 'No servers online yet',
    intro: 'Public servers appear here as soon as they send a heartbeat. To add the first one:',
    more: 'Play and add your server: all steps, for more server software and for two lists at once',
    why: 'Sending heartbeats but not listed? See why',
  },

  server: {
    playersNow: 'online now',
    softwareUnknown: 'Not specified',
    listed: 'Visibility',
    isPublic: 'In the public list',
    isPrivate: 'Private: not in the list. Join with the address of this page.',
    isRelocated: 'Not listed: its heartbeats now come from another address',
    toRelocated: 'see its new page',
    // The launcher's Direct connect screen refuses play URLs (C11.6).
    launcherTitle: 'Join with the launcher',
    launcherHow:
      'Log in to the launcher, then paste this address into the field at the bottom of the server list:',
    addressLabel: 'Address of this server',
    directTitle: 'Join with one click',
    directHow: (name: string) =>
      `Only for ${name}: this link contains your personal key for the server. Do not share it.`,
    directLink: 'Open in the game client',
    directConnect: 'Or paste this link into the Direct connect screen of the launcher:',
    directLabel: 'Your link to this server',
    copyLink: 'Copy link',
    directOnPhone: 'In the launcher app, open Direct connect and paste this link:',
    notOnIos: 'To join this server, open this page on a computer.',
    otherWays: 'Other ways to join',
    needsAccount: 'You need an account on this site.',
    verify: 'Verify your account',
    needsVerification: 'You can join as soon as your account is verified.',
    offline: 'Offline',
    lastSeen: 'Last seen',
    rally: {
      title: 'Play together',
      how: 'Nobody on yet? Say that you would play if enough others come. Once there are enough, all of them are told at once.',
      pledged: (players: number, wanted: number) =>
        `${plural(players, { one: '# player', other: '# players' })} would play here. It takes at least ${wanted}.`,
      coming: (players: number) =>
        `${plural(players, { one: '# player comes', other: '# players come' })} now. Play with them.`,
      own: (wanted: number) => `You would play if there are ${wanted} of you. This holds until`,
      byEmail: 'You get one email as soon as there are enough.',
      push: 'Notify this device too',
      pushFailed: 'This browser does not take notifications from this page.',
      pushStop: (browsers: number) => `Stop notifications (${browsers})`,
      wanted: 'How many, with you',
      players: (players: number) => `${players} players`,
      minutes: 'For how long',
      hint: 'Others see how many you are, not who. You can wait for one server at a time: this takes the place of any other.',
      submit: 'I would play',
      takeBack: 'Take it back',
    },
    alert: {
      title: 'Tell me when it is back',
      start: 'Email me when it is back',
      how: (days: number) =>
        `You get one email, once. If the server is not back within ${days} days, you get none.`,
      isSet: (days: number) =>
        `You get one email when this server is back, if that is within ${days} days.`,
      stop: 'Stop waiting',
      needsLogin: 'Log in to get an email when this server is back.',
      needsEmail: 'To get an email when this server is back, confirm your email address first.',
    },
  },

  favourites: {
    none: 'You have no favourites yet. Use the star next to a server to add it.',
    intro: 'Only you can see this list. Press a star to remove the server.',
    nameless: 'Server without a known name',
    isPrivate: 'Private',
  },

  share: {
    title: 'Share',
    link: 'Link',
    widgetHow: 'This shows the list on another site. It updates itself once a minute:',
  },

  gone: {
    title: 'This server is not online',
    why: 'The address may be incomplete, or the server may have stopped sending heartbeats or moved to another address or port.',
    comeback:
      'Servers come back at the same address as soon as they send heartbeats again. If this one has moved, find its new address in the list.',
  },

  banned: {
    title: 'This server is not listed here',
    why: 'The moderators of this site do not allow it in their list. It may still be online.',
    staffTitle: 'This server is banned',
    forStaff: (until: string | null, reason: string) =>
      `Banned ${until === null ? 'with no end date' : `until ${until}`}. Reason: ${reason}`,
    refused: 'Its heartbeats are refused. Other visitors read that it is not listed here.',
    yours: (until: string | null, reason: string) =>
      `The moderators of this site banned your server ${
        until === null ? 'with no end date' : `until ${until}`
      }. Reason: ${reason}`,
    yoursNext:
      'Its heartbeats are refused. If you do not agree, contact the operator of this site.',
  },

  failure: {
    titles: {
      400: 'Bad request',
      401: 'You need to log in',
      403: 'Not allowed',
      404: 'Page not found',
      405: 'Method not allowed',
      409: 'Already taken or changed',
      413: 'Request too large',
      429: 'Too many requests',
      500: 'Internal error',
      503: 'Temporarily unavailable',
    } as Readonly<Record<number, string>>,
    otherTitle: 'This is not possible',
    nothingHere: 'There is no page at this address. Check the spelling.',
    unreadable: 'The request could not be understood. Check its fields.',
    closed: 'The service is starting or stopping. Try again in a moment.',
    unknown: (requestId: string) =>
      `Internal error. If it happens again, give this ID to the operator of this site: ${requestId}`,
    impossible: (requestId: string) =>
      `The service cannot do this right now. Try again in a few minutes. If it keeps happening, give this ID to the operator of this site: ${requestId}`,
    requestId: 'Request ID:',
    wrongMethod: (method: string, allowed: string) =>
      `${method} is not supported here. Use ${allowed}.`,
    bodyTooLarge: (limit: number) => `The request body is larger than ${limit} bytes. Send less.`,
    toTheList: 'Go to the server list',
    tooManyPages: (seconds: number) =>
      `Too many different pages were requested from your address. Try again in ${seconds} s.`,
    sentByMuster: 'A Muster sent this request, and no Muster accepts requests of another one.',
    wrongHostTitle: 'Direct IP access is not allowed',
    wrongHost:
      'This service only answers under its own name. Your request named another host, or none.',
    rightHost: 'Use this address instead:',
    noBaseUrl: 'This service has no public address yet, so it only answers on its own machine.',
    setBaseUrl: (url: string) => `To make it reachable here, start it with MUSTER_BASE_URL=${url}`,
    orLocally: 'On the machine itself:',
  },
} as const;
