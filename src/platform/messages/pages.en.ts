// Every sentence and label that readers of the pages see, in one place, so that a language can be added.

import { formatCount, plural } from './formats.en.ts';

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
  /** The page that helps players and operators to begin. */
  getStarted: 'Play and add your server',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Not copied',

  /** The words in other sentences that become a link to the contact. */
  operatorPhrases: [
    'the operator of this site',
    'contact its operator',
    'tell its operator',
    'ask its operator',
  ] as readonly string[],
  notice: {
    label: 'Notice of this site',
    levels: { info: 'Notice:', warning: 'Warning:', outage: 'Outage:' },
    until: 'Until',
  },
  theme: {
    label: 'Appearance',
    names: { system: 'System', light: 'Light', dark: 'Dark' },
  },

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

  apiDocs: {
    titles: { open: 'API documentation', keys: 'API with a key' },
    contents: 'Groups',
    asOpenApi: 'As OpenAPI, for programs',
    access: 'Access',
    types: 'Data types',
    shared: 'Shared answers and headers',
    path: 'In the path',
    query: 'In the query',
    header: 'In headers',
    cookie: 'In cookies',
    body: (type: string) => `In the body, as ${type}`,
    answers: 'Answers',
    sharedAnswers: 'Also:',
    optional: 'optional',
    requiredAccess: 'Required:',
    optionalAccess: 'Optional:',
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
    sentByMuster:
      'This request came from a Muster. A Muster accepts no requests from other Musters.',
    wrongHostTitle: 'Direct IP access is not allowed',
    wrongHost:
      'This service only answers under its own name. Your request named another host, or none.',
    rightHost: 'Use this address instead:',
    noBaseUrl: 'This service has no public address yet, so it only answers on its own machine.',
    setBaseUrl: (url: string) => `To make it reachable here, start it with MUSTER_BASE_URL=${url}`,
    orLocally: 'On the machine itself:',
  },
} as const;
