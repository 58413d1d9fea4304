// Every sentence of the pages of players.

export const playerMessages = {
  nobody: 'There is no player with this name, or the player hides this page.',
  about: (name: string) => `The player ${name}: skin and servers.`,
  suspended: 'This player is suspended.',
  onlyYou: 'Only you can see this page.',
  since: (day: string) => `Here since ${day}`,
  servers: 'Servers',
  favourites: 'Favourites',
  nothing: 'This player shows no servers.',
  choose: 'Choose what this page shows',
  settings: {
    title: 'Your public page',
    intro:
      'Your page has your name, your skin and the day on which you registered. Choose what else it shows.',
    isShown: 'Show my page',
    areServersShown: 'Show the servers that I run',
    areFavouritesShown: 'Show my favourites',
    hints: {
      isShown: 'Without this, nobody but you can open it.',
      areServersShown:
        'The page of each server then names you, too. Private servers are never shown.',
      areFavouritesShown: 'Only servers in the public list.',
    },
    saved: 'Your choice was saved.',
    open: 'Open your page',
  },
};
