// Every sentence about a player's own list: servers played on lately, and hidden servers.

export const ownListMessages = {
  recent: {
    title: 'Recently played',
    intro:
      'Servers that you joined from their page or in the browser. Only you can see this list. It keeps the last 30 servers.',
    none: 'No servers yet. A server appears here after you join it from its page or in the browser. Only you can see this list.',
    notKnown: 'This site does not store who joins a server.',
    played: 'Played',
    isOff: 'This list is off. This site stores no joins for it.',
    clear: 'Clear list',
    offHint:
      'If you switch this list off, it is deleted, and this site stores no more joins for it.',
    switchOff: 'Switch off',
    switchOn: 'Switch on',
  },
  hidden: {
    title: 'Hidden servers',
    intro: 'Your server list on this site leaves out these servers. Launchers still show them.',
    none: 'You have hidden no servers. To hide one, open its page.',
    hide: 'Hide from my list',
    isHidden: 'Hidden from your list.',
    unhide: 'Show again',
    unhideOf: (server: string) => `Show ${server} again`,
    count: (servers: number) => (servers === 1 ? '1 server hidden' : `${servers} servers hidden`),
    show: 'Show',
  },
};

export const ownListFailures = {
  tooManyHidden: (most: number) =>
    `You can hide at most ${most} servers. Show one of them again first.`,
};
