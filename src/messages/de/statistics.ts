// Every sentence of the page with statistics.

import type { statisticsMessages as english } from '../en/statistics.ts';
import type { Translation } from '../translation.ts';
import { formatCount, plural } from './formats.ts';

const registered = (count: number): string => plural(count, { one: '# Konto', other: '# Konten' });

export const statisticsMessages: Translation<typeof english> = {
  title: 'Statistik',
  link: 'Statistik',
  records: 'Rekorde',
  mostPlayers: 'Meiste Spieler gleichzeitig',
  mostServers: 'Meiste Server gleichzeitig',
  recordsNote: 'Spieler und Server werden einmal pro Minute gezählt.',
  noRecords: 'Die erste Zählung folgt innerhalb einer Minute. Lade die Seite dann neu.',
  historyFailed:
    'Die Spielerzahlen im Zeitverlauf lassen sich gerade nicht anzeigen. Lade die Seite später neu.',
  bySoftware: 'Nach Software',
  byCountry: 'Nach Land',
  software: 'Software',
  country: 'Land',
  servers: 'Server',
  players: 'Spieler',
  other: 'Andere oder unbekannt',
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
  numbers: 'Daten als JSON',
};
