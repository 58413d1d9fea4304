// Every sentence about the history of players, and of the page with statistics.

import { formatCount, plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './history.en.ts';

const periods = { '24h': '24 Stunden', '7d': '7 Tage', '90d': '90 Tage' };
/** The same after "in den letzten". */
const lastPeriods = { '24h': '24 Stunden', '7d': '7 Tagen', '90d': '90 Tagen' };

const players = (count: number): string => plural(count, { one: '# Spieler', other: '# Spieler' });

export const historyMessages: Translation<typeof english.historyMessages> = {
  heading: 'Spieler im Zeitverlauf',
  totalHeading: 'Spieler auf allen Servern',
  periodLabel: 'Zeitraum',
  periods,
  title: (period) => `Spieler in den letzten ${lastPeriods[period]}`,
  describe: ({ min, max, now }) => {
    const span =
      min === max ? `Durchgehend ${players(max)}` : `${formatCount(min)} bis ${players(max)}`;
    return now === undefined ? `${span}.` : `${span}, jetzt ${formatCount(now)}.`;
  },
  collecting: 'Daten werden gesammelt. Wie viele hier spielen, zeigt sich nach etwa einer Stunde.',
  legend: 'Die Linie zeigt den Durchschnitt, die Blöcke zeigen den Höchststand.',
  axisUtc: 'Zeit (UTC)',
  axisLocal: 'Deine Zeit ({zone})',
  value: '{time}: im Schnitt {mean}, höchstens {peak}',
  unknown: '{time}: keine Daten',
  nothing: (period) =>
    `Für die letzten ${periods[period]} gibt es noch keine Daten. Spieler werden ab dem ersten Heartbeat einmal pro Minute gezählt. Sieh in ein paar Minuten wieder nach.`,
  isPrivate: 'Bei privaten Servern wird die Spielerzahl im Zeitverlauf nicht gezeigt.',
  failed:
    'Die Spielerzahl im Zeitverlauf lässt sich gerade nicht anzeigen. Lade die Seite später neu.',
  numbers: 'Daten als JSON',

  sparkValue: () => ({ one: '{time}: {count} Spieler', other: '{time}: {count} Spieler' }),
  fresh: 'Neu',
  freshTitle: 'Seit weniger als einem Tag gelistet',

  usuallyFull: 'Meist voll um {time}',
  busiest: 'Am meisten los gegen {time}',
  rising: 'Füllt sich gerade',
};

const registered = (count: number): string => plural(count, { one: '# Konto', other: '# Konten' });

export const statisticsMessages: Translation<typeof english.statisticsMessages> = {
  title: 'Statistik',
  records: 'Rekorde',
  mostPlayers: 'Meiste Spieler gleichzeitig',
  mostServers: 'Meiste Server gleichzeitig',
  recordsNote: 'Spieler und Server werden einmal pro Minute gezählt.',
  noRecords: 'Die erste Zählung folgt innerhalb einer Minute. Lade die Seite dann neu.',
  historyFailed:
    'Die Spielerzahlen im Zeitverlauf lassen sich gerade nicht anzeigen. Lade die Seite später neu.',
  bySoftware: 'Nach Software',
  byCountry: 'Nach Land',
  servers: 'Server',
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
};
