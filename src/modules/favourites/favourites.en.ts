// Every sentence about favourites.

export const favouriteMessages = {
  title: 'Your favourites',
  of: (server: string) => `Favourite: ${server}`,
  none: 'You have no favourites yet. Use the star next to a server to add it.',
  intro: 'Only you can see this list. Press a star to remove the server.',
  nameless: 'Server without a known name',
  isPrivate: 'Private',
};

export const favouriteFailures = {
  tooManyFavourites: (most: number) =>
    `You can have at most ${most} favourites. Remove one of them first.`,
};
