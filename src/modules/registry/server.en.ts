// Every sentence about a server on its page, and about one that is not there.

import { plural } from '../../platform/messages/formats.en.ts';

export const serverMessages = {
  playersNow: 'online now',
  opensAt: (host: string) => `Opens ${host}, another site`,
  playersOfMost: (players: number, most: number) => `${players}/${most} players`,
  softwareUnknown: 'Not specified',
  onlineFor: 'Online for',
  operator: 'Run by',
  firstSeen: 'First seen',
  available: 'Available',
  availableTitle: 'Share of the hours of the last 30 days in which this server was listed',
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
    nobody: 'Nobody online yet?',
    how: 'Say that you would play if enough others come. Once enough players say so, all of you get a message.',
    pledged: (players: number, wanted: number) =>
      `${plural(players, { one: '# player', other: '# players' })} would play here. At least ${wanted} are needed.`,
    coming: (players: number) =>
      `${plural(players, { one: '# player comes', other: '# players come' })} now. Play with them.`,
    own: (wanted: number) => `You would play if there are ${wanted} of you. This holds until`,
    byEmail: 'You get one email as soon as enough players say so.',
    push: 'Notify this device too',
    pushFailed: 'This browser does not accept notifications from this page.',
    pushStop: (browsers: number) => `Stop notifications (${browsers})`,
    wanted: 'How many, with you',
    players: (players: number) => `${players} players`,
    minutes: 'For how long',
    hint: 'Others see your number, not your names. You can wait for one server at a time: a new pledge replaces the old one.',
    submit: 'I would play',
    takeBack: 'Take the pledge back',
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
};

export const goneMessages = {
  title: 'This server is not online',
  why: 'The address may be incomplete. Or the server has stopped sending heartbeats, or has moved to another address or port.',
  comeback:
    'Servers come back at the same address as soon as they send heartbeats again. If this one has moved, find its new address in the list.',
};

export const bannedMessages = {
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
  yoursNext: 'Its heartbeats are refused. If you do not agree, contact the operator of this site.',
};

export const registryFailures = {
  hash: (text: string) =>
    `"${text}" is not a server hash. Use the 32 hex digits at the end of the server's play URL.`,
};
