// Every sentence that all pages of staff have.

import { formatCount } from './formats.de.ts';
import type * as english from './staff.en.ts';
import type { Translation } from './translation.ts';

export const staffMessages: Translation<typeof english.staffMessages> = {
  documentTitle: (title) => `${title} · Verwaltung`,
  navigation: 'Verwaltung',
  open: (count) => `${formatCount(count)} offen`,
  menu: 'Menü',
  groups: { people: 'Menschen', servers: 'Server', site: 'Website' },
  onlyAdministrators: 'Diese Seite können nur Administratoren öffnen.',
  partFailed:
    'Ein Teil dieser Seite lässt sich nicht anzeigen. Den Grund nennt das Log des Dienstes.',
  none: '–',
  optional: (label) => `${label} (optional)`,
  reasonHint: 'Für das Protokoll. Eine Zeile.',
  search: 'Suchen',
  filters: (count) => `${formatCount(count)} Filter`,
  clear: 'Zurücksetzen',
  older: 'Ältere',
  newest: 'Zurück zu den neuesten',
  many: {
    done: 'Mit der Auswahl erledigt.',
    actionUndone: 'Die letzte Aktion mit der Auswahl wurde rückgängig gemacht.',
    title: 'ausgewählt',
    selectAll: 'Alle auf dieser Seite auswählen',
    select: (name) => `${name} auswählen`,
    reason: 'Grund für alle',
    nothingTicked: 'Es ist nichts ausgewählt. Setz zuerst mindestens ein Häkchen.',
    result: (what, same) =>
      `${what}.${same === 0 ? '' : ` ${same} ${same === 1 ? 'war' : 'waren'} schon in diesem Zustand.`}`,
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    nothingToUndo: 'Es gibt nichts mehr rückgängig zu machen.',
    left: (done, left) => `${done} erledigt, ${left} nicht:`,
    failed: (name, why) => `${name}: ${why}`,
  },
  factorNeeded: {
    title: 'Zwei-Faktor-Authentifizierung erforderlich',
    why: 'Auf dieser Website brauchen Moderatoren und Administratoren die Zwei-Faktor-Authentifizierung, um Seiten der Verwaltung zu öffnen, und dein Konto hat sie noch nicht. Richte sie ein und komm dann zurück.',
    toSecurity: 'Zwei-Faktor-Authentifizierung einrichten',
  },
  roles: { player: 'Spieler', moderator: 'Moderator', administrator: 'Administrator' },
};

export const staffFormMessages: Translation<typeof english.staffFormMessages> = {
  kind: 'Art',
  all: 'Alle',
  first: 'Zurück zur ersten Seite',
  whole: (count, shown) => (count === shown ? `${count} insgesamt` : `${shown} von ${count}`),
  toOperator: 'Grund (der Betreiber sieht ihn)',
  lasts: 'Bis (optional)',
  lastsHint:
    'Eine Dauer wie 12h, 7d oder 2w, ein Datum oder ein Zeitpunkt in UTC wie 2031-02-03 14:30. Leer lassen, wenn die Sperre nicht enden soll.',
  commandLine: 'muster-Befehl',
};
