// Every sentence of the pages of players.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './player-page.en.ts';

export const playerMessages: Translation<typeof english.playerMessages> = {
  nobody: 'Es gibt keinen Spieler mit diesem Namen, oder er zeigt seine Seite nicht.',
  about: (name) => `${name} auf dieser Website: Skin und Server.`,
  suspended: 'Dieses Konto ist gesperrt.',
  onlyYou: 'Nur du kannst diese Seite sehen.',
  since: (day) => `Dabei seit ${day}`,
  servers: 'Server',
  favourites: 'Favoriten',
  nothing: 'Dieser Spieler zeigt keine Server.',
  choose: 'Auswählen, was diese Seite zeigt',
  settings: {
    title: 'Deine öffentliche Seite',
    intro:
      'Auf deiner Seite stehen dein Name, dein Skin und der Tag deiner Registrierung. Wähle, was sie sonst noch zeigt.',
    isShown: 'Meine Seite zeigen',
    areServersShown: 'Die Server zeigen, die ich betreibe',
    areFavouritesShown: 'Meine Favoriten zeigen',
    hints: {
      isShown: 'Ohne diese Auswahl kannst nur du deine Seite öffnen.',
      areServersShown:
        'Dann nennt dich auch die Seite jedes dieser Server. Private Server werden nie gezeigt.',
      areFavouritesShown: 'Nur Server aus der öffentlichen Liste.',
    },
    saved: 'Deine Auswahl ist gespeichert.',
    open: 'Deine Seite öffnen',
  },
};
