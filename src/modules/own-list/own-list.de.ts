// Every sentence about a player's own list: servers played on lately, and hidden servers.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './own-list.en.ts';

export const ownListMessages: Translation<typeof english.ownListMessages> = {
  recent: {
    title: 'Zuletzt gespielt',
    intro:
      'Server, denen du über ihre Seite oder im Browser beigetreten bist. Diese Liste siehst nur du. Sie enthält die letzten 30 Server.',
    none: 'Noch keine Server. Ein Server erscheint hier, nachdem du ihm über seine Seite oder im Browser beigetreten bist. Diese Liste siehst nur du.',
    notKnown: 'Diese Website speichert nicht, wer einem Server beitritt.',
    played: 'Gespielt',
    isOff: 'Diese Liste ist ausgeschaltet. Diese Website speichert dafür keine Beitritte.',
    clear: 'Liste leeren',
    offHint:
      'Wenn du die Liste ausschaltest, wird sie gelöscht, und diese Website speichert dafür keine Beitritte mehr.',
    switchOff: 'Ausschalten',
    switchOn: 'Einschalten',
  },
  hidden: {
    title: 'Ausgeblendete Server',
    intro:
      'Die Serverliste dieser Website zeigt dir diese Server nicht. In Launchern siehst du sie weiterhin.',
    none: 'Du hast keine Server ausgeblendet. Das geht auf der Seite eines Servers.',
    hide: 'In meiner Liste ausblenden',
    isHidden: 'In deiner Liste ausgeblendet.',
    unhide: 'Wieder anzeigen',
    unhideOf: (server) => `${server} wieder anzeigen`,
    count: (servers) =>
      servers === 1 ? '1 Server ausgeblendet' : `${servers} Server ausgeblendet`,
    show: 'Anzeigen',
  },
};

export const ownListFailures: Translation<typeof english.ownListFailures> = {
  tooManyHidden: (most) =>
    `Du kannst höchstens ${most} Server ausblenden. Zeige zuerst einen davon wieder an.`,
};
