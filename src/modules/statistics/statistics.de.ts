// Every sentence about the figures of the whole site.

import { formatCount, plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './statistics.en.ts';

const registered = (count: number): string => plural(count, { one: '# Konto', other: '# Konten' });

export const statisticsMessages: Translation<typeof english.statisticsMessages> = {
  title: 'Statistik',
  playersNow: 'Spielen gerade',
  serversNow: 'Server gerade',
  mostPlayers: 'Meiste Spieler gleichzeitig',
  mostServers: 'Meiste Server gleichzeitig',
  recordsNote: 'Spieler und Server werden einmal pro Minute gezählt.',
  noRecords: 'Die erste Zählung folgt innerhalb einer Minute. Lade die Seite dann neu.',
  historyFailed:
    'Die Spielerzahlen im Zeitverlauf lassen sich gerade nicht anzeigen. Lade die Seite später neu.',
  bySoftware: 'Nach Software',
  byCountry: 'Nach Land',
  byLanguage: 'Nach Sprache',
  byTag: 'Nach Stichwort',
  servers: 'Server',
  other: 'Andere oder unbekannt',
  more: (count) => `${formatCount(count)} weitere`,
  noServers: 'Kein öffentlicher Server ist online.',
  share: (percent) => `${percent} % aller Server`,

  registrations: 'Registrierungen',
  registrationsFailed:
    'Die Registrierungen lassen sich gerade nicht anzeigen. Lade die Seite später neu.',
  registrationsTitle: 'Neu registrierte Konten an jedem der letzten 90 Tage',
  registrationsSum: (sum, most) =>
    `${registered(sum)} in den letzten 90 Tagen, höchstens ${formatCount(most)} an einem Tag.`,
  registrationsNote: 'Die Tage richten sich nach UTC. Später gelöschte Konten zählen nicht mit.',
  axisAccounts: 'Konten',
  value: '{time}: {peak} registriert',
  days: 'Zahlen nach Tagen',
  day: 'Tag (UTC)',
};
