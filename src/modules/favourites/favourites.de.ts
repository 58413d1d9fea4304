// Every sentence about favourites.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './favourites.en.ts';

export const favouriteMessages: Translation<typeof english.favouriteMessages> = {
  title: 'Deine Favoriten',
  of: (server) => `Favorit: ${server}`,
  none: 'Du hast noch keine Favoriten. Mit dem Stern neben einem Server fügst du ihn hinzu.',
  intro: 'Diese Liste siehst nur du. Mit dem Stern entfernst du einen Server.',
  nameless: 'Server, dessen Name nicht bekannt ist',
  isPrivate: 'Privat',
};

export const favouriteFailures: Translation<typeof english.favouriteFailures> = {
  tooManyFavourites: (most) =>
    `Du kannst höchstens ${most} Favoriten haben. Entferne zuerst einen davon.`,
};
