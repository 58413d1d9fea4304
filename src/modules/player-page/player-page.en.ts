// Every sentence of the pages of players.

export const playerMessages = {
  nobody: 'There is no player with this name, or the player hides this page.',
  about: (name: string) => `The player ${name}: skin and servers.`,
  suspended: 'This player is suspended.',
  onlyYou: 'Only you can see this page.',
  since: (day: string) => `Member since ${day}`,
  servers: 'Servers',
  favourites: 'Favourites',
  nothing: 'This player shows no servers.',
  choose: 'Choose what this page shows',
  settings: {
    title: 'Your public page',
    intro:
      'Your page shows your name, your skin and the day you registered. Choose what else it shows.',
    isShown: 'Show my page',
    areServersShown: 'Show the servers that I run',
    areFavouritesShown: 'Show my favourites',
    hints: {
      isShown: 'If this is off, only you can open your page.',
      areServersShown:
        'The page of each of these servers then also names you. Private servers are never shown.',
      areFavouritesShown: 'Only servers in the public list.',
    },
    saved: 'Your choice was saved.',
    open: 'Open your page',
  },
};
